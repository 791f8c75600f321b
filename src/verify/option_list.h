// Read options and lists of them: what a thread must still be able to read, in this order.
//
// An option names the thread that wrote, the cell, the values that will do, and whether the
// write must be the last one in modification order (an update will read it). A list is
// realisable for a thread if it could make these reads now, in this order, with nobody
// else moving. Initial writes belong to a writer of their own, number `threads`.
//
// The normal form, in which lists that mean the same are mostly equal, and the order use what is
// always readable, "free": the thread's own last write and, until the thread learns of another,
// the initial write. Reading a free write tells the thread nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/local_graph.h"

namespace robur::verify {

struct ReadOption {
  std::uint16_t writer = 0;  // a thread, or their number for the initial write
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

// Whose list it is, among how many threads.
struct Owner {
  std::uint32_t thread = 0;
  std::uint32_t threads = 0;

  bool free(const ReadOption& o) const { return o.writer == threads || o.writer == thread; }
};

// Nothing if the thread could never follow the list.
std::optional<OptionList> normalForm(Owner owner, const OptionList& list);

// Is `a` realisable whenever `b` is? Both are in normal form.
bool asksLess(Owner owner, const OptionList& a, const OptionList& b);

}  // namespace robur::verify
