#include "cli/growth.h"

#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "program/analysis/loop_depth.h"

namespace robur {

namespace {

constexpr std::uint64_t kMany = 1 << 12;

bool isStep(const ExprPtr& e) {
  return e && e->kind == Expr::Kind::Const && e->value != 0;
}

// Registers that hold what a location held when it was read.
std::set<RegId> copiesOf(const Code& code, LocationId location) {
  std::set<RegId> out;
  for (const Instr& in : code.instrs) {
    const bool here = !in.address.pointer && in.address.base == location;
    if (in.op == Instr::Op::Load && here) out.insert(in.dst);
  }
  return out;
}

// One of the registers plus or minus a number, perhaps brought back into its range.
bool countsOn(const ExprPtr& e, const std::set<RegId>& registers) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) {
    const bool sum = node.kind == Expr::Kind::Binary &&
                     (node.binary == BinaryOp::Add || node.binary == BinaryOp::Sub);
    found |= sum && node.lhs->kind == Expr::Kind::Reg && registers.contains(node.lhs->reg) &&
             isStep(node.rhs);
  });
  forEachNode(e, [&](const Expr& node) {
    // A remainder or a mask keeps it small.
    if (node.kind == Expr::Kind::Binary &&
        (node.binary == BinaryOp::Mod || node.binary == BinaryOp::BitAnd)) {
      found = false;
    }
  });
  return found;
}

struct Writes {
  bool others = false;  // than counting on
  Span counted;         // in a loop
};

void lookAt(const Code& code, std::map<LocationId, Writes>& writes) {
  const std::vector<unsigned> depths = loopDepths(code);
  for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
    const Instr& in = code.instrs[pc];
    if (!mayWrite(in.op) || in.address.pointer) continue;
    Writes& all = writes[in.address.base];
    const bool adds = in.op == Instr::Op::Rmw && (in.rmw == RmwOp::Add || in.rmw == RmwOp::Sub) &&
                      isStep(in.value);
    const bool stores =
        in.op == Instr::Op::Store && countsOn(in.value, copiesOf(code, in.address.base));
    if (!adds && !stores) {
      all.others = true;
    } else if (depths[pc] > 0 && !all.counted.known()) {
      all.counted = in.span;
    }
  }
}

}  // namespace

std::string growthHint(const Program& program) {
  std::map<LocationId, Writes> writes;
  for (const Code& code : program.codes) lookAt(code, writes);
  std::string out;
  for (const auto& [location, all] : writes) {
    const Location& l = program[location];
    if (all.others || !all.counted.known() || l.type.extent() < kMany) continue;
    out += fmt::format("; {} is incremented in a loop in line {} and never reset", l.name,
                       all.counted.line);
  }
  return out;
}

}  // namespace robur
