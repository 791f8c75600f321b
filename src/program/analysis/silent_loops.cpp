#include "program/analysis/silent_loops.h"

namespace robur {

namespace {

// A compare-and-swap may fail.
bool alwaysWrites(Instr::Op op) {
  return op == Instr::Op::Store || op == Instr::Op::Rmw || op == Instr::Op::Bcas;
}

}  // namespace

bool hasSilentLoop(const Code& code) {
  enum class Mark : std::uint8_t { New, Open, Done };
  struct Visit {
    Pc pc = 0;
    std::size_t next = 0;
  };
  std::vector<Mark> marks(code.instrs.size(), Mark::New);
  std::vector<Visit> path;
  for (Pc root = 0; root < code.instrs.size(); ++root) {
    if (marks[root] != Mark::New || alwaysWrites(code.instrs[root].op)) continue;
    path.assign(1, {root, 0});
    marks[root] = Mark::Open;
    while (!path.empty()) {
      Visit& top = path.back();
      const std::vector<Pc>& next = code.instrs[top.pc].next;
      if (top.next == next.size()) {
        marks[top.pc] = Mark::Done;
        path.pop_back();
        continue;
      }
      const Pc to = next[top.next++];
      if (marks[to] == Mark::Open) return true;
      if (marks[to] != Mark::New || alwaysWrites(code.instrs[to].op)) continue;
      marks[to] = Mark::Open;
      path.push_back({to, 0});
    }
  }
  return false;
}

}  // namespace robur
