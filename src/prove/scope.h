// What names mean in a program that is to be proved: constants, shared variables, and the
// registers of the thread being read.
#pragma once

#include <optional>
#include <unordered_map>

#include "frontend/rob/ast.h"
#include "frontend/rob/problems.h"
#include "prove/system.h"

namespace robur::prove {

class Scope {
 public:
  Scope(const Source& source, const rob::LineTable& lines, rob::Problems& problems)
      : source_(source), lines_(lines), problems_(problems) {}

  struct Bounds {
    std::optional<std::int64_t> lo, hi;
  };

  bool declareConstant(const rob::Word& name, std::int64_t value);
  bool declareVar(const rob::Word& name, VarId id);
  bool declareSlot(const rob::Word& name, SlotId id);
  void endThread() { slots_.clear(); }

  std::optional<std::int64_t> constantNamed(std::string_view name) const;
  std::optional<VarId> varNamed(std::string_view name) const;
  std::optional<SlotId> slotNamed(std::string_view name) const;
  void unknown(const rob::Word& name);

  // The value of an expression of numbers and constants; reported if it is none.
  std::optional<std::int64_t> constant(const rob::ExprNode& e);
  // The values of a type; none of it for int. Types that wrap are refused.
  Bounds bounds(const rob::TypeNode& type);

  void error(rob::Range at, std::string message, std::string help = {});
  Span span(rob::Range at) const { return lines_.span(at); }
  std::string text(rob::Range at) const;  // on one line

 private:
  bool isFree(const rob::Word& name);

  const Source& source_;
  const rob::LineTable& lines_;
  rob::Problems& problems_;
  std::unordered_map<std::string_view, std::int64_t> constants_;
  std::unordered_map<std::string_view, VarId> vars_;
  std::unordered_map<std::string_view, SlotId> slots_;
};

}  // namespace robur::prove
