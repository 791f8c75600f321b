#include "frontend/llvm/endless.h"

#include <algorithm>

namespace robur::frontend_llvm {

namespace {

// Values that are not known are never the same.
bool sameVal(const Val& a, const Val& b) {
  if (a.kind != b.kind || a.width != b.width) return false;
  switch (a.kind) {
    case Val::Kind::Undef:
      return true;
    case Val::Kind::Int:
      return a.value == b.value && (a.origins == b.origins || (a.origins && b.origins &&
                                                               *a.origins == *b.origins));
    case Val::Kind::Addr:
      return a.object == b.object && a.value == b.value;
    case Val::Kind::Agg:
      return std::ranges::equal(a.parts, b.parts, sameVal);
    default:
      return false;
  }
}

bool sameContents(const Contents& a, const Contents& b) {
  return a.escaped == b.escaped && a.zeroed == b.zeroed && a.freed == b.freed &&
         std::ranges::equal(a.cells, b.cells, [](const auto& x, const auto& y) {
           return x.first == y.first && x.second.size == y.second.size &&
                  sameVal(x.second.val, y.second.val);
         });
}

bool sameFrame(const CallFrame& a, const CallFrame& b) {
  return a.block == b.block && a.at == b.at && a.context == b.context && a.atExit == b.atExit &&
         a.locals == b.locals &&
         std::ranges::equal(a.values, b.values, [](const auto& x, const auto& y) {
           return x.first == y.first && sameVal(x.second, y.second);
         });
}

bool sameState(const State& a, const State& b) {
  if (a.frames.size() != b.frames.size() || !sameFrame(a.top(), b.top())) return false;
  if (a.concurrent != b.concurrent || a.spawned != b.spawned || a.joined != b.joined) return false;
  return std::ranges::equal(a.frames, b.frames, sameFrame) &&
         std::ranges::equal(a.memory, b.memory,
                            [](const auto& x, const auto& y) {
                              return x.first == y.first && (x.second == y.second ||
                                                            sameContents(*x.second, *y.second));
                            }) &&
         std::ranges::equal(a.atExit, b.atExit, [](const ExitHandler& x, const ExitHandler& y) {
           return x.function == y.function && sameVal(x.argument, y.argument);
         });
}

}  // namespace

bool EndlessRun::repeats(const State& s, std::size_t written) {
  if (earlier && written == writtenThen && sameState(*earlier, s)) return true;
  if (++compared == replacedAt) {
    earlier = s;
    writtenThen = written;
    replacedAt *= 2;
  }
  return false;
}

bool hasWayOut(const State& s, ModuleInfo& info) {
  return std::ranges::all_of(
      s.frames, [&](const CallFrame& frame) { return info.reachesEnd(frame.block); });
}

}  // namespace robur::frontend_llvm
