#include "program/analysis/data_flow.h"

namespace robur {

namespace {

template <class Visit>
void forEachRegister(const ExprPtr& e, const Visit& visit) {
  forEachNode(e, [&](const Expr& node) {
    if (node.kind == Expr::Kind::Reg) visit(node.reg);
  });
}

}  // namespace

DataFlow::DataFlow(const Program& program) : nodes(program.locations.size()) {
  for (const Code& code : program.codes) {
    firstRegister.push_back(static_cast<Node>(nodes));
    nodes += code.registers.size();
  }
  for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
    const CodeId code{c};
    for (const Instr& in : program.codes[c].instrs) {
      if (in.op == Instr::Op::Assign) addUses(code, in.value, nodeOf(code, in.dst));
      if (accessesMemory(in.op)) addAccess(program, code, in);
      addCondition(code, in);
    }
  }
}

void DataFlow::addAccess(const Program& program, CodeId code, const Instr& in) {
  forEachRegister(in.address.index, [&](RegId index) { addressed.push_back(nodeOf(code, index)); });
  for (std::uint32_t l = 0; l < program.locations.size(); ++l) {
    if (in.address.pointer) {
      const auto count = static_cast<std::uint32_t>(program.locations.size());
      arrows.emplace_back(l, (l + 1) % count);
    } else if (LocationId{l} != in.address.base) {
      continue;
    }
    // The value that a compare-and-swap leaves depends on the expected value.
    if (mayWrite(in.op)) {
      addUses(code, in.value, l);
      addUses(code, in.expected, l);
    }
    if (mayRead(in.op) && in.dst != kNoReg) arrows.emplace_back(l, nodeOf(code, in.dst));
  }
}

void DataFlow::addUses(CodeId code, const ExprPtr& e, Node to) {
  forEachRegister(e, [&](RegId r) { arrows.emplace_back(nodeOf(code, r), to); });
}

// An assertion is not a condition: a thread that it stops does only less.
void DataFlow::addCondition(CodeId code, const Instr& in) {
  using Op = Instr::Op;
  const bool swaps = in.op == Op::Cas || in.op == Op::Bcas;
  if (!swaps && in.op != Op::Wait && in.op != Op::Branch && in.op != Op::Assume) return;
  std::vector<Node>& condition = deciding.emplace_back();
  forEachRegister(swaps ? in.expected : in.value,
                  [&](RegId r) { condition.push_back(nodeOf(code, r)); });
  // Through a pointer: any location.
  if (accessesMemory(in.op)) {
    condition.push_back(nodeOf(in.address.pointer ? LocationId{0} : in.address.base));
  }
}

std::vector<bool> DataFlow::closed(std::vector<bool> set, bool forwards) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [from, to] : arrows) {
      const Node known = forwards ? from : to;
      const Node next = forwards ? to : from;
      if (!set[known] || set[next]) continue;
      set[next] = true;
      changed = true;
    }
  }
  return set;
}

}  // namespace robur
