// Lowers a whole file: constants and variables first, in their order, then the threads, which may
// therefore use declarations that follow them. What a thread is lowered to is for its emitter to
// decide; names and the rules of the language are the same for checks and proofs.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "frontend/rob/ast.h"
#include "frontend/rob/emitter.h"
#include "frontend/rob/scope.h"

namespace robur::frontend_rob {

struct Lowering {
  Purpose purpose;
  const LineTable& lines;
  Errors& errors;
  const std::unordered_set<std::string_view>& unread;  // names in text that was skipped
};

class FileLowering {
 public:
  // Declares the constants and variables.
  FileLowering(const FileNode& file, const Lowering& context);

  Scope& scope() { return scope_; }
  Refusals& refusals() { return refusals_; }
  // How many copies of the thread there are, if that is said. The name is checked, too.
  std::int64_t copies(const ThreadNode& thread);
  // The code is meaningful only if no error was reported.
  void lower(const ThreadNode& thread, Emitter& emitter);

 private:
  void declare(const Declaration& declaration);
  void declareConstant(const Declarator& declarator);
  void declareVariable(const Declarator& declarator, const std::optional<IntType>& type,
                       Declaration::Kind kind);
  std::optional<std::int64_t> arraySize(const Declarator& declarator);
  void initialise(const Declarator& declarator, Variable& variable);
  void checkName(const ThreadNode& thread);

  const Lowering& context_;
  Errors& errors_;
  Refusals refusals_;
  Scope scope_;
  std::int64_t cells_ = 0;
  std::int64_t threads_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> threadNames_;
};

}  // namespace robur::frontend_rob
