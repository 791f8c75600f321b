// The condition under which an access violates robustness, as in the specification of the monitors,
// for any model. The thread is about to access x, and the last write to x reaches it in hbSC; then
//
//   read                     a slot of x is open to reads
//   wait(cond)               one whose value satisfies cond is
//   write                    a slot of x is open to writes
//   unconditional RMW        a slot of x is open to updates
//   bcas(v, ...)             slot(x, v) is open to updates
//   cas(v, ...)              slot(x, v) is open to updates, or another one to a failing CAS
//
// If the model has no stale values, the condition is "0".
#pragma once

#include <string>

#include "promela/expr_text.h"
#include "promela/layout.h"
#include "promela/monitor.h"

namespace robur::promela {

class Violation {
 public:
  Violation(const Layout& layout, const Monitor& monitor) : layout_(layout), monitor_(monitor) {}

  std::string read(const Cell& cell) const;
  std::string write(const Cell& cell) const;
  std::string update(const Cell& cell) const;
  std::string wait(const Cell& cell, const ExprText& exprs, const ExprPtr& condition) const;
  std::string bcas(const Cell& cell, const Text& expected) const;
  std::string cas(const Cell& cell, const Text& expected) const;

 private:
  using Purpose = Monitor::Purpose;
  std::string guarded(const Cell& cell, const std::string& open) const;
  bool never(Purpose purpose) const { return monitor_.open(purpose, "0").empty(); }
  std::string hasAny(Purpose purpose, const Cell& cell) const;
  std::string hasSlot(Purpose purpose, const std::string& slot) const;
  std::string hasOther(Purpose purpose, const Cell& cell, const std::string& slot) const;
  std::string hasAccepted(const Cell& cell, const ExprText& exprs, const ExprPtr& e) const;

  const Layout& layout_;
  const Monitor& monitor_;
};

// The condition of a wait for a given value; false if it divides by zero.
std::string acceptance(const ExprText& exprs, const ExprPtr& condition, const Text& loaded);

}  // namespace robur::promela
