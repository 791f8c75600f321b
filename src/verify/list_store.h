// Lists of read options and sets of such lists, each kept once and known by a number.
//
// A node of the search demands a set of lists of each thread: only those that ask for most, so
// that sets which mean the same are mostly equal. With numbers for both, a node is a row of
// numbers, and what was found out about a list or set is found out once: whether it asks for
// less than another, and what becomes of it when threads change names.
#pragma once

#include <array>
#include <deque>
#include <span>

#include "support/hash_index.h"
#include "verify/memo.h"
#include "verify/option_list.h"

namespace robur::verify {

enum class ListId : std::uint32_t {};
enum class SetId : std::uint32_t {};
inline constexpr ListId kEmptyList{0};
inline constexpr SetId kNoDemand{0};

// A bit for each kind of option in it: if a list or set asks for less, its bits are a subset.
struct KindBits {
  std::array<std::uint64_t, 2> words = {};

  void add(const KindBits& o) {
    words[0] |= o.words[0];
    words[1] |= o.words[1];
  }
  bool within(const KindBits& o) const {
    return ((words[0] & ~o.words[0]) | (words[1] & ~o.words[1])) == 0;
  }
};

// perm[t]: the new name of thread t; names of permutations are numbers too.
struct Renaming {
  std::uint32_t id = 0;
  std::vector<std::uint32_t> perm;
};

class ListStore {
 public:
  explicit ListStore(std::uint32_t threads) : threads(threads), lists(1), sets(1) {}

  const OptionList& operator[](ListId id) const { return lists[raw(id)].list; }
  const std::vector<ListId>& operator[](SetId id) const { return sets[raw(id)].members; }
  const KindBits& bits(SetId id) const { return sets[raw(id)].bits; }
  std::uint32_t size(SetId id) const { return sets[raw(id)].size; }  // options in all of its lists

  // By its normal form; nothing if the thread could never follow the list.
  std::optional<ListId> add(std::uint32_t owner, const OptionList& list);
  // Those that ask for most; empty ones ask for nothing.
  SetId strongest(std::vector<ListId> some);

  bool asksLess(ListId a, ListId b);  // both of one thread
  bool asksLess(SetId a, SetId b);

  SetId renamed(SetId id, const Renaming& names);

  std::size_t bytes() const { return used + compared.bytes() + renamedSets.bytes(); }

 private:
  struct Kept {
    std::uint32_t owner = 0;
    OptionList list;
    KindBits bits;
  };
  struct Set {
    std::vector<ListId> members;
    KindBits bits;
    std::uint32_t size = 0;
  };
  KindBits bitsOf(std::uint32_t owner, const OptionList& list);

  std::uint32_t threads;
  std::deque<Kept> lists;  // a deque, since lists are read while others are added
  std::deque<Set> sets;
  HashIndex listIndex;
  HashIndex setIndex;
  Memo kinds;
  std::uint32_t kindCount = 0;
  Memo compared;
  Memo renamedSets;
  std::size_t used = 0;
};

}  // namespace robur::verify
