#include "verify/blocking.h"

#include <algorithm>
#include <map>
#include <set>

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;

constexpr std::uint32_t kNoThread = static_cast<std::uint32_t>(-1);

bool readsMemory(const LocalEdge& edge) {
  return !edge.fence && (edge.kind == Kind::Read || edge.kind == Kind::Update);
}

bool writesTo(const LocalEdge& edge, std::uint32_t cell) {
  return !edge.fence && (edge.kind == Kind::Write || edge.kind == Kind::Update) &&
         edge.cell == cell;
}

class Waits {
 public:
  Waits(const Machine& machine, const LocalGraphs& locals)
      : machine(machine), locals(locals), waitsFor(locals.threads.size()) {}

  bool mayBlock() {
    for (std::uint32_t t = 0; t < locals.threads.size(); ++t) {
      const LocalGraph& graph = locals.threads[t];
      for (std::uint32_t state = 0; state < graph.states.size(); ++state) {
        if (!endsWithItsThread(t, state)) return true;
      }
    }
    return circular();
  }

 private:
  // Is the thread never blocked here, or only until one other thread has written?
  bool endsWithItsThread(std::uint32_t t, std::uint32_t state) {
    const LocalGraph& graph = locals.threads[t];
    const std::vector<LocalEdge>& edges = graph.edges[state];
    if (edges.empty()) return stopped(machine, t, graph.states[state]);
    if (!readsMemory(edges.front())) return true;
    const std::uint32_t cell = edges.front().cell;
    ValueSet passing = 0;
    for (const LocalEdge& edge : edges) passing |= only(edge.read);
    const std::size_t count = locals.values[cell].size();
    if (passing == (count == kMostValues ? ~ValueSet{0} : only(static_cast<ValueId>(count)) - 1)) {
      return true;
    }
    const Writer& writer = writerOf(cell);
    if (writer.thread == kNoThread) return false;
    if ((writer.values & ~passing) != 0 || !writer.always) return false;
    waitsFor[t].insert(writer.thread);
    return true;
  }

  struct Writer {
    std::uint32_t thread = kNoThread;  // the only one
    ValueSet values = 0;               // that it writes
    bool always = false;               // it does not end without having written
  };

  const Writer& writerOf(std::uint32_t cell) {
    const auto [at, fresh] = writers.try_emplace(cell);
    if (!fresh) return at->second;
    Writer& out = at->second;
    for (std::uint32_t t = 0; t < locals.threads.size(); ++t) {
      for (const std::vector<LocalEdge>& edges : locals.threads[t].edges) {
        for (const LocalEdge& edge : edges) {
          if (!writesTo(edge, cell)) continue;
          if (out.thread != kNoThread && out.thread != t) return out = {};
          out.thread = t;
          out.values |= only(edge.written);
        }
      }
    }
    out.always = out.thread != kNoThread && alwaysWrites(out.thread, cell);
    return out;
  }

  // Does every path to an end of the thread write to the cell?
  bool alwaysWrites(std::uint32_t t, std::uint32_t cell) const {
    const LocalGraph& graph = locals.threads[t];
    std::vector<bool> seen(graph.states.size(), false);
    std::vector<std::uint32_t> open = {0};
    seen[0] = true;
    while (!open.empty()) {
      const std::uint32_t state = open.back();
      open.pop_back();
      if (stopped(machine, t, graph.states[state])) return false;
      for (const LocalEdge& edge : graph.edges[state]) {
        if (writesTo(edge, cell) || seen[edge.to]) continue;
        seen[edge.to] = true;
        open.push_back(edge.to);
      }
    }
    return true;
  }

  // Do threads wait for each other in a circle? Takes away those that wait for nobody.
  bool circular() const {
    std::set<std::uint32_t> left;
    for (std::uint32_t t = 0; t < waitsFor.size(); ++t) left.insert(t);
    const auto waitsForNobody = [&](std::uint32_t t) {
      return std::none_of(waitsFor[t].begin(), waitsFor[t].end(),
                          [&](std::uint32_t other) { return left.contains(other); });
    };
    while (!left.empty()) {
      const auto free = std::find_if(left.begin(), left.end(), waitsForNobody);
      if (free == left.end()) return true;
      left.erase(free);
    }
    return false;
  }

  const Machine& machine;
  const LocalGraphs& locals;
  std::vector<std::set<std::uint32_t>> waitsFor;
  std::map<std::uint32_t, Writer> writers;
};

}  // namespace

bool mayBlockForever(const Machine& machine, const LocalGraphs& locals) {
  return Waits(machine, locals).mayBlock();
}

}  // namespace robur::verify
