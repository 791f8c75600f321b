// The monitor as a worker of the search for strands sees it: sets of strands in, sets out.
//
// What a step does to a set, and to each strand, is worked out once and then remembered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "explore/event_numbers.h"
#include "explore/row_memo.h"
#include "explore/row_states.h"
#include "explore/strand_codec.h"
#include "explore/strand_sets.h"
#include "explore/symmetry.h"
#include "explore/threats.h"

namespace robur {

template <template <int> class Model, int W>
class StrandWatch {
 public:
  static constexpr bool kWhole = false;

  StrandWatch(const Model<W>& model, const MonitorLayout<W>& layout, const StrandCodec<W>& codec,
              RowStates& strands, StrandSets& sets)
      : model(model),
        layout(layout),
        codec(codec),
        strands(strands),
        sets(sets),
        packed(codec.words()),
        examined(codec.blank()),
        scratch(codec.blank()) {}

  // The strands that steps are about from now on.
  void take(StrandSetId some) { hand = some; }
  StrandSetId taken() const { return hand; }
  // What became of them by the last step.
  StrandSetId out() const { return result; }

  // The rows of one strand are looked at from now on.
  void examine(StrandId id) { codec.unpack(strands.packed(id), examined.rows()); }
  Bits<W>* rows() const { return const_cast<Bits<W>*>(examined.rows()); }
  // Does it leave something to fear?
  ThreadMask threatened(StrandId id) const {
    return StrandCodec<W>::threatened(strands.packed(id));
  }
  unsigned where(StrandId id) const { return codec.where(columnOf(id)); }

  // Of a block that has only the strand of no column.
  StrandId number(RowBlock<W>& block) { return numberOf(block.rows(), StrandCodec<W>::kNoColumn); }
  StrandSetId single(StrandId id) {
    items.clear();
    add(id);
    return numberItems();
  }

  // A step is told by what its effect depends on; it changes rows by change(rows).
  void look(RowsId) {}
  RowsId id() const { return 0; }
  template <class Change>
  [[gnu::always_inline]] RowsId after(std::uint32_t event, std::uint64_t about,
                                      const Change& change) {
    const RowMemo::Question question{hand, event, about};
    const StrandSetId* known = remembers ? ofSets.find(question) : nullptr;
    result = known ? *known : askAll(question, change);
    return 0;
  }
  // The set with its threads in the order in which their own states sort them.
  StrandSetId sorted(StrandSetId set, const Symmetry<W>& symmetry, const std::uint64_t* locals,
                     unsigned threads) {
    const bool keeps = remembers && symmetry.canRank();
    const RowMemo::Question question{set, EventNumbers::kSorting,
                                     keeps ? symmetry.ranks(locals) : 0};
    if (keeps) {
      if (const StrandSetId* known = ofSets.find(question)) return *known;
    }
    items.clear();
    for (const StrandId id : sets.strands(set)) {
      std::vector<std::uint64_t> own(locals, locals + threads);
      codec.unpack(strands.packed(id), scratch.rows());
      symmetry.sort(own.data(), scratch.rows());
      add(numberOf(scratch.rows(), columnOf(id)));
    }
    const StrandSetId answer = numberItems();
    if (keeps) ofSets.keep(question, answer);
    return answer;
  }

  // What `set` has and others do not make superfluous.
  StrandSetId without(StrandSetId set, StrandSetId others) {
    if (set == others) return kNoStrands;
    const RowMemo::Question question{set, EventNumbers::kLeavingOut, others};
    if (const StrandSetId* answer = ofSets.find(question)) return *answer;
    items.clear();
    const std::span<const StrandId> known = sets.strands(others);
    for (const StrandId id : sets.strands(set)) {
      if (std::find(known.begin(), known.end(), id) == known.end()) add(id);
    }
    const std::size_t own = items.size();
    if (own > 0) addAll(others);
    std::size_t kept = 0;
    // Both are in the order of their columns.
    for (std::size_t i = 0, group = own; i < own; ++i) {
      const Item item = items[i];
      while (group < items.size() && items[group].column < item.column) ++group;
      bool covered = false;
      for (std::size_t j = group; j < items.size() && items[j].column == item.column && !covered;
           ++j) {
        covered = within(item, items[j]);
      }
      if (!covered) items[kept++] = item;
    }
    items.resize(kept);
    const StrandSetId answer = numberItems();
    ofSets.keep(question, answer);
    return answer;
  }
  StrandSetId both(StrandSetId a, StrandSetId b) {
    if (a == kNoStrands || a == b) return b;
    const RowMemo::Question question{a, EventNumbers::kTogether, b};
    if (const StrandSetId* known = ofSets.find(question)) return *known;
    items.clear();
    addAll(a);
    addAll(b);
    const StrandSetId answer = numberItems();
    ofSets.keep(question, answer);
    return answer;
  }

  void neverRemember() { remembers = false; }
  std::uint64_t bytes() const { return ofSets.bytes() + ofStrands.bytes(); }

 private:
  static constexpr RowsId kList = 1u << 31;  // of several strands
  static constexpr RowsId kDead = kList - 1;

  unsigned columnOf(StrandId id) const { return StrandCodec<W>::column(strands.packed(id)); }

  template <class Change>
  [[gnu::noinline]] StrandSetId askAll(const RowMemo::Question& question, const Change& change) {
    items.clear();
    for (const StrandId id : sets.strands(hand)) {
      RowMemo::Question single = question;
      single.step = std::uint64_t{id} << 32 | (question.step & 0xffffffffu);
      const RowsId* known = remembers ? ofStrands.find(single) : nullptr;
      const RowsId answer = known ? *known : ask(id, change);
      if (known == nullptr && remembers) ofStrands.keep(single, answer);
      if (answer == kDead) continue;
      if ((answer & kList) == 0) {
        add(answer);
      } else {
        for (const StrandId one : lists[answer & ~kList]) add(one);
      }
    }
    const StrandSetId answer = numberItems();
    if (remembers) ofSets.keep(question, answer);
    return answer;
  }
  template <class Change>
  RowsId ask(StrandId id, const Change& change) {
    codec.unpack(strands.packed(id), scratch.rows());
    change(scratch.rows());
    const unsigned column = columnOf(id);
    const Bits<W> columns = codec.columns(scratch.rows());
    if (column != StrandCodec<W>::kNoColumn) {
      return columns.has(column) ? numberOf(scratch.rows(), column) : kDead;
    }
    std::vector<StrandId> all{numberOf(scratch.rows(), column)};
    for (unsigned c = 0; c < layout.classes + layout.shadows; ++c) {
      if (columns.has(c)) all.push_back(numberOf(scratch.rows(), c));
    }
    if (all.size() == 1) return all.front();
    lists.push_back(std::move(all));
    return kList | static_cast<RowsId>(lists.size() - 1);
  }

  // A strand that is to be a member of a set.
  struct Item {
    std::uint32_t column;
    StrandId id;
    std::uint64_t bits;  // the first of those that count
    const std::uint64_t* words;

    friend bool operator<(const Item& a, const Item& b) {
      return a.column != b.column ? a.column < b.column : a.id < b.id;
    }
  };
  void add(StrandId id) {
    const std::uint64_t* words = strands.packed(id);
    items.push_back({StrandCodec<W>::column(words), id, StrandCodec<W>::firstBits(words), words});
  }
  // Of the same column: has one nothing that the other has not?
  bool within(const Item& one, const Item& other) const {
    return (one.bits & ~other.bits) == 0 && codec.within(one.words, other.words);
  }
  void addAll(StrandSetId set) {
    for (const StrandId id : sets.strands(set)) add(id);
  }
  // The set of all items that others do not make superfluous. Fewer bits mean more observed
  // and less reached: whatever goes wrong with fewer also goes wrong with more, because all
  // rules are monotone.
  StrandSetId numberItems() {
    std::sort(items.begin(), items.end());
    members.clear();
    threats.clear();
    for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
      while (end < items.size() && items[end].column == items[begin].column) ++end;
      ThreadMask afraid = 0;
      for (std::size_t i = begin; i < end; ++i) {
        if (i > begin && items[i].id == items[i - 1].id) continue;
        bool covered = false;
        for (std::size_t j = begin; j < end && !covered; ++j) {
          covered = within(items[i], items[j]) && items[j].id != items[i].id;
        }
        if (covered) continue;
        members.push_back(items[i].id);
        afraid |= StrandCodec<W>::threatened(items[i].words);
      }
      if (afraid != 0) fear(codec.where(items[begin].column), afraid);
    }
    return sets.number(members, threats);
  }
  void fear(unsigned where, ThreadMask threads) {
    for (Threat& threat : threats) {
      if (threat.where != where) continue;
      threat.threads |= threads;
      return;
    }
    threats.push_back({where, threads});
  }

  StrandId numberOf(Bits<W>* rows, unsigned column) {
    codec.pack(rows, column, threatenedBy<Model, W>(model, layout, codec, rows, column),
               packed.data());
    const StrandId id = strands.number(packed.data());
    if (id >= kDead) throw std::bad_alloc();
    return id;
  }
  const Model<W>& model;
  const MonitorLayout<W>& layout;
  const StrandCodec<W>& codec;
  RowStates& strands;
  StrandSets& sets;
  RowMemo ofSets, ofStrands;
  bool remembers = true;
  std::vector<std::vector<StrandId>> lists;
  StrandSetId hand = kNoStrands;
  StrandSetId result = kNoStrands;
  std::vector<Item> items;
  std::vector<StrandId> members;
  std::vector<Threat> threats;
  std::vector<std::uint64_t> packed;
  RowBlock<W> examined;
  RowBlock<W> scratch;
};

}  // namespace robur
