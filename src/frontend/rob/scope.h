// The meaning of names: those of the file, and those of the thread being lowered.
//
// A register must not have the name of anything else that is visible, so that a bare name never
// silently becomes an access to memory or ceases to be one.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/rob/ast.h"
#include "frontend/rob/line_table.h"
#include "frontend/rob/purpose.h"
#include "frontend/rob/variable.h"
#include "program/expr.h"

namespace robur::frontend_rob {

struct Symbol {
  enum class Kind : std::uint8_t { Constant, Cell, Register };

  Kind kind = Kind::Constant;
  Range at;
  std::int64_t value = 0;  // Constant
  LocationId location{};   // Cell
  RegId reg = kNoReg;      // Register
};

class Scope {
 public:
  static constexpr std::string_view kHowToDeclare =
      "'local' declares a register of the thread, 'atomic' and 'plain' declare memory that "
      "threads share";

  Scope(const LineTable& lines, Errors& errors, Refusals& refusals,
        const std::unordered_set<std::string_view>& unread)
      : lines_(lines), errors_(errors), refusals_(refusals), unread_(unread) {}

  // Returns null, and reports it, if the name is taken. Registers are removed at the end of their
  // thread.
  Symbol* declare(Word name, Symbol symbol);
  void declare(Word name, Variable variable);
  void endThread();

  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& variable(LocationId id) const { return variables_[raw(id)]; }

  const Symbol* peek(std::string_view name) const;
  // Returns null, and reports it, if there is no such name.
  const Symbol* find(Word name, std::string_view help = kHowToDeclare);

  // The value of an expression that must be constant. Returns nullopt, and reports it, if it is
  // not.
  std::optional<std::int64_t> constant(const ExprNode& e);
  // The type of a declaration, whose bounds must be constant. i32 if none is given; absent for int.
  std::optional<IntType> type(const TypeNode& node);

  // Reports an element of a variable that is no array, and an array without an index.
  bool checkIndexed(const ExprNode& e, const Variable& variable);
  // Reports a value that is outside the type of the named variable.
  bool fits(Range at, std::int64_t value, const std::optional<IntType>& type,
            std::string_view name);

 private:
  std::optional<std::int64_t> constantNamed(const ExprNode& e);
  std::optional<std::int64_t> address(const ExprNode& e);
  IntType width(const TypeNode& node);

  const LineTable& lines_;
  Errors& errors_;
  Refusals& refusals_;
  const std::unordered_set<std::string_view>& unread_;  // names in text that was skipped
  std::vector<Variable> variables_;
  std::unordered_map<std::string_view, Symbol> file_;
  std::unordered_map<std::string_view, Symbol> thread_;
  std::unordered_set<std::string_view> unknown_;  // reported once, not at every use
};

}  // namespace robur::frontend_rob
