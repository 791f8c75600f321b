// The monitor of one memory model as Promela: its rows, what each access does to them, and
// which stale values are still open to the accessing thread.
//
// What an access does is an `inline` of the model, so that the exported text reads like the
// rules: on_read(x, ...), on_write(x, ...), on_rmw(x, ...). The rows ST, SM and SW over
// locations are the same for every model and live here; a model adds its rows over slots.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "promela/layout.h"
#include "promela/rows.h"

namespace robur::promela {

class Monitor {
 public:
  // For which access a stale value may be taken.
  enum class Purpose : std::uint8_t { Read, FailedCas, Write, Update };
  static bool isWrite(Purpose purpose) { return purpose >= Purpose::Write; }

  explicit Monitor(const Layout& layout);
  virtual ~Monitor() = default;

  // Calls, to be placed before the access changes memory. Empty if there is nothing to do.
  std::string read(const Cell& cell, Order order);
  std::string write(const Cell& cell, Order order);
  std::string update(const Cell& cell, Order order);
  std::string failedCas(const Cell& cell, Order order);
  std::string fence(Order order);
  virtual std::string plainAccess(const Cell& cell, bool isWrite);

  // Does wmax of the cell reach the thread in hbSC?
  std::string reached(const Cell& cell) const;
  // Word `word` of the slots open to _pid; empty if the model lets nothing stale be taken.
  virtual std::string open(Purpose purpose, const std::string& word) const = 0;
  // When a plain access races; "0" if the model says otherwise or not at all.
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
  virtual unsigned slotBits() const { return layout_.slots.total(); }
  // Appended to the name of an inline, where the order matters.
  virtual std::string suffix(Order) const { return ""; }

  // The call, and the definition that it needs. Arguments may be evaluated beforehand.
  std::string call(const std::string& name, const Lines& parameters, const Lines& arguments,
                   const Lines& body);
  // "& ~k1" for a word in which a cell can have slots, else nothing.
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

// Nothing for SC, which has nothing to watch.
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
// What a thread that is about to access a plain cell says of it: 2c+2 to read, 2c+3 to write.
unsigned intentionCode(unsigned plainCell, bool isWrite);
std::string intention(const std::string& plainCell, bool isWrite);

}  // namespace robur::promela
