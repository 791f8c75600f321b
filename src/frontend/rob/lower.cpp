// Lowers a whole file: constants and cells first, in their order, then the threads, which may
// therefore use declarations that follow them.
#include "frontend/rob/lower.h"

#include <fmt/format.h>

#include "frontend/rob/scope.h"
#include "frontend/rob/thread_lowering.h"
#include "program/validate.h"

namespace robur::frontend_rob {

namespace {

// Checked here as well as by validate(), so that huge sizes are never allocated.
constexpr auto kMostCells = static_cast<std::int64_t>(kMaxCells);
constexpr auto kMostThreads = static_cast<std::int64_t>(kMaxThreads);

class FileLowering {
 public:
  FileLowering(const FileNode& file, const Lowering& context)
      : file_(file),
        context_(context),
        errors_(context.errors),
        scope_(program_, context.lines, context.errors, context.unread) {}

  Program run() {
    for (const Declaration* declaration : file_.declarations) declare(*declaration);
    for (const StmtNode* invariant : file_.invariants) {
      errors_.add(invariant->at,
                  "an invariant is for proofs; an exhaustive check has no use for it",
                  "leave it out, or use 'robur prove'");
    }
    for (const ThreadNode* thread : file_.threads) {
      if (errors_.full()) break;
      lowerThread(*thread);
    }
    if (file_.threads.empty() && !errors_.any()) {
      errors_.add({}, "the program has no thread", "write one: thread main { ... }");
    }
    return std::move(program_);
  }

 private:
  void declare(const Declaration& declaration) {
    const bool constant = declaration.kind == Declaration::Kind::Const;
    if (declaration.kind == Declaration::Kind::Ghost) return refuseGhosts(declaration);
    const IntType type = constant ? kInt32 : scope_.type(declaration.type);
    for (const Declarator& declarator : declaration.declarators) {
      if (errors_.full()) return;
      if (constant) {
        declareConstant(declarator);
      } else {
        declareCells(declarator, type, declaration.kind == Declaration::Kind::Atomic);
      }
    }
  }

  // The ghosts are declared in spite of the error, so that their uses are not reported as well.
  void refuseGhosts(const Declaration& declaration) {
    for (const Declarator& declarator : declaration.declarators) {
      errors_.add(declarator.at, "a ghost is for proofs; an exhaustive check has no use for it",
                  "leave it out, or use 'robur prove'");
      declareCells(declarator, kInt32, false);
    }
  }

  void declareConstant(const Declarator& declarator) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Constant;
    if (declarator.braces && declarator.size == nullptr) {
      errors_.add(declarator.at, "a constant is one value and has no braces");
    } else if (!declarator.init.empty() && !declarator.braces) {
      symbol.value = scope_.constant(*declarator.init[0]).value_or(0);
    }
    scope_.declare(declarator.name, symbol);
  }

  void declareCells(const Declarator& declarator, const IntType& type, bool atomic) {
    Location location;
    location.name = declarator.name.text;
    location.type = type;
    location.atomic = atomic;
    location.isArray = declarator.size != nullptr || declarator.unbounded;
    location.span = context_.lines.span(declarator.name.at);
    std::int64_t size = location.isArray ? arraySize(declarator) : 1;
    if (cells_ + size > kMostCells) {
      errors_.add(declarator.at,
                  fmt::format("the program has more than {} memory cells", kMostCells),
                  "every cell is part of every state: declare smaller arrays");
      size = 1;
    }
    cells_ += size;
    location.init.assign(static_cast<std::size_t>(size), type.contains(0) ? 0 : type.lo);
    initialise(declarator, location);
    if (!scope_.declare(declarator.name, cell())) return;
    program_.locations.push_back(std::move(location));
  }

  // The symbol of the location that will be added next.
  Symbol cell() const {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Cell;
    symbol.location = LocationId{static_cast<std::uint32_t>(program_.locations.size())};
    return symbol;
  }

  std::int64_t arraySize(const Declarator& declarator) {
    if (declarator.unbounded) {
      errors_.add(declarator.at, "this array has no bounds, so its contents cannot all be tried",
                  "give it a size such as [4], or use 'robur prove'");
      return 1;
    }
    const auto size = scope_.constant(*declarator.size);
    if (!size) return 1;
    if (*size >= 1 && *size <= kMostCells) return *size;
    errors_.add(declarator.size->at,
                fmt::format("an array has 1 to {} elements, not {}", kMostCells, *size));
    return 1;
  }

  void initialise(const Declarator& declarator, Location& location) {
    if (!declarator.initialised) return;
    const std::string name = quoted(declarator.name.text);
    if (declarator.braces != location.isArray) {
      errors_.add(declarator.at,
                  location.isArray
                      ? fmt::format("{} is an array: its initial values stand in braces", name)
                      : fmt::format("{} is no array: its initial value stands alone", name),
                  location.isArray ? "write = {1, 2}; what is missing is 0" : "write = 1");
      return;
    }
    if (declarator.init.size() > location.init.size()) {
      errors_.add(declarator.init[location.init.size()]->at,
                  fmt::format("{} has {} elements but {} initial values", name,
                              location.init.size(), declarator.init.size()));
      return;
    }
    for (std::size_t i = 0; i < declarator.init.size(); ++i) {
      const ExprNode& e = *declarator.init[i];
      const auto value = scope_.constant(e);
      if (value && scope_.fits(e.at, *value, location.type, location.name)) {
        location.init[i] = *value;
      }
    }
  }

  void lowerThread(const ThreadNode& thread) {
    std::int64_t copies = 1;
    if (thread.any) {
      errors_.add(thread.star, "any number of threads cannot all be tried",
                  "say how many, as in [2], or use 'robur prove'");
    }
    if (thread.count != nullptr) copies = scope_.constant(*thread.count).value_or(1);
    const auto running = static_cast<std::int64_t>(program_.threads.size());
    if (copies < 1 || copies > kMostThreads - running) {
      const Range at = thread.count != nullptr ? thread.count->at : thread.name.at;
      errors_.add(at, copies < 1
                          ? fmt::format("a thread has at least one copy, not {}", copies)
                          : fmt::format("the program has more than {} threads", kMostThreads));
      copies = 0;
    }
    checkName(thread);
    const CodeId id{static_cast<std::uint32_t>(program_.codes.size())};
    program_.codes.push_back(ThreadLowering(program_, scope_, context_, thread).run());
    scope_.endThread();
    for (std::int64_t i = 0; i < copies; ++i) {
      const std::string_view name = thread.name.text;
      program_.threads.push_back(
          {thread.count != nullptr ? fmt::format("{}[{}]", name, i) : std::string(name), id, i});
    }
  }

  void checkName(const ThreadNode& thread) {
    if (thread.name.text.empty()) return;
    const auto [other, isNew] = threadNames_.emplace(thread.name.text, thread.name.at.begin);
    if (isNew) return;
    errors_.add(thread.name.at,
                fmt::format("thread {} already exists in line {}", quoted(thread.name.text),
                            context_.lines.line(other->second)));
  }

  const FileNode& file_;
  const Lowering& context_;
  Errors& errors_;
  Program program_;
  Scope scope_;
  std::int64_t cells_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> threadNames_;
};

}  // namespace

Program lower(const FileNode& file, const Lowering& context) {
  return FileLowering(file, context).run();
}

}  // namespace robur::frontend_rob
