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
      return releaseTemporaries();
    case StmtNode::Kind::Evaluate:
      evaluate(s);
      return releaseTemporaries();
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
      return refuse(s, "'havoc'", "write the access that it stands for, or use 'robur prove'");
    case StmtNode::Kind::Invariant:
      return refuse(s, "an invariant", "leave it out, or use 'robur prove'");
    case StmtNode::Kind::Ensures:
      return refuse(s, "'ensures'", "write 'assert' where the thread ends, or use 'robur prove'");
    case StmtNode::Kind::Ghost:
      return refuse(s, "a ghost", "leave it out, or use 'robur prove'");
    case StmtNode::Kind::Break:
    case StmtNode::Kind::Continue:
    case StmtNode::Kind::Return:
    case StmtNode::Kind::Goto:
      if (const auto target = jumpTarget(s)) jump(*target, s.at);
      return;
  }
}

void ThreadLowering::refuse(const StmtNode& s, std::string_view what, std::string_view help) {
  error(s.at, fmt::format("{} is for proofs; an exhaustive check has no use for it", what),
        std::string(help));
}

// A register without an initialiser is set once, before the thread begins. So is one that is
// declared at the very start of the thread, where no jump can return to.
void ThreadLowering::local(const StmtNode& s, bool atStart) {
  const IntType type = scope_.type(s.local->type);
  for (const Declarator& declarator : s.local->declarators) {
    declareRegister(declarator, type, atStart);
  }
}

void ThreadLowering::declareRegister(const Declarator& declarator, const IntType& type,
                                     bool atStart) {
  const auto given = initialValue(declarator, type);
  const std::int64_t usual = type.contains(0) ? 0 : type.lo;
  Symbol symbol;
  symbol.kind = Symbol::Kind::Register;
  symbol.reg = RegId{registers_};
  if (!scope_.declare(declarator.name, symbol)) return;
  builder_.addRegister({std::string(declarator.name.text), type, atStart && given ? *given : usual,
                        span(declarator.name.at)});
  ++registers_;
  if (atStart || !given) return;
  Instr set = instr(Instr::Op::Assign, declarator.at);
  set.dst = symbol.reg;
  set.value = constant(*given);
  emit(std::move(set));
}

// Returns nullopt if there is no initial value, or if it is wrong.
std::optional<std::int64_t> ThreadLowering::initialValue(const Declarator& declarator,
                                                         const IntType& type) {
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

void ThreadLowering::place(Mark mark) {
  builder_.place(mark);
  reachable_ = true;
}

void ThreadLowering::jump(Mark target, Range at) {
  if (reachable_) builder_.jump(target, span(at));
  reachable_ = false;
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
  const Mark join = builder_.mark();
  const auto yesArm = armTarget(*s.body, join);
  const auto noArm = s.other != nullptr ? armTarget(*s.other, join) : join;
  const Mark yes = yesArm ? *yesArm : builder_.mark();
  const Mark no = noArm ? *noArm : builder_.mark();
  condition(*s.value, yes, no);
  if (!yesArm) {
    place(yes);
    statement(*s.body);
    if (!noArm) jump(join, s.at);
  }
  if (!noArm) {
    place(no);
    statement(*s.other);
  }
  place(join);
}

void ThreadLowering::body(const StmtNode& s, Loop loop) {
  loops_.push_back(loop);
  statement(s);
  loops_.pop_back();
}

void ThreadLowering::whileStatement(const StmtNode& s) {
  const Mark top = builder_.mark();
  const Mark exit = builder_.mark();
  const Loop loop{exit, top};
  place(top);
  loops_.push_back(loop);
  const auto arm = armTarget(*s.body, top);
  loops_.pop_back();
  const Mark inside = arm ? *arm : builder_.mark();
  condition(*s.value, inside, exit);
  if (!arm) {
    place(inside);
    body(*s.body, loop);
    jump(top, s.value->at);
  }
  place(exit);
}

void ThreadLowering::doStatement(const StmtNode& s) {
  const Mark top = builder_.mark();
  const Loop loop{builder_.mark(), builder_.mark()};
  place(top);
  body(*s.body, loop);
  place(loop.again);
  condition(*s.value, top, loop.exit);
  place(loop.exit);
}

void ThreadLowering::forStatement(const StmtNode& s) {
  if (s.init != nullptr) statement(*s.init);
  const Mark top = builder_.mark();
  const Mark inside = builder_.mark();
  const Loop loop{builder_.mark(), s.step != nullptr ? builder_.mark() : top};
  place(top);
  if (s.value != nullptr) condition(*s.value, inside, loop.exit);
  place(inside);
  body(*s.body, loop);
  if (s.step != nullptr) {
    place(loop.again);
    statement(*s.step);
  }
  jump(top, s.value != nullptr ? s.value->at : s.at);
  place(loop.exit);
}

void ThreadLowering::loopStatement(const StmtNode& s) {
  const Loop loop{builder_.mark(), builder_.mark()};
  place(loop.again);
  body(*s.body, loop);
  jump(loop.again, s.at);
  place(loop.exit);
}

void ThreadLowering::chooseStatement(const StmtNode& s) {
  const Mark join = builder_.mark();
  const Pc choice = builder_.choice(span(s.at));
  reachable_ = false;
  std::vector<std::pair<const StmtNode*, Mark>> arms;  // those that need code
  for (const StmtNode* alternative : s.list) {
    const auto elsewhere = armTarget(*alternative, join);
    const Mark target = elsewhere ? *elsewhere : builder_.mark();
    builder_.alternative(choice, target);
    if (!elsewhere) arms.emplace_back(alternative, target);
  }
  for (const auto& [alternative, target] : arms) {
    place(target);
    statement(*alternative);
    if (alternative != arms.back().first) jump(join, alternative->at);
  }
  place(join);
}

}  // namespace robur::frontend_rob
