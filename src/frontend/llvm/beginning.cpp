#include "frontend/llvm/beginning.h"

#include <algorithm>

#include "frontend/llvm/same.h"

namespace robur::frontend_llvm {

namespace {

bool isPlainlyKnown(const Val& v) {
  return v.known() && !v.is(Val::Kind::Agg);
}

}  // namespace

void Beginning::take(const State& s) {
  taken = true;
  for (const auto& [id, contents] : s.memory) {
    const bool keeps =
        !contents->escaped && std::ranges::all_of(contents->cells, [](const auto& c) {
          return isPlainlyKnown(c.second.val);
        });
    if (keeps) memory.emplace(id, contents);
  }
}

std::vector<ObjectId> Beginning::unchangedIn(State& s) const {
  std::vector<ObjectId> out;
  auto then = memory.begin();
  for (auto& [id, contents] : s.memory) {
    while (then != memory.end() && then->first < id) ++then;
    if (then == memory.end()) break;
    if (then->first != id) continue;
    if (contents != then->second) {
      if (!sameContents(*contents, *then->second)) continue;
      contents = then->second;
    }
    out.push_back(id);
  }
  return out;
}

const Val* Beginning::at(ObjectId object, std::int64_t offset) const {
  const auto contents = memory.find(object);
  if (contents == memory.end()) return nullptr;
  const auto bytes = contents->second->cells.find(offset);
  return bytes == contents->second->cells.end() ? nullptr : &bytes->second.val;
}

}  // namespace robur::frontend_llvm
