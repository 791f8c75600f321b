// The monitor as one worker sees it when it stores columns: sets of columns in, sets out.
//
// What a step does to a set, and to each column, is computed once and then remembered.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/columns/column_effects.h"
#include "explore/columns/column_sets.h"
#include "explore/step/event_numbers.h"
#include "explore/step/key_numbers.h"
#include "explore/step/row_memo.h"

namespace robur {

class ColumnView : public ColumnEffects<RowStates> {
 public:
  ColumnView(const Monitor& monitor, const ColumnCodec& codec, RowStates& columns, ColumnSets& sets)
      : ColumnEffects<RowStates>(monitor, codec, columns),
        sets(sets),
        orders(Symmetry::kOrderWords) {}

  // Effects are asked of this set from now on.
  void take(ColumnSetId set) { input = set; }
  ColumnSetId taken() const { return input; }
  // What it became by the last step.
  ColumnSetId out() const { return output; }

  ThreadMask mayViolate(ColumnId id) const { return ColumnCodec::mayViolate(columns.at(id)); }
  unsigned cellOf(ColumnId id) const { return codec.cellOf(indexOf(id)); }

  // The rows of the initial state: they have only the seed.
  ColumnId number(const RowBlock& block) { return numberOf(block.data(), ColumnCodec::kSeed); }
  ColumnSetId single(ColumnId id) {
    items.clear();
    add(id);
    return numberItems();
  }

  // A step changes rows by change(rows), which depends on `event` and `liveness` alone.
  template <class ChangeRows>
  [[gnu::always_inline]] RowsId after(std::uint32_t event, std::uint64_t liveness,
                                      const ChangeRows& change) {
    const RowMemo::Key key{input, event, liveness};
    const ColumnSetId* known = ofSets.find(key);
    output = known ? *known : transferAll(key, std::cref(change));
    return 0;
  }
  // The set for threads sorted by their own states.
  ColumnSetId sorted(ColumnSetId set, const Symmetry& symmetry, const std::uint64_t* locals);
  // The columns of `set` that `others` do not cover.
  ColumnSetId without(ColumnSetId set, ColumnSetId others);
  ColumnSetId both(ColumnSetId a, ColumnSetId b);

  // The threads whose rows are the same as those of the thread before them, in all columns.
  ThreadMask repeated(ColumnSetId set) const {
    ThreadMask different = 1;
    for (const ColumnId id : sets.columns(set)) different |= codec.differing(columns.at(id));
    return ~different;
  }

  // The memo is this worker's own, too.
  void numbersAreOwn() {}
  std::uint64_t bytes() const { return ofSets.bytes() + ofColumns.bytes() + orders.bytes(); }
  std::uint64_t misses() const { return missCount; }

 private:
  static constexpr RowsId kList = 1u << 31;  // in the memo: a list of several columns
  static constexpr RowsId kDead = kMost;

  // A column that is to be a member of a set.
  struct Item {
    std::uint32_t index;
    ColumnId id;
    std::uint64_t bits;  // the first of those that count
    const std::uint64_t* words;

    friend bool operator<(const Item& a, const Item& b) {
      return a.index != b.index ? a.index < b.index : a.id < b.id;
    }
  };

  [[gnu::noinline]] ColumnSetId transferAll(const RowMemo::Key& key, const Change& change);
  RowsId transfer(ColumnId id, const Change& change);
  void add(ColumnId id);
  void addAll(ColumnSetId set) {
    for (const ColumnId id : sets.columns(set)) add(id);
  }
  // Is one covered by the other? Of the same index.
  bool isWithin(const Item& one, const Item& other) const {
    return (one.bits & ~other.bits) == 0 && codec.isWithin(one.words, other.words);
  }
  ColumnSetId numberItems();
  void addViolation(unsigned cell, ThreadMask threads);

  ColumnSets& sets;
  RowMemo ofSets, ofColumns;
  std::optional<ThreadSorting> sorting;
  KeyNumbers orders;  // of threads, if they are many
  std::uint64_t missCount = 0;
  std::vector<std::vector<ColumnId>> lists;
  ColumnSetId input = kNoColumns;
  ColumnSetId output = kNoColumns;
  std::vector<Item> items;
  std::vector<ColumnId> members;
  std::vector<PotentialViolation> violations;
};

}  // namespace robur
