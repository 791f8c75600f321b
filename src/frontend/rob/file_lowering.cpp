#include "frontend/rob/file_lowering.h"

#include <fmt/format.h>

#include "frontend/rob/thread_lowering.h"
#include "program/validate.h"

namespace robur::frontend_rob {

namespace {

// Limits of checks. They are tested here as well as by validate(), so that huge sizes are never
// allocated.
constexpr auto kMostCells = static_cast<std::int64_t>(kMaxCells);
constexpr auto kMostThreads = static_cast<std::int64_t>(kMaxThreads);

}  // namespace

FileLowering::FileLowering(const FileNode& file, const Lowering& context)
    : context_(context),
      errors_(context.errors),
      refusals_(context.purpose, context.errors),
      scope_(context.lines, context.errors, refusals_, context.unread) {
  for (const Declaration* declaration : file.declarations) declare(*declaration);
  for (const StmtNode* invariant : file.invariants) refusals_.refuse(*invariant);
  if (file.threads.empty() && !errors_.any()) {
    errors_.add({}, "the program has no thread", "write one: thread main { ... }");
  }
}

void FileLowering::declare(const Declaration& declaration) {
  const bool constant = declaration.kind == Declaration::Kind::Const;
  const bool ghost = declaration.kind == Declaration::Kind::Ghost;
  std::optional<IntType> type;
  // If ghosts are refused, their type does not matter.
  if (!constant && !(ghost && context_.purpose == Purpose::Check)) {
    type = scope_.type(declaration.type);
  }
  for (const Declarator& declarator : declaration.declarators) {
    if (errors_.full()) return;
    if (constant) {
      declareConstant(declarator);
    } else {
      declareVariable(declarator, type, declaration.kind);
    }
  }
}

void FileLowering::declareConstant(const Declarator& declarator) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Constant;
  if (declarator.braces && declarator.size == nullptr) {
    errors_.add(declarator.at, "a constant is one value and has no braces");
  } else if (!declarator.init.empty() && !declarator.braces) {
    symbol.value = scope_.constant(*declarator.init[0]).value_or(0);
  }
  scope_.declare(declarator.name, symbol);
}

void FileLowering::declareVariable(const Declarator& declarator, const std::optional<IntType>& type,
                                   Declaration::Kind kind) {
  Variable variable;
  variable.name = declarator.name.text;
  variable.type = type;
  variable.atomic = kind == Declaration::Kind::Atomic;
  // A ghost that is refused is declared as plain memory, so that its uses are not reported as well.
  variable.ghost = kind == Declaration::Kind::Ghost && !refusals_.refuseGhost(declarator);
  variable.isArray = declarator.size != nullptr || declarator.unbounded;
  variable.span = context_.lines.span(declarator.name.at);
  variable.size = variable.isArray ? arraySize(declarator) : 1;
  if (context_.purpose == Purpose::Check && cells_ + variable.size.value_or(1) > kMostCells) {
    errors_.add(declarator.at, fmt::format("the program has more than {} memory cells", kMostCells),
                "every cell is part of every state: declare smaller arrays");
    variable.size = 1;
  }
  if (context_.purpose == Purpose::Check) cells_ += variable.size.value_or(1);
  initialise(declarator, variable);
  scope_.declare(declarator.name, std::move(variable));
}

std::optional<std::int64_t> FileLowering::arraySize(const Declarator& declarator) {
  if (declarator.unbounded) {
    if (refusals_.refuseUnboundedArray(declarator)) return 1;
    return std::nullopt;
  }
  const auto size = scope_.constant(*declarator.size);
  if (!size) return 1;
  if (*size < 1) {
    errors_.add(declarator.size->at,
                fmt::format("an array has at least one element, not {}", *size));
    return 1;
  }
  if (context_.purpose == Purpose::Check && *size > kMostCells) {
    errors_.add(declarator.size->at,
                fmt::format("an array has at most {} elements, not {}", kMostCells, *size));
    return 1;
  }
  return size;
}

void FileLowering::initialise(const Declarator& declarator, Variable& variable) {
  if (!declarator.initialised) return;
  const std::string name = quoted(declarator.name.text);
  if (declarator.braces != variable.isArray) {
    errors_.add(declarator.at,
                variable.isArray
                    ? fmt::format("{} is an array: its initial values must be in braces", name)
                    : fmt::format("{} is no array: its initial value must not be in braces", name),
                variable.isArray ? "write = {1, 2}; what is missing is 0" : "write = 1");
    return;
  }
  const std::size_t given = declarator.init.size();
  if (variable.size && given > static_cast<std::size_t>(*variable.size)) {
    errors_.add(
        declarator.init[static_cast<std::size_t>(*variable.size)]->at,
        fmt::format("{} has {} elements but {} initial values", name, *variable.size, given));
    return;
  }
  for (const ExprNode* e : declarator.init) {
    const auto value = scope_.constant(*e);
    const bool fits = value && scope_.fits(e->at, *value, variable.type, variable.name);
    variable.init.push_back(fits ? *value : variable.usual());
  }
}

std::int64_t FileLowering::copies(const ThreadNode& thread) {
  std::int64_t copies = 1;
  if (thread.count != nullptr) copies = scope_.constant(*thread.count).value_or(1);
  const bool tooMany = context_.purpose == Purpose::Check && copies > kMostThreads - threads_;
  if (copies < 1 || tooMany) {
    const Range at = thread.count != nullptr ? thread.count->at : thread.name.at;
    errors_.add(at, copies < 1 ? fmt::format("a thread has at least one copy, not {}", copies)
                               : fmt::format("the program has more than {} threads", kMostThreads));
    copies = 0;
  }
  if (context_.purpose == Purpose::Check) threads_ += copies;
  checkName(thread);
  return copies;
}

void FileLowering::checkName(const ThreadNode& thread) {
  if (thread.name.text.empty()) return;
  const auto [other, isNew] = threadNames_.emplace(thread.name.text, thread.name.at.begin);
  if (isNew) return;
  errors_.add(thread.name.at,
              fmt::format("thread {} already exists in line {}", quoted(thread.name.text),
                          context_.lines.line(other->second)));
}

void FileLowering::lower(const ThreadNode& thread, Emitter& emitter) {
  ThreadLowering(scope_, refusals_, context_, thread, emitter).run();
  scope_.endThread();
}

}  // namespace robur::frontend_rob
