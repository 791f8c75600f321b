// Moves of values into the registers of a join, all at once.
#include "frontend/llvm/paths.h"

namespace robur::frontend_llvm {

namespace {

bool reads(const ExprPtr& e, RegId r) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) {
    found = found || (node.kind == Expr::Kind::Reg && node.reg == r);
  });
  return found;
}

ExprPtr renamed(const ExprPtr& e, RegId from, RegId to) {
  switch (e->kind) {
    case Expr::Kind::Reg:
      return e->reg == from ? reg(to) : e;
    case Expr::Kind::Unary:
      return unary(e->unary, renamed(e->lhs, from, to));
    case Expr::Kind::Binary:
      return binary(e->binary, renamed(e->lhs, from, to), renamed(e->rhs, from, to));
    default:
      return e;
  }
}

}  // namespace

// A move whose target no other move reads goes first; a cycle is broken by a temporary register.
void Paths::moveAll(std::vector<Move> moves) {
  std::erase_if(
      moves, [](const Move& m) { return m.from->kind == Expr::Kind::Reg && m.from->reg == m.to; });
  while (!moves.empty()) {
    std::size_t pick = moves.size();
    for (std::size_t i = 0; i < moves.size() && pick == moves.size(); ++i) {
      bool read = false;
      for (std::size_t j = 0; j < moves.size() && !read; ++j) {
        read = j != i && reads(moves[j].from, moves[i].to);
      }
      if (!read) pick = i;
    }
    Instr instr;
    instr.op = Instr::Op::Assign;
    instr.span = code.here(*code.current);
    if (pick == moves.size()) {
      const RegId held = moves[0].to;
      const RegId spare = code.out.temporary(typeOfWidth(64));
      instr.dst = spare;
      instr.value = reg(held);
      for (Move& m : moves) {
        m.from = renamed(m.from, held, spare);
      }
    } else {
      instr.dst = moves[pick].to;
      instr.value = moves[pick].from;
      moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    code.out.emit(std::move(instr));
  }
}

}  // namespace robur::frontend_llvm
