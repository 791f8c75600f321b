// A loop is a strongly connected component of the control flow; the loops inside it are those of
// the component without its entry points.
#include "program/analysis/loop_depth.h"

#include <algorithm>
#include <utility>

namespace robur {

namespace {

class Loops {
 public:
  explicit Loops(const Code& code)
      : code(code), depth(code.instrs.size(), 0), inside(code.instrs.size(), true) {}

  std::vector<unsigned> run() {
    std::vector<Pc> all;
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) all.push_back(pc);
    descend(all);
    return depth;
  }

 private:
  // The components of the part of the code that is marked inside.
  std::vector<std::vector<Pc>> components(const std::vector<Pc>& part) const {
    std::vector<unsigned> index(code.instrs.size(), 0);
    std::vector<unsigned> low(code.instrs.size(), 0);
    std::vector<bool> onStack(code.instrs.size(), false);
    std::vector<Pc> stack;
    std::vector<std::vector<Pc>> out;
    unsigned counter = 0;
    struct Frame {
      Pc pc;
      std::size_t next;
    };
    for (const Pc root : part) {
      if (index[root] != 0) continue;
      std::vector<Frame> frames{{root, 0}};
      index[root] = low[root] = ++counter;
      stack.push_back(root);
      onStack[root] = true;
      while (!frames.empty()) {
        Frame& f = frames.back();
        const std::vector<Pc>& next = code.instrs[f.pc].next;
        if (f.next < next.size()) {
          const Pc to = next[f.next++];
          if (to >= code.instrs.size() || !inside[to]) continue;
          if (index[to] == 0) {
            index[to] = low[to] = ++counter;
            stack.push_back(to);
            onStack[to] = true;
            frames.push_back({to, 0});
          } else if (onStack[to]) {
            low[f.pc] = std::min(low[f.pc], index[to]);
          }
          continue;
        }
        const Pc done = f.pc;
        frames.pop_back();
        if (!frames.empty()) low[frames.back().pc] = std::min(low[frames.back().pc], low[done]);
        if (low[done] != index[done]) continue;
        std::vector<Pc>& component = out.emplace_back();
        Pc popped = 0;
        do {
          popped = stack.back();
          stack.pop_back();
          onStack[popped] = false;
          component.push_back(popped);
        } while (popped != done);
      }
    }
    return out;
  }

  bool isLoop(const std::vector<Pc>& component) const {
    if (component.size() > 1) return true;
    const std::vector<Pc>& next = code.instrs[component[0]].next;
    return std::find(next.begin(), next.end(), component[0]) != next.end();
  }

  void descend(const std::vector<Pc>& part) {
    for (const std::vector<Pc>& loop : components(part)) {
      if (!isLoop(loop)) continue;
      std::vector<bool> in(code.instrs.size(), false);
      for (const Pc pc : loop) in[pc] = true;
      std::vector<bool> entered(code.instrs.size(), false);
      if (in[code.entry]) entered[code.entry] = true;
      for (Pc from = 0; from < code.instrs.size(); ++from) {
        if (in[from]) continue;
        for (const Pc to : code.instrs[from].next) {
          if (to < code.instrs.size() && in[to]) entered[to] = true;
        }
      }
      std::vector<Pc> rest;
      for (const Pc pc : loop) {
        ++depth[pc];
        if (!entered[pc]) rest.push_back(pc);
      }
      if (rest.size() == loop.size()) continue;  // never entered
      const std::vector<bool> outer =
          std::exchange(inside, std::vector<bool>(inside.size(), false));
      for (const Pc pc : rest) inside[pc] = true;
      descend(rest);
      inside = outer;
    }
  }

  const Code& code;
  std::vector<unsigned> depth;
  std::vector<bool> inside;
};

}  // namespace

std::vector<unsigned> loopDepths(const Code& code) {
  return Loops(code).run();
}

}  // namespace robur
