// Each instruction becomes one that can do everything it could do with any values in place of the
// abstracted ones:
//
//   Assign, Havoc  to an abstracted register: nothing
//   Load           unchanged; a value that does not fit an abstracted register wraps
//   Store          to an abstracted location: of 0
//   Rmw            of an abstracted location: an exchange for 0
//   Bcas           the same; it finds the expected value
//   Cas            of an abstracted location: expects 0, which is there, or 1, which is not
//   Wait           of an abstracted location or for an abstracted value: a load
//   Branch         on an abstracted value: either way
//   Assert, Assume of an abstracted value: nothing; a thread that stops does only less
//
// A failing Cas stays one, because models distinguish it from a load.
#include "program/transform/data_abstraction.h"

#include <algorithm>

#include "program/analysis/abstraction_choice.h"
#include "program/validate.h"

namespace robur {

namespace {

// Wrap: no value written there is a fault.
constexpr IntType kAbstractedCell{0, 1, IntType::Overflow::Wrap};
constexpr IntType kAbstractedRegister{0, 0, IntType::Overflow::Wrap};

class Abstractor {
 public:
  Abstractor(const Program& program, const DataFlow& flow, const std::vector<bool>& abstracted)
      : out(program), flow(flow), abstracted(abstracted) {}

  Program run() {
    for (std::uint32_t l = 0; l < out.locations.size(); ++l) {
      if (!isAbstracted(LocationId{l})) continue;
      out.locations[l].type = kAbstractedCell;
      std::ranges::fill(out.locations[l].init, 0);
    }
    for (std::uint32_t c = 0; c < out.codes.size(); ++c) {
      id = CodeId{c};
      code = &out.codes[c];
      abstractCode();
    }
    return std::move(out);
  }

 private:
  void abstractCode() {
    for (std::uint32_t r = 0; r < code->registers.size(); ++r) {
      if (!isAbstracted(RegId{r})) continue;
      code->registers[r].type = kAbstractedRegister;
      code->registers[r].init = 0;
    }
    nowhere = kNoReg;
    const auto count = static_cast<Pc>(code->instrs.size());
    for (Pc pc = 0; pc < count; ++pc) abstractInstr(pc);
  }

  void abstractInstr(Pc pc) {
    using Op = Instr::Op;
    Instr& in = code->instrs[pc];
    switch (in.op) {
      case Op::Assign:
      case Op::Havoc:
        if (isAbstracted(in.dst)) becomes(in, Op::Goto);
        break;
      case Op::Store:
        if (isAbstracted(in.address)) in.value = constant(0);
        break;
      case Op::Rmw:
      case Op::Bcas:
        if (isAbstracted(in.address)) exchangeFor0(in);
        break;
      case Op::Cas:
        if (isAbstracted(in.address)) succeedOrFail(pc);
        break;
      case Op::Wait:
        if (isAbstracted(in.address) || isAbstracted(in.value)) loadInstead(in);
        break;
      case Op::Branch:
        if (isAbstracted(in.value)) becomes(in, Op::Choose);
        break;
      case Op::Assert:
      case Op::Assume:
        if (isAbstracted(in.value)) becomes(in, Op::Goto);
        break;
      case Op::Load:
      case Op::Fence:
      case Op::Choose:
      case Op::Goto:
      case Op::Halt:
        break;
    }
  }

  bool isAbstracted(LocationId l) const { return abstracted[flow.nodeOf(l)]; }
  bool isAbstracted(RegId r) const { return abstracted[flow.nodeOf(id, r)]; }
  // Through a pointer: either all locations are abstracted or none.
  bool isAbstracted(const Address& a) const {
    return isAbstracted(a.pointer ? LocationId{0} : a.base);
  }
  bool isAbstracted(const ExprPtr& e) const {
    bool found = false;
    forEachNode(e, [&](const Expr& node) {
      found |= node.kind == Expr::Kind::Reg && isAbstracted(node.reg);
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

  // A load needs a destination.
  RegId anyRegister() {
    if (nowhere == kNoReg) {
      nowhere = RegId{static_cast<std::uint32_t>(code->registers.size())};
      code->registers.push_back({"forgotten", kAbstractedRegister, 0, {}});
    }
    return nowhere;
  }

  Program out;
  const DataFlow& flow;
  const std::vector<bool>& abstracted;
  CodeId id{};           // the code that is being worked on
  Code* code = nullptr;  // the same
  RegId nowhere = kNoReg;
};

}  // namespace

std::optional<Program> abstractionOf(const Program& program, const DataFlow& flow,
                                     const std::vector<bool>& abstracted) {
  Program abstraction = Abstractor(program, flow, abstracted).run();
  const bool fits = std::ranges::all_of(abstraction.codes, [](const Code& code) {
    return code.instrs.size() <= kMaxInstrs && code.registers.size() <= kMaxRegisters;
  });
  if (!fits) return std::nullopt;
  return abstraction;
}

std::vector<Program> abstractionsOf(const Program& program) {
  std::vector<Program> out;
  if (program.locations.empty()) return out;  // always robust, and pointers have no target
  const AbstractionChoice choice(program);
  for (const std::vector<bool>& abstracted : choice.ladder()) {
    std::optional<Program> abstraction = abstractionOf(program, choice.dataFlow(), abstracted);
    if (abstraction) out.push_back(std::move(*abstraction));
  }
  return out;
}

}  // namespace robur
