// Lowering of expressions. In code, accesses become actions of their own first and the expression
// is over registers; in claims, expressions mention memory directly.
#include <algorithm>

#include <fmt/format.h>

#include "prove/thread_code.h"

namespace robur::prove {

using rob::ExprNode;

TermPtr ThreadCode::claim(const ExprNode& e) {
  return value(e, In::Claim);
}

void ThreadCode::note(std::int64_t number) {
  auto& all = system_.constants;
  const auto place = std::ranges::lower_bound(all, number);
  if (place == all.end() || *place != number) all.insert(place, number);
}

bool ThreadCode::touchesMemory(const ExprNode& e) const {
  if (e.kind == ExprNode::Kind::Access || e.kind == ExprNode::Kind::Call) return true;
  if (e.kind == ExprNode::Kind::Name || e.kind == ExprNode::Kind::Index) {
    if (scope_.varNamed(e.name.text)) return true;
  }
  const auto below = [&](const ExprNode* part) { return part != nullptr && touchesMemory(*part); };
  return below(e.lhs) || below(e.rhs) || std::ranges::any_of(e.arguments, below);
}

TermPtr ThreadCode::value(const ExprNode& e, In in) {
  switch (e.kind) {
    case ExprNode::Kind::Broken:
      return number(0);
    case ExprNode::Kind::Number:
      note(e.value);
      return number(e.value);
    case ExprNode::Kind::Tid:
      return threadNumber();
    case ExprNode::Kind::Name:
    case ExprNode::Kind::Index:
      return named(e, in);
    case ExprNode::Kind::Unary:
    case ExprNode::Kind::Binary:
      return operators(e, in);
    case ExprNode::Kind::Access: {
      if (in == In::Claim) {
        scope_.error(e.at, "a claim mentions memory without an access",
                     "write the cell's name alone");
        return number(0);
      }
      const auto got = access(e, std::nullopt);
      return got ? registerTerm(*got) : number(0);
    }
    case ExprNode::Kind::Call:
      if (in == In::Claim && e.name.text == "forall") return quantifier(e);
      if (in == In::Claim && stands_ != nullptr && stands_->change && e.name.text == "old" &&
          e.arguments.size() == 1) {
        value(*e.arguments[0], in);  // reports that it must be the cell
        return ofAction(Term::Kind::Loaded);
      }
      if (e.name.text == "wait" || e.name.text == "nondet") {
        scope_.error(e.at,
                     fmt::format("{} cannot be a part of an expression", rob::quoted(e.name.text)),
                     "assign it first");
      } else {
        scope_.error(e.at, fmt::format("{} gives no value here", rob::quoted(e.name.text)));
      }
      return number(0);
    case ExprNode::Kind::Deref:
    case ExprNode::Kind::AddressOf:
      scope_.error(e.at, "proofs do not support pointers", "use an array and its indices");
      return number(0);
  }
  return number(0);
}

TermPtr ThreadCode::named(const ExprNode& e, In in) {
  const std::string_view name = e.name.text;
  if (e.kind == ExprNode::Kind::Name) {
    for (auto b = bound_.rbegin(); b != bound_.rend(); ++b) {
      if (b->first == name) return bound(b->second, std::string(name));
    }
    if (const auto id = scope_.registerNamed(name)) {
      if (stands_ != nullptr && stands_->reg == id) return ofAction(Term::Kind::Chosen);
      return registerTerm(*id);
    }
    if (const auto constant = scope_.constantNamed(name)) {
      note(*constant);
      return number(*constant);
    }
  }
  const auto id = scope_.varNamed(name);
  if (!id) {
    scope_.unknown(e.name);
    return number(0);
  }
  const Var& var = system_.vars[at(*id)];
  if (in == In::Code && var.ghost) {
    scope_.error(
        e.at, fmt::format("{} is a ghost, on which the program cannot depend", rob::quoted(name)),
        "ghosts may be used in claims and in assignments to ghosts");
    return number(0);
  }
  if (in == In::Claim || var.ghost) {
    if (var.array != (e.kind == ExprNode::Kind::Index)) {
      scope_.error(e.at, var.array ? fmt::format("{} is an array: say which element", name)
                                   : fmt::format("{} is no array", name));
      return number(0);
    }
    if (var.ghost && stands_ != nullptr) {
      scope_.error(e.at, fmt::format("{} is a ghost, on which the program cannot depend",
                                     rob::quoted(name)));
      return number(0);
    }
    const TermPtr index = e.lhs != nullptr ? value(*e.lhs, in) : nullptr;
    if (stands_ == nullptr) return cell(*id, index);
    const bool known = stands_->var.has_value();
    if (known && (stands_->var != id || !equal(stands_->index, index))) stands_->several = true;
    stands_->var = id;
    stands_->index = index;
    return ofAction(stands_->change ? Term::Kind::Changed : Term::Kind::Loaded);
  }
  if (var.atomic) {
    scope_.error(e.at, fmt::format("{} is atomic and read by an operation", rob::quoted(name)),
                 fmt::format("write {}.load(acq)", name));
    return number(0);
  }
  return read(cellOf(e, false), e.at);
}

TermPtr ThreadCode::operators(const ExprNode& e, In in) {
  if (e.kind == ExprNode::Kind::Unary) {
    if (e.unary == UnaryOp::BitNot) {
      scope_.error(e.at, "proofs do not support bit operations");
      return number(0);
    }
    return unary(e.unary, value(*e.lhs, in));
  }
  switch (e.binary) {
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      scope_.error(e.at, "proofs do not support bit operations", "use arithmetic");
      return number(0);
    case BinaryOp::And:
    case BinaryOp::Or:
      if (in != In::Claim && touchesMemory(*e.rhs)) {
        const RegisterId truth = temporary();
        const NodeId yes = fresh();
        const NodeId no = fresh();
        const NodeId join = fresh();
        condition(e, yes, no);
        here_ = yes;
        setRegister(truth, number(1), e.at);
        jump(join);
        here_ = no;
        setRegister(truth, number(0), e.at);
        bind(join);
        return registerTerm(truth);
      }
      break;
    case BinaryOp::Div:
    case BinaryOp::Mod: {
      const auto divisor = value(*e.rhs, in);
      if (divisor->kind != Term::Kind::Const || divisor->value == 0) {
        scope_.error(e.rhs->at, "proofs support division only by constants other than 0");
        return number(0);
      }
      break;
    }
    default:
      break;
  }
  const TermPtr lhs = value(*e.lhs, in);
  return binary(e.binary, lhs, value(*e.rhs, in));
}

// forall(i, claim about i)
TermPtr ThreadCode::quantifier(const ExprNode& e) {
  if (e.arguments.size() != 2 || e.arguments[0]->kind != ExprNode::Kind::Name) {
    scope_.error(e.at, "'forall' is used as forall(i, claim about i)");
    return number(1);
  }
  const std::string_view name = e.arguments[0]->name.text;
  bound_.emplace_back(name, ++quantifiers_);
  const std::int64_t id = quantifiers_;
  const TermPtr body = value(*e.arguments[1], In::Claim);
  bound_.pop_back();
  return forall(id, std::string(name), body);
}

TermPtr ThreadCode::read(const CellRef& p, rob::Range at) {
  if (!p.var) return number(0);
  Action load = action(Action::Kind::Read, at);
  load.var = p.var;
  load.index = p.index;
  const RegisterId dst = temporary();
  load.sets = {{dst, ofAction(Term::Kind::Loaded)}};
  emit(std::move(load));
  return registerTerm(dst);
}

}  // namespace robur::prove
