// What a thread may still take of each cell, under a weak memory model.
//
// The writes that a thread may still read, or be placed behind, are a suffix of modification order
// in every model: those that are not before a write that the thread has *observed*. What counts as
// observed is what differs between models (docs/how-it-works.md; src/models has the same rules as
// rows of bits, where here whole graphs are at hand and positions in modification order will do).
#pragma once

#include <cstdint>
#include <memory>

#include "program/model_name.h"
#include "traces/sc_trace.h"

namespace robur::traces {

// What an access is if it takes a given write.
enum class Access : std::uint8_t {
  Read,
  LockedRead,  // a compare-and-swap that fails
  Write,
  Update,
};

// Follows the events of a trace in its order.
class Views {
 public:
  virtual ~Views() = default;

  // Back to the start of a trace.
  virtual void begin(const ScTrace& trace) = 0;
  // The earliest position up to `latest` that the thread may take in its next step, an access to
  // this cell. `latest` is a position that the thread could take under SC.
  virtual std::uint32_t earliest(std::uint32_t thread, std::uint32_t cell, Access access,
                                 std::uint32_t latest) const = 0;
  // The next event of the trace.
  virtual void add(EventRef e) = 0;

  // Does the thread know this event, in the happens-before of the model? False if it has none.
  virtual bool knows(std::uint32_t thread, EventRef e) const = 0;
  // Need writes be looked at? Where modification order is part of the order in which things happen
  // (TSO, SRA), a program that is not robust has a read that deviates.
  virtual bool writesDeviate() const = 0;
};

// For Sc it is null: there is nothing that SC does not allow under SC.
std::unique_ptr<Views> viewsOf(ModelName model, std::uint32_t threads);

}  // namespace robur::traces
