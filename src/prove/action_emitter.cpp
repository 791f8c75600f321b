#include "prove/action_emitter.h"

#include <fmt/format.h>

namespace robur::prove {

namespace {

std::string onOneLine(std::string_view text, rob::Range at) {
  std::string out;
  for (const char c : text.substr(at.begin, at.end - at.begin)) {
    const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

ActionEmitter::ActionEmitter(const rob::Lowering& context, rob::FileLowering& file, System& system)
    : context_(context),
      scope_(file.scope()),
      system_(system),
      claims_(file.scope(), file.refusals(), context.errors, system, meanings_) {
  here_ = thread_.entry = fresh();
}

NodeId ActionEmitter::fresh() {
  parent_.push_back(NodeId{static_cast<std::uint32_t>(parent_.size())});
  return parent_.back();
}

NodeId ActionEmitter::find(NodeId node) {
  while (parent_[at(node)] != node) node = parent_[at(node)] = parent_[at(parent_[at(node)])];
  return node;
}

void ActionEmitter::unify(NodeId a, NodeId b) {
  parent_[at(find(a))] = find(b);
}

void ActionEmitter::continueAt(NodeId node) {
  here_ = node;
  last_.clear();
}

void ActionEmitter::place(Mark mark) {
  unify(here_, NodeId{raw(mark)});
  continueAt(NodeId{raw(mark)});
}

void ActionEmitter::jump(Mark target, rob::Range) {
  unify(here_, NodeId{raw(target)});
  continueAt(fresh());
}

void ActionEmitter::branch(const ExprPtr& condition, Mark yes, Mark no, rob::Range at) {
  if (condition->kind == Expr::Kind::Unary && condition->unary == UnaryOp::Not) {
    return branch(condition->lhs, no, yes, at);
  }
  if (condition->kind == Expr::Kind::Const) return jump(condition->value != 0 ? yes : no, at);
  Action then = action(Action::Kind::Local, context_.lines.span(at));
  Action otherwise = then;
  then.guard = term(condition);
  otherwise.guard = negation(then.guard);
  addTo(std::move(then), NodeId{raw(yes)});
  addTo(std::move(otherwise), NodeId{raw(no)});
  continueAt(fresh());
}

void ActionEmitter::choose(std::span<const Mark> alternatives, rob::Range at) {
  for (const Mark target : alternatives) {
    Action chosen = action(Action::Kind::Local, context_.lines.span(at));
    chosen.text = "choose";
    addTo(std::move(chosen), NodeId{raw(target)});
  }
  continueAt(fresh());
}

RegId ActionEmitter::meaning(TermPtr term) {
  meanings_.push_back(std::move(term));
  return RegId{static_cast<std::uint32_t>(meanings_.size() - 1)};
}

RegId ActionEmitter::declare(const rob::Word& name, const std::optional<IntType>& type,
                             std::int64_t init) {
  const RegisterId id{static_cast<std::uint32_t>(thread_.registers.size())};
  Register made{std::string(name.text), init, {}, {}, false};
  if (type) {
    made.lo = type->lo;
    made.hi = type->hi;
  }
  thread_.registers.push_back(std::move(made));
  return meaning(registerTerm(id));
}

RegId ActionEmitter::temporary(const std::optional<IntType>&) {
  const RegisterId id{static_cast<std::uint32_t>(thread_.registers.size())};
  std::size_t number = 1;
  for (const Register& r : thread_.registers) number += r.hidden ? 1 : 0;
  thread_.registers.push_back({fmt::format("${}", number), 0, {}, {}, true});
  return meaning(registerTerm(id));
}

ExprPtr ActionEmitter::ghost(LocationId ghost, const ExprPtr& index) {
  return reg(meaning(cell(VarId{raw(ghost)}, index ? term(index) : nullptr)));
}

Action ActionEmitter::action(Action::Kind kind, const Span& span) const {
  Action a;
  a.kind = kind;
  a.span = span;
  a.text = onOneLine(system_.source.text, context_.lines.range(span));
  return a;
}

// The outcomes of one instruction.
void ActionEmitter::add(std::vector<Action> outcomes) {
  const NodeId next = fresh();
  std::vector<std::size_t> added;
  for (Action& a : outcomes) {
    addTo(std::move(a), next);
    added.push_back(thread_.actions.size() - 1);
  }
  here_ = next;
  last_ = std::move(added);
}

void ActionEmitter::addTo(Action a, NodeId to) {
  a.from = here_;
  a.to = to;
  if (a.instruction == 0) a.instruction = ++instructions_;
  claimBounds(a);
  thread_.actions.push_back(std::move(a));
}

// Adds the claims that an action respects declared ranges and array sizes.
void ActionEmitter::claimBounds(Action& a) const {
  const auto within = [](const TermPtr& t, std::int64_t lo, std::int64_t hi) {
    return binary(BinaryOp::And, binary(BinaryOp::Le, number(lo), t),
                  binary(BinaryOp::Le, t, number(hi)));
  };
  const Var* const var = a.var ? &system_.vars[at(*a.var)] : nullptr;
  if (a.index && var->size) {
    a.claims.push_back({Claim::Kind::Index, within(a.index, 0, *var->size - 1), a.span, {}});
  }
  if (a.stored && var->array && var->lo) {
    a.claims.push_back(
        {Claim::Kind::FitsTarget, within(a.stored, *var->lo, *var->hi), a.span, var->name});
  }
  for (const Assignment& set : a.sets) {
    const Register& target = thread_.registers[at(set.reg)];
    if (!target.lo) continue;
    a.claims.push_back(
        {Claim::Kind::FitsTarget, within(set.value, *target.lo, *target.hi), a.span, target.name});
  }
}

Thread ActionEmitter::finish() {
  std::vector<std::vector<std::size_t>> out(parent_.size());
  for (std::size_t i = 0; i < thread_.actions.size(); ++i) {
    out[at(find(thread_.actions[i].from))].push_back(i);
  }
  std::vector<std::optional<NodeId>> number(parent_.size());
  std::vector<NodeId> order;
  const auto reach = [&](NodeId n) {
    if (number[at(n)]) return;
    number[at(n)] = NodeId{static_cast<std::uint32_t>(order.size())};
    order.push_back(n);
  };
  reach(find(thread_.entry));
  std::vector<Action> actions;
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::size_t i : out[at(order[next])]) {
      reach(find(thread_.actions[i].to));
      Action a = thread_.actions[i];
      a.from = *number[at(order[next])];
      a.to = *number[at(find(a.to))];
      actions.push_back(std::move(a));
    }
  }
  const NodeId end = find(here_);
  reach(end);  // even if the thread never ends
  thread_.entry = NodeId{0};
  thread_.exit = *number[at(end)];
  thread_.setActions(std::move(actions), order.size());
  thread_.invariants.assign(order.size(), {});
  for (auto& [node, claim] : invariants_) {
    if (const auto n = number[at(find(node))]) thread_.invariants[at(*n)].push_back(claim);
  }
  for (const Register& r : thread_.registers) thread_.registerNames.push_back(r.name);
  return std::move(thread_);
}

}  // namespace robur::prove
