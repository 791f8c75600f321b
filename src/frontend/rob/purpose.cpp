#include "frontend/rob/purpose.h"

#include <fmt/format.h>

#include "frontend/rob/operations.h"

namespace robur::frontend_rob {

namespace {

bool onBits(BinaryOp op) {
  return op >= BinaryOp::BitAnd && op <= BinaryOp::Shr;
}

bool onBits(RmwOp op) {
  return op == RmwOp::And || op == RmwOp::Or || op == RmwOp::Xor;
}

bool onBits(const ExprNode& e) {
  if (e.kind == ExprNode::Kind::Unary) return e.unary == UnaryOp::BitNot;
  if (e.kind == ExprNode::Kind::Binary) return onBits(e.binary);
  if (e.kind != ExprNode::Kind::Access) return false;
  const Operation* const operation = operationNamed(e.name.text);
  return operation != nullptr && operation->op == Instr::Op::Rmw && onBits(operation->rmw);
}

}  // namespace

bool Refusals::report(Range at, std::string message, std::string help) {
  errors_.add(at, std::move(message), std::move(help));
  return true;
}

bool Refusals::refuse(const TypeNode& type) {
  using Kind = TypeNode::Kind;
  if (checks()) {
    return type.kind == Kind::Unbounded &&
           report(type.at, "an 'int' has no bounds, so its values cannot all be tried",
                  "give it a range such as 0..3, or use 'robur prove'");
  }
  const bool none = type.kind == Kind::Default;
  if (!none && type.kind != Kind::Width && type.kind != Kind::WrappingRange) return false;
  return report(type.at,
                fmt::format("{}; proofs do not support wrapping types",
                            none ? "without a type this is an i32, which wraps around"
                                 : "this type wraps around"),
                "write int, or a range such as 0..3");
}

bool Refusals::refuse(const StmtNode& s) {
  if (!checks()) return false;
  const auto forProofs = [&](std::string_view what, std::string_view instead) {
    return report(s.at,
                  fmt::format("{} is for proofs; an exhaustive check has no use for it", what),
                  fmt::format("{}, or use 'robur prove'", instead));
  };
  switch (s.kind) {
    case StmtNode::Kind::Havoc:
      return forProofs("'havoc'", "write the access that it stands for");
    case StmtNode::Kind::Invariant:
      return forProofs("an invariant", "leave it out");
    case StmtNode::Kind::Ensures:
      return forProofs("'ensures'", "write 'assert' where the thread ends");
    case StmtNode::Kind::Ghost:
      return forProofs("a ghost", "leave it out");
    default:
      return false;
  }
}

bool Refusals::refuse(const ExprNode& e) {
  if (checks()) return false;
  if (e.kind == ExprNode::Kind::Deref || e.kind == ExprNode::Kind::AddressOf) {
    return report(e.at, "proofs do not support pointers", "use an array and its indices");
  }
  return onBits(e) && refuseBits(e.at);
}

bool Refusals::refuse(BinaryOp op, Range at) {
  return !checks() && onBits(op) && refuseBits(at);
}

bool Refusals::refuseBits(Range at) {
  return report(at, "proofs do not support bit operations", "use arithmetic");
}

bool Refusals::refuseGhost(const Declarator& declarator) {
  return checks() &&
         report(declarator.at, "a ghost is for proofs; an exhaustive check has no use for it",
                "leave it out, or use 'robur prove'");
}

bool Refusals::refuseUnboundedArray(const Declarator& declarator) {
  return checks() &&
         report(declarator.at, "this array has no bounds, so its contents cannot all be tried",
                "give it a size such as [4], or use 'robur prove'");
}

bool Refusals::refuseIndex(const ThreadNode& thread, Range at) {
  return checks() && thread.any &&
         report(at, "any number of copies are checked as copies that do not know their number",
                "say how many, as in [2], or leave 'tid' out");
}

void Refusals::refuseDivisor(const ExprNode& e, bool constant, std::int64_t value) {
  const bool divides = e.binary == BinaryOp::Div || e.binary == BinaryOp::Mod;
  if (checks() || !divides || (constant && value != 0)) return;
  report(e.rhs->at, "proofs support division only by constants other than 0",
         "divide by a number or a 'const'");
}

}  // namespace robur::frontend_rob
