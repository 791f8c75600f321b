// The monitor of one memory model as Promela: its rows, the update of the rows by each access, and
// the stale values that the accessing thread could still use.
//
// The update by an access is an `inline`, so the exported text reads like the rules: on_read(x,
// ...), on_write(x, ...), on_rmw(x, ...). The rows ST, SM and SW over locations are the same for
// every model and are implemented here; a model adds its rows over slots.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "promela/layout.h"
#include "promela/rows.h"

namespace robur::promela {

class Monitor {
 public:
  // The kind of access that could use a stale value.
  enum class Purpose : std::uint8_t { Read, FailedCas, Write, Update };
  static bool isWrite(Purpose purpose) { return purpose >= Purpose::Write; }

  explicit Monitor(const Layout& layout);
  virtual ~Monitor() = default;

  // Calls of inlines, to be placed before the access changes memory. Empty if nothing is updated.
  std::string read(const Cell& cell, Order order);
  std::string write(const Cell& cell, Order order);
  std::string update(const Cell& cell, Order order);
  std::string failedCas(const Cell& cell, Order order);
  std::string fence(Order order);
  virtual std::string plainAccess(const Cell& cell, bool isWrite);

  // The condition that the last write to the cell reaches the thread in hbSC.
  std::string reached(const Cell& cell) const;
  // Word `word` of the slots open to _pid; empty if the model has no stale values.
  virtual std::string open(Purpose purpose, const std::string& word) const = 0;
  // The condition that a plain access races; "0" if races are found elsewhere or not at all.
  virtual std::string races(const Cell& cell, bool isWrite) const;

  // Declarations of the rows, and of the inlines called so far.
  std::string declare() const;

 protected:
  // Bodies, in terms of x (the row of the cell), s (the slot of the value that is replaced)
  // and k0, k1, ... (the slots of the cell).
  virtual Lines onRead(Order order) const = 0;
  virtual Lines onWrite(Order order) const = 0;
  virtual Lines onUpdate(Order order) const = 0;
  virtual Lines onFailedCas(Order order) const { return onRead(order); }
  virtual Lines onFence(Order order) const = 0;
  virtual std::string declareRows() const = 0;
  virtual unsigned slotBits() const { return layout_.valueClasses.total(); }
  // The suffix of an inline's name, if it depends on the memory order.
  virtual std::string suffix(Order) const { return ""; }

  // A call of the inline; records its definition. Arguments may be evaluated beforehand.
  std::string call(const std::string& name, const Lines& parameters, const Lines& arguments,
                   const Lines& body);
  // "& ~k1" for a word in which a cell can have slots; otherwise empty.
  std::string lessSlots(unsigned word) const;
  Lines stamp() const { return Rows::select(slotBits(), "s"); }
  Lines scFence() const;
  unsigned memoryRows() const { return layout_.rows + (layout_.hasScFence ? 1 : 0); }
  std::string fenceRow() const { return std::to_string(layout_.rows); }

  const Layout& layout_;

 private:
  Lines scRead() const;
  Lines scWrite() const;
  Lines parameters(bool writes) const;
  Lines arguments(const Cell& cell, bool writes) const;

  Rows reachThread_;  // ST
  Rows reachAccess_;  // SM, and the reserved location's row behind the others
  Rows reachWrite_;   // SW
  std::map<std::string, std::string> inlines_;
};

// Null for SC, which has no monitor.
std::unique_ptr<Monitor> monitorFor(const Layout& layout);

// One per model family.
std::unique_ptr<Monitor> raMonitor(const Layout& layout);  // RA, and SRA with half the rows
std::unique_ptr<Monitor> tsoMonitor(const Layout& layout);
std::unique_ptr<Monitor> psoMonitor(const Layout& layout);
std::unique_ptr<Monitor> rc20Monitor(const Layout& layout);

// Scratch variables of inlines: a word each, an argument each.
std::string keep(unsigned word);
std::string argument(unsigned index);
inline constexpr const char* kIntentions = "about";
// How a thread announces its pending access to plain cell c: 2c+2 to read, 2c+3 to write.
unsigned intentionCode(unsigned plainCell, bool isWrite);
std::string intention(const std::string& plainCell, bool isWrite);

}  // namespace robur::promela
