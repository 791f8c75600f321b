// Each instruction becomes one that can do whatever it could do with any value in place of those
// that are forgotten:
//
//   Assign, Havoc  to a forgotten register: nothing
//   Load           as it is; what does not fit a forgotten register wraps
//   Store          to a forgotten location: of 0
//   Rmw            of a forgotten location: an exchange for 0
//   Bcas           the same; it finds what it expects
//   Cas            of a forgotten location: expects 0, which is there, or 1, which is not
//   Wait           of a forgotten location or for a forgotten value: a load
//   Branch         on a forgotten value: either way
//   Assert, Assume of a forgotten value: nothing; who stops has done a part of what others do
//
// A failing Cas stays one, because models tell it from a load.
#include "program/outline.h"

#include <algorithm>

#include "program/forgetting.h"
#include "program/validate.h"

namespace robur {

namespace {

// Wrap: nothing that is put there can be a fault.
constexpr IntType kForgottenCell{0, 1, IntType::Overflow::Wrap};
constexpr IntType kForgottenRegister{0, 0, IntType::Overflow::Wrap};

class Outliner {
 public:
  Outliner(const Program& program, const DataFlow& flow, const std::vector<bool>& forgotten)
      : out(program), flow(flow), forgotten(forgotten) {}

  Program run() {
    for (std::uint32_t l = 0; l < out.locations.size(); ++l) {
      if (!isForgotten(LocationId{l})) continue;
      out.locations[l].type = kForgottenCell;
      std::ranges::fill(out.locations[l].init, 0);
    }
    for (std::uint32_t c = 0; c < out.codes.size(); ++c) {
      id = CodeId{c};
      code = &out.codes[c];
      outlineCode();
    }
    return std::move(out);
  }

 private:
  void outlineCode() {
    for (std::uint32_t r = 0; r < code->registers.size(); ++r) {
      if (!isForgotten(RegId{r})) continue;
      code->registers[r].type = kForgottenRegister;
      code->registers[r].init = 0;
    }
    nowhere = kNoReg;
    const auto count = static_cast<Pc>(code->instrs.size());
    for (Pc pc = 0; pc < count; ++pc) outlineInstr(pc);
  }

  void outlineInstr(Pc pc) {
    using Op = Instr::Op;
    Instr& in = code->instrs[pc];
    switch (in.op) {
      case Op::Assign:
      case Op::Havoc:
        if (isForgotten(in.dst)) becomes(in, Op::Goto);
        break;
      case Op::Store:
        if (isForgotten(in.address)) in.value = constant(0);
        break;
      case Op::Rmw:
      case Op::Bcas:
        if (isForgotten(in.address)) exchangeFor0(in);
        break;
      case Op::Cas:
        if (isForgotten(in.address)) succeedOrFail(pc);
        break;
      case Op::Wait:
        if (isForgotten(in.address) || isForgotten(in.value)) loadInstead(in);
        break;
      case Op::Branch:
        if (isForgotten(in.value)) becomes(in, Op::Choose);
        break;
      case Op::Assert:
      case Op::Assume:
        if (isForgotten(in.value)) becomes(in, Op::Goto);
        break;
      case Op::Load:
      case Op::Fence:
      case Op::Choose:
      case Op::Goto:
      case Op::Halt:
        break;
    }
  }

  bool isForgotten(LocationId l) const { return forgotten[flow.nodeOf(l)]; }
  bool isForgotten(RegId r) const { return forgotten[flow.nodeOf(id, r)]; }
  // Through a pointer: all locations are forgotten or none is.
  bool isForgotten(const Address& a) const {
    return isForgotten(a.pointer ? LocationId{0} : a.base);
  }
  bool isForgotten(const ExprPtr& e) const {
    bool found = false;
    forEachNode(e, [&](const Expr& node) {
      found |= node.kind == Expr::Kind::Reg && isForgotten(node.reg);
    });
    return found;
  }

  static void becomes(Instr& in, Instr::Op op) {
    in.op = op;
    in.dst = kNoReg;
    in.value = nullptr;
  }

  static void exchangeFor0(Instr& in) {
    in.op = Instr::Op::Rmw;
    in.rmw = RmwOp::Exchange;
    in.value = constant(0);
    in.expected = nullptr;
  }

  void succeedOrFail(Pc pc) {
    Instr cas = code->instrs[pc];
    cas.value = constant(0);
    const auto first = static_cast<Pc>(code->instrs.size());
    for (const std::int64_t expected : {0, 1}) {
      cas.expected = constant(expected);
      code->instrs.push_back(cas);
    }
    Instr& in = code->instrs[pc];
    becomes(in, Instr::Op::Choose);
    in.address = {};
    in.expected = nullptr;
    in.next = {first, first + 1};
  }

  void loadInstead(Instr& in) {
    in.op = Instr::Op::Load;
    in.value = nullptr;
    if (in.dst == kNoReg) in.dst = anyRegister();
  }

  // A load has to put its value somewhere.
  RegId anyRegister() {
    if (nowhere == kNoReg) {
      nowhere = RegId{static_cast<std::uint32_t>(code->registers.size())};
      code->registers.push_back({"forgotten", kForgottenRegister, 0, {}});
    }
    return nowhere;
  }

  Program out;
  const DataFlow& flow;
  const std::vector<bool>& forgotten;
  CodeId id{};           // the code that is being worked on
  Code* code = nullptr;  // the same
  RegId nowhere = kNoReg;
};

}  // namespace

std::optional<Program> outlineOf(const Program& program, const DataFlow& flow,
                                 const std::vector<bool>& forgotten) {
  Program outline = Outliner(program, flow, forgotten).run();
  const bool fits = std::ranges::all_of(outline.codes, [](const Code& code) {
    return code.instrs.size() <= kMaxInstrs && code.registers.size() <= kMaxRegisters;
  });
  if (!fits) return std::nullopt;
  return outline;
}

std::vector<Program> outlinesOf(const Program& program) {
  std::vector<Program> out;
  if (program.locations.empty()) return out;  // nothing can go wrong, and a pointer points nowhere
  const Forgetting forgetting(program);
  for (const std::vector<bool>& forgotten : forgetting.ladder()) {
    std::optional<Program> outline = outlineOf(program, forgetting.dataFlow(), forgotten);
    if (outline) out.push_back(std::move(*outline));
  }
  return out;
}

}  // namespace robur
