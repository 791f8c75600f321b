// Read options and lists of them: what a thread must still be able to read, in this order.
//
// An option names the thread that wrote, the cell, the values that will do, and whether the
// write must be the last one in modification order (an update will read it). A list is
// realisable for a thread if it could make these reads now, in this order, with nobody
// else moving. Initial writes belong to a writer of their own, number `threads`.
//
// Lists are kept in a normal form in which lists that mean the same are mostly equal, and
// they are numbered, so that comparing two of them is done once. The normal form and the order
// use what is always readable, "free": the thread's own last write and, until the thread
// learns of another, the initial write. Reading a free write tells the thread nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "verify/local_graph.h"

namespace robur::potentials {

struct ReadOption {
  std::uint32_t writer = 0;  // a thread, or their number for the initial write
  std::uint32_t cell = 0;
  ValueSet values = 0;
  bool update = false;

  friend auto operator<=>(const ReadOption&, const ReadOption&) = default;
};
using OptionList = std::vector<ReadOption>;

enum class ListId : std::uint32_t {};
inline constexpr ListId kEmptyList{0};

class ListStore {
 public:
  explicit ListStore(std::uint32_t threads) : threads(threads) { kept.emplace_back(); }

  const OptionList& operator[](ListId id) const { return kept[raw(id)].list; }
  // A bit for each kind of option in it: if a list asks for less, its bits are a subset.
  std::uint64_t bits(ListId id) const { return kept[raw(id)].bits; }

  // The normal form; nothing if no thread could ever follow the list.
  std::optional<ListId> add(std::uint32_t owner, const OptionList& list);

  // Is `a` realisable whenever `b` is? Both are lists of one thread.
  bool asksLess(ListId a, ListId b);

  // Only lists that ask for most, in order; empty ones ask for nothing.
  std::vector<ListId> strongest(std::vector<ListId> lists);

 private:
  struct Kept {
    std::uint32_t owner = 0;
    OptionList list;
    std::uint64_t bits = 0;
  };
  bool free(std::uint32_t owner, const ReadOption& o) const {
    return o.writer == threads || o.writer == owner;
  }
  std::optional<OptionList> normal(std::uint32_t owner, const OptionList& list) const;
  bool compare(std::uint32_t owner, const OptionList& a, const OptionList& b) const;

  std::uint32_t threads;
  std::vector<Kept> kept;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> byHash;
  std::unordered_map<std::uint64_t, bool> compared;
};

}  // namespace robur::potentials
