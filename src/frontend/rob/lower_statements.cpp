// Control flow: structured statements become branches and jumps to marks.
#include <fmt/format.h>

#include "frontend/rob/thread_lowering.h"

namespace robur::frontend_rob {

void ThreadLowering::statement(const StmtNode& s) {
  if (!withinLimits(s.at)) return;
  switch (s.kind) {
    case StmtNode::Kind::Skip:
      return;
    case StmtNode::Kind::Block:
      for (const StmtNode* inner : s.list) statement(*inner);
      return;
    case StmtNode::Kind::Local:
      return local(s, false);
    case StmtNode::Kind::Assign:
      assign(s);
      return emitter_.release(0);
    case StmtNode::Kind::Evaluate:
      evaluate(s);
      return emitter_.release(0);
    case StmtNode::Kind::If:
      return ifStatement(s);
    case StmtNode::Kind::While:
      return whileStatement(s);
    case StmtNode::Kind::DoWhile:
      return doStatement(s);
    case StmtNode::Kind::For:
      return forStatement(s);
    case StmtNode::Kind::Loop:
      return loopStatement(s);
    case StmtNode::Kind::Choose:
      return chooseStatement(s);
    case StmtNode::Kind::Label:
      return defineLabel(s.name);
    case StmtNode::Kind::Havoc:
    case StmtNode::Kind::Invariant:
    case StmtNode::Kind::Ensures:
    case StmtNode::Kind::Ghost:
      if (!refusals_.refuse(s)) emitter_.proofStatement(s, *this);
      return;
    case StmtNode::Kind::Break:
    case StmtNode::Kind::Continue:
    case StmtNode::Kind::Return:
    case StmtNode::Kind::Goto:
      if (const auto target = jumpTarget(s)) emitter_.jump(*target, s.at);
      return;
  }
}

// A register without an initialiser is set once, before the thread begins. So is one that is
// declared at the very start of the thread, where no jump can return to.
void ThreadLowering::local(const StmtNode& s, bool atStart) {
  const std::optional<IntType> type = scope_.type(s.local->type);
  for (const Declarator& declarator : s.local->declarators) {
    declareRegister(declarator, type, atStart);
  }
}

void ThreadLowering::declareRegister(const Declarator& declarator,
                                     const std::optional<IntType>& type, bool atStart) {
  const auto given = initialValue(declarator, type);
  const std::int64_t usual = !type || type->contains(0) ? 0 : type->lo;
  Symbol undeclared;
  undeclared.kind = Symbol::Kind::Register;
  Symbol* const symbol = scope_.declare(declarator.name, undeclared);
  if (symbol == nullptr) return;
  symbol->reg = emitter_.declare(declarator.name, type, atStart && given ? *given : usual);
  if (atStart || !given) return;
  Instr set = instr(Instr::Op::Assign, declarator.at);
  set.dst = symbol->reg;
  set.value = constant(*given);
  emitter_.emit(std::move(set));
}

// Returns nullopt if there is no initial value, or if it is wrong.
std::optional<std::int64_t> ThreadLowering::initialValue(const Declarator& declarator,
                                                         const std::optional<IntType>& type) {
  // An array of registers has already been reported.
  if (!declarator.initialised || declarator.size != nullptr) return std::nullopt;
  if (declarator.braces) {
    error(declarator.at, "a register holds one value and has no braces");
    return std::nullopt;
  }
  const ExprNode& e = *declarator.init[0];
  if (touchesMemory(e)) {
    error(e.at, "the initial value of a register has to be a constant",
          fmt::format("declare it first and then assign: local {0}; {0} = ...;",
                      declarator.name.text));
    return std::nullopt;
  }
  const auto given = scope_.constant(e);
  if (!given || !scope_.fits(e.at, *given, type, declarator.name.text)) return std::nullopt;
  return given;
}

// The target of a statement that consists of a jump only.
std::optional<ThreadLowering::Mark> ThreadLowering::jumpTarget(const StmtNode& s) {
  switch (s.kind) {
    case StmtNode::Kind::Goto:
      if (s.name.text.empty()) return std::nullopt;
      return labelNamed(s.name);
    case StmtNode::Kind::Return:
      return end_;
    case StmtNode::Kind::Break:
    case StmtNode::Kind::Continue: {
      const bool leaves = s.kind == StmtNode::Kind::Break;
      if (!loops_.empty()) return leaves ? loops_.back().exit : loops_.back().again;
      error(s.at, fmt::format("there is no loop to {}", leaves ? "break out of" : "continue"));
      return std::nullopt;
    }
    case StmtNode::Kind::Block:
      if (s.list.size() == 1) return jumpTarget(*s.list[0]);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// The target of an arm of a branch if the arm needs no code of its own.
std::optional<ThreadLowering::Mark> ThreadLowering::armTarget(const StmtNode& s, Mark join) {
  const bool empty = s.kind == StmtNode::Kind::Block && s.list.empty();
  if (empty || s.kind == StmtNode::Kind::Skip) return join;
  if (s.kind == StmtNode::Kind::Block && s.list.size() == 1) return armTarget(*s.list[0], join);
  return jumpTarget(s);
}

void ThreadLowering::ifStatement(const StmtNode& s) {
  const Mark join = emitter_.mark();
  const auto yesArm = armTarget(*s.body, join);
  const auto noArm = s.other != nullptr ? armTarget(*s.other, join) : join;
  const Mark yes = yesArm ? *yesArm : emitter_.mark();
  const Mark no = noArm ? *noArm : emitter_.mark();
  condition(*s.value, yes, no);
  if (!yesArm) {
    emitter_.place(yes);
    statement(*s.body);
    if (!noArm) emitter_.jump(join, s.at);
  }
  if (!noArm) {
    emitter_.place(no);
    statement(*s.other);
  }
  emitter_.place(join);
}

void ThreadLowering::body(const StmtNode& s, Loop loop) {
  loops_.push_back(loop);
  statement(s);
  loops_.pop_back();
}

void ThreadLowering::whileStatement(const StmtNode& s) {
  const Mark top = emitter_.mark();
  const Mark exit = emitter_.mark();
  const Loop loop{exit, top};
  emitter_.place(top);
  loops_.push_back(loop);
  const auto arm = armTarget(*s.body, top);
  loops_.pop_back();
  const Mark inside = arm ? *arm : emitter_.mark();
  condition(*s.value, inside, exit);
  if (!arm) {
    emitter_.place(inside);
    body(*s.body, loop);
    emitter_.jump(top, s.value->at);
  }
  emitter_.place(exit);
}

void ThreadLowering::doStatement(const StmtNode& s) {
  const Mark top = emitter_.mark();
  const Loop loop{emitter_.mark(), emitter_.mark()};
  emitter_.place(top);
  body(*s.body, loop);
  emitter_.place(loop.again);
  condition(*s.value, top, loop.exit);
  emitter_.place(loop.exit);
}

void ThreadLowering::forStatement(const StmtNode& s) {
  if (s.init != nullptr) statement(*s.init);
  const Mark top = emitter_.mark();
  const Mark inside = emitter_.mark();
  const Loop loop{emitter_.mark(), s.step != nullptr ? emitter_.mark() : top};
  emitter_.place(top);
  if (s.value != nullptr) condition(*s.value, inside, loop.exit);
  emitter_.place(inside);
  body(*s.body, loop);
  if (s.step != nullptr) {
    emitter_.place(loop.again);
    statement(*s.step);
  }
  emitter_.jump(top, s.value != nullptr ? s.value->at : s.at);
  emitter_.place(loop.exit);
}

void ThreadLowering::loopStatement(const StmtNode& s) {
  const Loop loop{emitter_.mark(), emitter_.mark()};
  emitter_.place(loop.again);
  body(*s.body, loop);
  emitter_.jump(loop.again, s.at);
  emitter_.place(loop.exit);
}

void ThreadLowering::chooseStatement(const StmtNode& s) {
  const Mark join = emitter_.mark();
  std::vector<Mark> targets;
  std::vector<std::pair<const StmtNode*, Mark>> arms;  // those that need code
  for (const StmtNode* alternative : s.list) {
    const auto elsewhere = armTarget(*alternative, join);
    const Mark target = elsewhere ? *elsewhere : emitter_.mark();
    targets.push_back(target);
    if (!elsewhere) arms.emplace_back(alternative, target);
  }
  emitter_.choose(targets, s.at);
  for (const auto& [alternative, target] : arms) {
    emitter_.place(target);
    statement(*alternative);
    if (alternative != arms.back().first) emitter_.jump(join, alternative->at);
  }
  emitter_.place(join);
}

}  // namespace robur::frontend_rob
