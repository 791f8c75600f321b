#include "prove/buffer_free.h"

#include <algorithm>

namespace robur::prove {

namespace {

struct Buffered {
  VarId var{};
  TermPtr index;
};
using Buffer = std::vector<Buffered>;

bool contains(const Buffer& buffer, VarId var, const TermPtr& index) {
  return std::ranges::any_of(
      buffer, [&](const Buffered& b) { return b.var == var && equal(b.index, index); });
}

Buffer after(Buffer buffer, const Action& a) {
  if (a.kind == Action::Kind::Write && !contains(buffer, *a.var, a.index)) {
    buffer.push_back({*a.var, a.index});
  }
  // Assigning a register changes the meaning of every index that mentions it.
  std::erase_if(buffer, [&](const Buffered& b) {
    return std::ranges::any_of(
        a.sets, [&](const Assignment& set) { return mentionsRegister(b.index, set.reg); });
  });
  return buffer;
}

}  // namespace

std::vector<std::size_t> bufferFreeReads(const Thread& thread, std::size_t write,
                                         const std::function<bool(NodeId)>& reached) {
  std::vector<std::optional<Buffer>> buffers(thread.nodes());
  std::vector<NodeId> work;
  const auto flow = [&](NodeId to, const Buffer& buffer) {
    auto& there = buffers[at(to)];
    if (!there) {
      there = buffer;
      work.push_back(to);
      return;
    }
    const auto gone = [&](const Buffered& b) { return !contains(buffer, b.var, b.index); };
    if (std::erase_if(*there, gone) != 0) work.push_back(to);
  };
  flow(thread.actions[write].to, after({}, thread.actions[write]));
  while (!work.empty()) {
    const NodeId n = work.back();
    work.pop_back();
    if (!reached(n)) continue;
    for (const std::size_t i : thread.out[at(n)]) {
      const Action& a = thread.actions[i];
      if (!a.drains()) flow(a.to, after(*buffers[at(n)], a));
    }
  }
  std::vector<std::size_t> reads;
  for (std::size_t i = 0; i < thread.actions.size(); ++i) {
    const Action& a = thread.actions[i];
    const auto& buffer = buffers[at(a.from)];
    if (a.kind != Action::Kind::Read || !buffer || !reached(a.from)) continue;
    if (!contains(*buffer, *a.var, a.index)) reads.push_back(i);
  }
  return reads;
}

}  // namespace robur::prove
