#include "prove/thread_code.h"

#include <fmt/format.h>

namespace robur::prove {

using rob::ExprNode;
using rob::StmtNode;

ThreadCode::ThreadCode(System& system, Scope& scope, const rob::ThreadNode& node)
    : system_(system), scope_(scope), node_(node) {}

Thread ThreadCode::run() {
  thread_.name = node_.name.text;
  thread_.span = scope_.span(node_.name.at);
  if (node_.any) thread_.copies = Thread::Copies::Any;
  if (node_.count != nullptr) {
    thread_.copies = Thread::Copies::Some;
    thread_.count = scope_.constant(*node_.count).value_or(1);
    if (thread_.count < 1) {
      scope_.error(node_.count->at,
                   fmt::format("a thread has at least one copy, not {}", thread_.count));
    }
  }
  here_ = thread_.entry = fresh();
  end_ = fresh();
  statement(*node_.body);
  jump(end_);
  for (const auto& [name, label] : labels_) {
    if (label.defined) continue;
    scope_.error(label.used.at, fmt::format("there is no label {}", rob::quoted(name)));
  }
  return finish();
}

NodeId ThreadCode::fresh() {
  parent_.push_back(NodeId{static_cast<std::uint32_t>(parent_.size())});
  return parent_.back();
}

NodeId ThreadCode::find(NodeId node) {
  while (parent_[at(node)] != node) node = parent_[at(node)] = parent_[at(parent_[at(node)])];
  return node;
}

void ThreadCode::unify(NodeId a, NodeId b) {
  parent_[at(find(a))] = find(b);
}

// Makes the node the current one; control falls through to it.
void ThreadCode::bind(NodeId node) {
  unify(here_, node);
  here_ = node;
  last_.clear();
}

void ThreadCode::jump(NodeId target) {
  unify(here_, target);
  here_ = fresh();
  last_.clear();
}

Action ThreadCode::action(Action::Kind kind, rob::Range at) const {
  Action a;
  a.kind = kind;
  a.span = scope_.span(at);
  a.text = scope_.text(at);
  return a;
}

void ThreadCode::emit(Action a) {
  const NodeId next = fresh();
  emitTo(std::move(a), next);
  here_ = next;
  last_ = {thread_.actions.size() - 1};
}

void ThreadCode::emitTo(Action a, NodeId to) {
  a.from = here_;
  a.to = to;
  if (a.instruction == 0) a.instruction = ++instructions_;
  claimBounds(a);
  thread_.actions.push_back(std::move(a));
}

RegisterId ThreadCode::temporary() {
  const RegisterId id{static_cast<std::uint32_t>(thread_.registers.size())};
  std::size_t number = 1;
  for (const Register& s : thread_.registers) number += s.hidden ? 1 : 0;
  thread_.registers.push_back({fmt::format("${}", number), 0, {}, {}, true});
  return id;
}

void ThreadCode::statement(const StmtNode& s) {
  switch (s.kind) {
    case StmtNode::Kind::Skip:
      return;
    case StmtNode::Kind::Block:
      for (const StmtNode* inner : s.list) statement(*inner);
      return;
    case StmtNode::Kind::Local:
      return local(s);
    case StmtNode::Kind::Assign:
      return assign(s);
    case StmtNode::Kind::Evaluate:
      return evaluate(*s.value);
    case StmtNode::Kind::If:
      return ifStatement(s);
    case StmtNode::Kind::While:
    case StmtNode::Kind::DoWhile:
    case StmtNode::Kind::Loop:
      return loopStatement(s);
    case StmtNode::Kind::For:
      return forStatement(s);
    case StmtNode::Kind::Choose:
      return choose(s);
    case StmtNode::Kind::Label: {
      JumpLabel& l = label(s.name);
      if (l.defined) {
        scope_.error(s.name.at, fmt::format("label {} already exists", rob::quoted(s.name.text)));
      }
      l.defined = true;
      return bind(l.node);
    }
    case StmtNode::Kind::Break:
    case StmtNode::Kind::Continue:
    case StmtNode::Kind::Return:
    case StmtNode::Kind::Goto:
      return jumpStatement(s);
    case StmtNode::Kind::Havoc:
      return havoc(s);
    case StmtNode::Kind::Ghost:
      return ghost(s);
    case StmtNode::Kind::Invariant:
      invariants_.emplace_back(
          here_, Claim{Claim::Kind::Invariant, claim(*s.value), scope_.span(s.at), {}});
      return;
    case StmtNode::Kind::Ensures:
      ensures_.push_back({Claim::Kind::Ensures, claim(*s.value), scope_.span(s.at), {}});
      return;
  }
}

// An initial value is part of the thread's initial state if the declaration comes first; otherwise
// it is assigned whenever control reaches the declaration.
void ThreadCode::local(const StmtNode& s) {
  const Scope::Bounds bounds = scope_.bounds(s.local->type);
  for (const rob::Declarator& d : s.local->declarators) {
    const RegisterId id{static_cast<std::uint32_t>(thread_.registers.size())};
    if (!scope_.declareRegister(d.name, id)) continue;
    Register reg{std::string(d.name.text), 0, bounds.lo, bounds.hi, false};
    if (bounds.lo && (*bounds.lo > 0 || *bounds.hi < 0)) reg.init = *bounds.lo;
    std::optional<std::int64_t> given;
    if (d.initialised && !d.braces) given = scope_.constant(*d.init[0]);
    const bool atStart = here_ == thread_.entry && thread_.actions.empty();
    if (given && atStart) reg.init = *given;
    thread_.registers.push_back(std::move(reg));
    if (given) note(*given);
    if (given && !atStart) setRegister(id, number(*given), d.at);
  }
}

void ThreadCode::ifStatement(const StmtNode& s) {
  const NodeId yes = fresh();
  const NodeId no = fresh();
  const NodeId join = fresh();
  condition(*s.value, yes, no);
  here_ = yes;
  last_.clear();
  statement(*s.body);
  jump(join);
  here_ = no;
  if (s.other != nullptr) statement(*s.other);
  bind(join);
}

void ThreadCode::loopStatement(const StmtNode& s) {
  const Loop loop{fresh(), fresh()};
  const NodeId top = fresh();
  bind(top);
  const bool checksFirst = s.kind == StmtNode::Kind::While;
  if (checksFirst || s.kind == StmtNode::Kind::Loop) unify(loop.again, top);
  if (checksFirst) {
    const NodeId inside = fresh();
    condition(*s.value, inside, loop.exit);
    here_ = inside;
  }
  loops_.push_back(loop);
  statement(*s.body);
  loops_.pop_back();
  if (s.kind == StmtNode::Kind::DoWhile) {
    bind(loop.again);
    condition(*s.value, top, loop.exit);
  } else {
    jump(top);
  }
  here_ = loop.exit;
  last_.clear();
}

void ThreadCode::forStatement(const StmtNode& s) {
  if (s.init != nullptr) statement(*s.init);
  const Loop loop{fresh(), fresh()};
  const NodeId top = fresh();
  bind(top);
  if (s.value != nullptr) {
    const NodeId inside = fresh();
    condition(*s.value, inside, loop.exit);
    here_ = inside;
  }
  loops_.push_back(loop);
  statement(*s.body);
  loops_.pop_back();
  bind(loop.again);
  if (s.step != nullptr) statement(*s.step);
  jump(top);
  here_ = loop.exit;
}

// All arms start at the current node: choosing is not an action.
void ThreadCode::choose(const StmtNode& s) {
  const NodeId from = here_;
  const NodeId join = fresh();
  for (const StmtNode* arm : s.list) {
    here_ = fresh();
    last_.clear();
    const NodeId begin = here_;
    Action skip = action(Action::Kind::Local, arm->at);
    skip.text = "choose";
    here_ = from;
    emitTo(std::move(skip), begin);
    here_ = begin;
    statement(*arm);
    jump(join);
  }
  here_ = join;
}

void ThreadCode::jumpStatement(const StmtNode& s) {
  if (s.kind == StmtNode::Kind::Return) return jump(end_);
  if (s.kind == StmtNode::Kind::Goto) {
    if (!s.name.text.empty()) jump(label(s.name).node);
    return;
  }
  const bool leaves = s.kind == StmtNode::Kind::Break;
  if (!loops_.empty()) return jump(leaves ? loops_.back().exit : loops_.back().again);
  scope_.error(s.at, fmt::format("there is no loop to {}", leaves ? "break out of" : "continue"));
}

ThreadCode::JumpLabel& ThreadCode::label(const rob::Word& name) {
  const auto [found, isNew] = labels_.try_emplace(name.text);
  if (isNew) {
    found->second.node = fresh();
    found->second.used = name;
  }
  return found->second;
}

// && and || become control flow, so that an access on the right happens only if it is evaluated.
void ThreadCode::condition(const ExprNode& e, NodeId yes, NodeId no) {
  const bool connects =
      e.kind == ExprNode::Kind::Binary && (e.binary == BinaryOp::And || e.binary == BinaryOp::Or);
  if (connects && touchesMemory(*e.rhs)) {
    const NodeId middle = fresh();
    const bool both = e.binary == BinaryOp::And;
    condition(*e.lhs, both ? middle : yes, both ? no : middle);
    here_ = middle;
    return condition(*e.rhs, yes, no);
  }
  if (e.kind == ExprNode::Kind::Unary && e.unary == UnaryOp::Not) return condition(*e.lhs, no, yes);
  const TermPtr decides = value(e);
  if (decides->kind == Term::Kind::Const) {
    jump(decides->value != 0 ? yes : no);
    return;
  }
  Action then = action(Action::Kind::Local, e.at);
  Action otherwise = then;
  then.guard = decides;
  otherwise.guard = negation(decides);
  emitTo(std::move(then), yes);
  emitTo(std::move(otherwise), no);
  here_ = fresh();
  last_.clear();
}

// Renumbers the nodes; unreachable ones are dropped.
Thread ThreadCode::finish() {
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
  const NodeId end = find(end_);
  if (!number[at(end)]) reach(end);  // the end of a thread that never reaches it
  thread_.entry = NodeId{0};
  thread_.exit = *number[at(end)];
  thread_.out.assign(order.size(), {});
  thread_.invariants.assign(order.size(), {});
  for (std::size_t i = 0; i < actions.size(); ++i) thread_.out[at(actions[i].from)].push_back(i);
  thread_.actions = std::move(actions);
  for (auto& [node, claim] : invariants_) {
    if (const auto n = number[at(find(node))]) thread_.invariants[at(*n)].push_back(claim);
  }
  thread_.ensures = std::move(ensures_);
  for (const Register& s : thread_.registers) thread_.registerNames.push_back(s.name);
  return std::move(thread_);
}

}  // namespace robur::prove
