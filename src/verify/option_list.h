// Read options and lists of them: the reads that a thread must still be able to make, in order.
//
// An option names the writing thread, the cell, the acceptable values, and whether the write must
// be the last one in modification order (because an update will read it). A list is realisable for
// a thread if it can make these reads now, in this order, while no other thread takes a step.
// Initial writes have a writer of their own, number `threads`.
//
// The normal form, in which equivalent lists are mostly equal, and the order on lists use the
// notion of a free write, which is always readable: the thread's own last write and, as long as
// the thread knows of no other, the initial write. Reading a free write does not change a view.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/local_graph.h"

namespace robur::verify {

struct ReadOption {
  std::uint16_t writer = 0;  // a thread, or the number of threads for the initial write
  bool update = false;
  std::uint32_t cell = 0;
  ValueSet values = 0;

  ReadOption() = default;
  ReadOption(std::uint32_t writer, std::uint32_t cell, ValueSet values, bool update)
      : writer(static_cast<std::uint16_t>(writer)), update(update), cell(cell), values(values) {}

  friend auto operator<=>(const ReadOption&, const ReadOption&) = default;
};
static_assert(sizeof(ReadOption) == 16);
using OptionList = std::vector<ReadOption>;

// The thread that a list belongs to, and the number of threads.
struct Owner {
  std::uint32_t thread = 0;
  std::uint32_t threads = 0;

  bool free(const ReadOption& o) const { return o.writer == threads || o.writer == thread; }
};

// Empty if the list is not realisable in any state.
std::optional<OptionList> normalForm(Owner owner, const OptionList& list);

// True if `a` is realisable whenever `b` is. Sound, not complete; both are in normal form.
bool isWeaker(Owner owner, const OptionList& a, const OptionList& b);

}  // namespace robur::verify
