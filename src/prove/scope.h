// Name lookup while a program is lowered: constants, shared variables, and the registers of the
// current thread.
#pragma once

#include <optional>
#include <unordered_map>

#include "frontend/rob/ast.h"
#include "frontend/rob/line_table.h"
#include "prove/system.h"

namespace robur::prove {

namespace rob = frontend_rob;

class Scope {
 public:
  Scope(const Source& source, const rob::LineTable& lines, rob::Errors& errors)
      : source_(source), lines_(lines), errors_(errors) {}

  struct Bounds {
    std::optional<std::int64_t> lo, hi;
  };

  bool declareConstant(const rob::Word& name, std::int64_t value);
  bool declareVar(const rob::Word& name, VarId id);
  bool declareRegister(const rob::Word& name, RegisterId id);
  void endThread() { registers_.clear(); }

  std::optional<std::int64_t> constantNamed(std::string_view name) const;
  std::optional<VarId> varNamed(std::string_view name) const;
  std::optional<RegisterId> registerNamed(std::string_view name) const;
  void unknown(const rob::Word& name);

  // The value of a constant expression; an error is reported if it is not constant.
  std::optional<std::int64_t> constant(const rob::ExprNode& e);
  // The range of a type; empty for int. Types that wrap around are errors.
  Bounds bounds(const rob::TypeNode& type);

  void error(rob::Range at, std::string message, std::string help = {});
  Span span(rob::Range at) const { return lines_.span(at); }
  std::string text(rob::Range at) const;  // on one line

 private:
  bool isFree(const rob::Word& name);

  const Source& source_;
  const rob::LineTable& lines_;
  rob::Errors& errors_;
  std::unordered_map<std::string_view, std::int64_t> constants_;
  std::unordered_map<std::string_view, VarId> vars_;
  std::unordered_map<std::string_view, RegisterId> registers_;
};

}  // namespace robur::prove
