#include "frontend/llvm/endless.h"

#include <algorithm>

#include "frontend/llvm/same.h"

namespace robur::frontend_llvm {

namespace {

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
                              return x.first == y.first &&
                                     (x.second == y.second || sameContents(*x.second, *y.second));
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
  return std::ranges::all_of(s.frames,
                             [&](const CallFrame& frame) { return info.reachesEnd(frame.block); });
}

}  // namespace robur::frontend_llvm
