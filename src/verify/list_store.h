// Hash-consing of lists of read options and of sets of such lists: each is stored once and
// numbered.
//
// A node of the search demands a set of lists per thread. Only the strongest lists are stored, so
// that equivalent sets are mostly equal. With numbers for lists and sets, a node is a row of
// numbers, and properties of lists and sets are computed once and cached: whether one is weaker
// than another, and its image under a renaming of threads.
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

// A bit for each kind of option in a list or set. If one is weaker than another, its bits are a
// subset.
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

// A numbered permutation of threads; perm[t] is the new name of thread t.
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

  // The number of the list's normal form; empty if the thread can never follow the list.
  std::optional<ListId> add(std::uint32_t owner, const OptionList& list);
  // The set of the strongest of these lists; empty lists are dropped.
  SetId strongest(std::vector<ListId> some);

  bool isWeaker(ListId a, ListId b);  // both belong to the same thread
  bool isWeaker(SetId a, SetId b);

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
  std::deque<Kept> lists;  // references stay valid while lists are added
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
