// Labels, limits, and the beginning and end of a thread.
#include <fmt/format.h>

#include "frontend/rob/suggest.h"
#include "frontend/rob/thread_lowering.h"
#include "program/validate.h"

namespace robur::frontend_rob {

ThreadLowering::ThreadLowering(Scope& scope, Refusals& refusals, const Lowering& context,
                               const ThreadNode& thread, Emitter& emitter)
    : scope_(scope),
      refusals_(refusals),
      context_(context),
      thread_(thread),
      emitter_(emitter),
      end_(emitter.mark()) {}

void ThreadLowering::run() {
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
  emitter_.place(end_);
}

// A label exists from its first mention on, whether that is a goto or its definition.
ThreadLowering::JumpLabel& ThreadLowering::label(std::string_view name) {
  const auto [found, isNew] = labelIndex_.try_emplace(name, labels_.size());
  if (isNew) labels_.push_back({emitter_.mark(), {}, {}});
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
  emitter_.label(name, here.mark);
  emitter_.place(here.mark);
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
  if (emitter_.size() <= kMaxInstrs) return true;
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

void ThreadLowering::error(Range at, std::string message, std::string help) {
  context_.errors.add(at, std::move(message), std::move(help));
}

}  // namespace robur::frontend_rob
