// Writes thread code in order of execution: each instruction leads to the one added after
// it, and jumps are closed when their target is known.
#pragma once

#include <string>
#include <utility>

#include "generators/instructions.h"
#include "program/program.h"

namespace robur::testing {

class CodeBuilder {
 public:
  Pc here() const { return static_cast<Pc>(code_.instrs.size()); }

  Pc add(Instr instr) {
    const Pc at = here();
    instr.next = {at + 1};
    if (instr.op == Instr::Op::Branch) instr.next = {at + 1, at + 1};
    if (instr.op == Instr::Op::Halt) instr.next.clear();
    code_.instrs.push_back(std::move(instr));
    return at;
  }
  Pc jump(Pc target = 0) {
    const Pc at = add(simple(Instr::Op::Goto));
    code_.instrs[at].next = {target};
    return at;
  }
  void elseHere(Pc branchAt) { code_.instrs[branchAt].next[1] = here(); }
  void orHere(Pc chooseAt) { code_.instrs[chooseAt].next.push_back(here()); }
  void landHere(Pc jumpAt) { code_.instrs[jumpAt].next = {here()}; }

  RegId newRegister(std::string name, IntType type) {
    code_.registers.push_back({.name = std::move(name), .type = type, .init = 0, .span = {}});
    return RegId{static_cast<std::uint32_t>(code_.registers.size() - 1)};
  }

  Code finish(std::string name) {
    add(simple(Instr::Op::Halt));
    code_.name = std::move(name);
    return std::move(code_);
  }

 private:
  Code code_;
};

}  // namespace robur::testing
