// The local states that copies can be in: which thread, its core, and its bits of the column. They
// are numbered, and ordered: one state is below another if it has the same core and no more bits,
// because every rule gives less for less. Whoever is below can do no more harm.
#pragma once

#include <cstdint>
#include <vector>

#include "anynumber/column_rules.h"
#include "anynumber/list_numbering.h"
#include "explore/step/thread_states.h"
#include "support/hash_map.h"

namespace robur::anynumber {

using LocalId = std::uint32_t;

struct LocalState {
  unsigned thread = 0;
  ThreadStateId core = 0;
  ThreadBits bits;

  friend bool operator==(const LocalState&, const LocalState&) = default;
};

class LocalStates {
 public:
  explicit LocalStates(bool cellsAreExact) : exactCells(cellsAreExact) {}

  LocalId number(const LocalState& state) {
    const auto [id, isNew] = known.at(state);
    if (isNew) {
      id = static_cast<LocalId>(all.size());
      all.push_back(state);
    }
    return id;
  }
  const LocalState& operator[](LocalId id) const { return all[id]; }
  std::size_t size() const { return all.size(); }

  bool below(LocalId a, LocalId b) const {
    if (a == b) return true;
    const LocalState& l = all[a];
    const LocalState& r = all[b];
    if (l.core != r.core || l.thread != r.thread || (l.bits.rows & ~r.bits.rows) != 0) return false;
    return exactCells ? l.bits.cells == r.bits.cells : (l.bits.cells & ~r.bits.cells) == 0;
  }

 private:
  struct Hash {
    std::uint64_t operator()(const LocalState& s) const {
      const std::uint64_t core = std::uint64_t{s.thread} << 32 | s.core;
      return mixed(mixed(mixed(kHashSeed, core), s.bits.rows), s.bits.cells);
    }
  };

  const bool exactCells;
  std::vector<LocalState> all;
  HashMap<LocalState, LocalId, Hash> known;
};

// Sets of local states that hold any number of copies each ("omega"), numbered. The closure of a
// set has everything that is below one of its members.
class OmegaSets {
 public:
  explicit OmegaSets(const LocalStates& locals) : locals(locals) {}

  ListId number(List sorted) {
    const ListId id = lists.number(sorted);
    if (id == closures.size()) closures.emplace_back();
    return id;
  }
  List operator[](ListId id) const { return lists[id]; }

  bool closureHas(ListId id, LocalId l) {
    Closure& c = closures[id];
    if (l >= c.size) extend(id, c);
    return c.words[l / 64] >> (l % 64) & 1;
  }
  bool within(ListId a, ListId b) {
    if (a == b) return true;
    const List members = lists[a];
    for (const LocalId l : members) {
      if (!closureHas(b, l)) return false;
    }
    return true;
  }
  std::size_t size() const { return lists.size(); }
  std::size_t bytes() const {
    std::size_t out = lists.bytes() + closures.capacity() * sizeof(Closure);
    for (const Closure& c : closures) out += c.words.capacity() * sizeof(std::uint64_t);
    return out;
  }

 private:
  struct Closure {
    std::vector<std::uint64_t> words;
    std::size_t size = 0;  // of local states that have been compared
  };

  void extend(ListId id, Closure& c) {
    c.words.resize((locals.size() + 63) / 64);
    for (; c.size < locals.size(); ++c.size) {
      for (const LocalId member : lists[id]) {
        if (!locals.below(static_cast<LocalId>(c.size), member)) continue;
        c.words[c.size / 64] |= std::uint64_t{1} << (c.size % 64);
        break;
      }
    }
  }

  const LocalStates& locals;
  ListNumbering lists;
  std::vector<Closure> closures;
};

}  // namespace robur::anynumber
