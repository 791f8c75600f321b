// Labels, limits, and the code that begins and ends a thread.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/rob/suggest.h"
#include "frontend/rob/thread_lowering.h"
#include "program/validate.h"

namespace robur::frontend_rob {

ThreadLowering::ThreadLowering(const Program& program, Scope& scope, const Lowering& context,
                               const ThreadNode& thread)
    : program_(program), scope_(scope), context_(context), thread_(thread), end_(builder_.mark()) {}

Code ThreadLowering::run() {
  bool atStart = true;
  for (const StmtNode* s : thread_.body->list) {
    atStart = atStart && s->kind == StmtNode::Kind::Local;
    if (atStart) {
      local(*s, true);
    } else {
      statement(*s);
    }
  }
  checkLabels();
  if (context_.errors.any()) return {};  // some marks may not be placed
  place(end_);
  return builder_.finish(std::string(thread_.name.text), span(thread_.at));
}

// A label exists from its first mention on, whether that is a goto or its definition.
ThreadLowering::JumpLabel& ThreadLowering::label(std::string_view name) {
  const auto [found, isNew] = labelIndex_.try_emplace(name, labels_.size());
  if (isNew) labels_.push_back({builder_.mark(), {}, {}});
  return labels_[found->second];
}

ThreadLowering::Mark ThreadLowering::labelNamed(Word name) {
  JumpLabel& target = label(name.text);
  if (target.used.text.empty()) target.used = name;
  return target.mark;
}

void ThreadLowering::defineLabel(Word name) {
  JumpLabel& here = label(name.text);
  if (!here.defined.text.empty()) {
    error(name.at, fmt::format("label {} already exists in line {}", quoted(name.text),
                               context_.lines.line(here.defined.at.begin)));
    return;
  }
  here.defined = name;
  builder_.label(std::string(name.text), here.mark);
  place(here.mark);
}

void ThreadLowering::checkLabels() {
  for (const JumpLabel& target : labels_) {
    if (!target.defined.text.empty()) continue;
    Suggestion suggestion(target.used.text);
    for (const JumpLabel& other : labels_) suggestion.consider(other.defined.text);
    error(target.used.at,
          fmt::format("thread {} has no label {}", quoted(thread_.name.text),
                      quoted(target.used.text)),
          suggestion.text("a label is a name and a colon before a statement"));
    if (context_.errors.full()) return;
  }
}

// validate() would reject a longer thread, so lowering stops.
bool ThreadLowering::withinLimits(Range at) {
  if (builder_.size() <= kMaxInstrs) return true;
  if (!tooLong_) {
    error(at, fmt::format("thread {} has more than {} instructions", quoted(thread_.name.text),
                          kMaxInstrs));
  }
  tooLong_ = true;
  return false;
}

Instr ThreadLowering::instr(Instr::Op op, Range at) const {
  Instr made;
  made.op = op;
  made.span = span(at);
  return made;
}

void ThreadLowering::emit(Instr instr) {
  builder_.emit(std::move(instr));
  reachable_ = true;
}

void ThreadLowering::error(Range at, std::string message, std::string help) {
  context_.errors.add(at, std::move(message), std::move(help));
}

RegId ThreadLowering::temporary(const IntType& type) {
  auto pool = std::ranges::find(pools_, type, &Pool::type);
  if (pool == pools_.end()) pool = pools_.insert(pools_.end(), {type, {}});
  RegId made = kNoReg;
  if (pool->free.empty()) {
    made = builder_.temporary(type);
    ++registers_;
  } else {
    made = pool->free.back();
    pool->free.pop_back();
  }
  borrowed_.emplace_back(static_cast<std::size_t>(pool - pools_.begin()), made);
  return made;
}

// Releases the temporaries that were borrowed after the first `before`, in reverse order, so that
// the next statement begins with the first of them again.
void ThreadLowering::releaseTemporaries(std::size_t before) {
  while (borrowed_.size() > before) {
    const auto [pool, made] = borrowed_.back();
    pools_[pool].free.push_back(made);
    borrowed_.pop_back();
  }
}

}  // namespace robur::frontend_rob
