#include "program/code_builder.h"

#include <cassert>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace robur {

namespace {

constexpr Pc kNowhere = std::numeric_limits<Pc>::max();

}  // namespace

CodeBuilder::Mark CodeBuilder::mark() {
  places_.push_back(kNowhere);
  return Mark{static_cast<std::uint32_t>(places_.size() - 1)};
}

void CodeBuilder::place(Mark mark) {
  assert(!placed(mark));
  places_[raw(mark)] = static_cast<Pc>(instrs_.size());
}

bool CodeBuilder::placed(Mark mark) const {
  return places_[raw(mark)] != kNowhere;
}

bool CodeBuilder::placeRest() {
  bool any = false;
  for (Pc& place : places_) {
    if (place != kNowhere) continue;
    place = static_cast<Pc>(instrs_.size());
    any = true;
  }
  return any;
}

RegId CodeBuilder::addRegister(Register r) {
  registers_.push_back(std::move(r));
  return RegId{static_cast<std::uint32_t>(registers_.size() - 1)};
}

RegId CodeBuilder::temporary(IntType type) {
  const std::int64_t init = type.contains(0) ? 0 : type.lo;
  return addRegister({fmt::format("${}", ++temporaries_), type, init, {}});
}

void CodeBuilder::emitTo(Instr instr, std::vector<Mark> targets) {
  instrs_.push_back(std::move(instr));
  targets_.push_back(std::move(targets));
}

void CodeBuilder::emit(Instr instr) {
  emitTo(std::move(instr), {});
}

void CodeBuilder::jump(Mark target, Span span) {
  Instr instr;
  instr.op = Instr::Op::Goto;
  instr.span = span;
  emitTo(std::move(instr), {target});
}

void CodeBuilder::branch(ExprPtr condition, Mark yes, Mark no, Span span) {
  if (condition->kind == Expr::Kind::Const) return jump(condition->value != 0 ? yes : no, span);
  Instr instr;
  instr.op = Instr::Op::Branch;
  instr.span = span;
  instr.value = std::move(condition);
  emitTo(std::move(instr), {yes, no});
}

Pc CodeBuilder::choice(Span span) {
  Instr instr;
  instr.op = Instr::Op::Choose;
  instr.span = span;
  emit(std::move(instr));
  return static_cast<Pc>(instrs_.size() - 1);
}

void CodeBuilder::alternative(Pc choice, Mark target) {
  assert(instrs_[choice].op == Instr::Op::Choose);
  targets_[choice].push_back(target);
}

void CodeBuilder::halt(Span span) {
  Instr instr;
  instr.span = span;
  emit(std::move(instr));
}

void CodeBuilder::label(std::string name, Mark mark) {
  labels_.emplace_back(std::move(name), mark);
}

Code CodeBuilder::finish(std::string name, Span span) {
  Span end = span;
  end.line = span.endLine;
  end.column = span.endColumn > 1 ? span.endColumn - 1 : span.endColumn;
  halt(end);
  Code code;
  code.name = std::move(name);
  code.span = span;
  code.registers = std::move(registers_);
  code.instrs = std::move(instrs_);
  for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
    Instr& instr = code.instrs[pc];
    for (const Mark target : targets_[pc]) {
      assert(placed(target));
      instr.next.push_back(places_[raw(target)]);
    }
    if (instr.next.empty() && instr.op != Instr::Op::Halt) instr.next = {pc + 1};
  }
  for (auto& [label, mark] : labels_) code.labels.push_back({label, places_[raw(mark)]});
  *this = CodeBuilder();
  return code;
}

}  // namespace robur
