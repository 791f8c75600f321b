// Each bit of the table is set once and handed to the instructions before it, so the time is linear
// in the size of the result. Sweeping over the code instead takes time for every register at every
// instruction, although most live ranges are short.
#include "program/analysis/liveness.h"

namespace robur {

namespace {

class Liveness {
 public:
  // `skipping`: assignments that do nothing do not count.
  Liveness(const Code& code, bool skipping)
      : code_(code),
        skipping_(skipping),
        read_(code.instrs.size(), false),
        before_(code.instrs.size()),
        live_(code.instrs.size(), code.registers.size()) {
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      for (const Pc next : code.instrs[pc].next) before_[next].push_back(pc);
    }
  }

  BitMatrix find(const std::vector<bool>& atEnd) {
    for (Pc pc = 0; pc < code_.instrs.size(); ++pc) {
      const Instr& in = code_.instrs[pc];
      if (!skipping_ || !onlyAssigns(in, code_)) readAt(pc);
      for (std::uint32_t r = 0; in.next.empty() && r < atEnd.size(); ++r) {
        if (atEnd[r]) neededAfter(pc, RegId{r});
      }
    }
    while (!pending_.empty()) {
      const auto [pc, r] = pending_.back();
      pending_.pop_back();
      for (const Pc before : before_[pc]) neededAfter(before, r);
    }
    return std::move(live_);
  }

 private:
  void neededAfter(Pc pc, RegId r) {
    if (code_.instrs[pc].dst == r) {
      readAt(pc);
    } else {
      mark(pc, r);
    }
  }
  void readAt(Pc pc) {
    if (read_[pc]) return;
    read_[pc] = true;
    const Instr& in = code_.instrs[pc];
    for (const ExprPtr& e : {in.value, in.expected, in.address.index}) {
      forEachNode(e, [&](const Expr& node) {
        if (node.kind == Expr::Kind::Reg) mark(pc, node.reg);
      });
    }
  }
  void mark(Pc pc, RegId r) {
    if (live_.set(pc, raw(r))) pending_.emplace_back(pc, r);
  }

  const Code& code_;
  const bool skipping_;
  std::vector<bool> read_;  // what the instruction reads has been marked
  std::vector<std::vector<Pc>> before_;
  std::vector<std::pair<Pc, RegId>> pending_;
  BitMatrix live_;
};

bool divides(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) {
    found |= node.kind == Expr::Kind::Binary &&
             (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod);
  });
  return found;
}

}  // namespace

bool onlyAssigns(const Instr& in, const Code& code) {
  return in.op == Instr::Op::Assign &&
         code.registers[raw(in.dst)].type.overflow != IntType::Overflow::Error &&
         !divides(in.value);
}

BitMatrix liveRegisters(const Code& code, const std::vector<bool>& atEnd) {
  return Liveness(code, false).find(atEnd);
}

BitMatrix neededRegisters(const Code& code) {
  return Liveness(code, true).find({});
}

}  // namespace robur
