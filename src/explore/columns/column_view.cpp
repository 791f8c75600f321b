#include "explore/columns/column_view.h"

#include <algorithm>
#include <span>

namespace robur {

ColumnSetId ColumnView::sorted(ColumnSetId set, const Symmetry& symmetry,
                               const std::uint64_t* locals) {
  if (!sorting) sorting.emplace(symmetry);
  std::uint64_t about = 0;
  if (symmetry.canRank()) {
    about = symmetry.ranks(locals);
  } else {
    sorting->prepare(locals);
    about = orders.number(sorting->order());
  }
  const RowMemo::Key key{set, EventNumbers::kSorting, about};
  if (const ColumnSetId* known = ofSets.find(key)) return *known;
  items.clear();
  if (codec.canSort()) {
    if (symmetry.canRank()) sorting->prepare(locals);
    for (const ColumnId id : sets.columns(set)) add(sortedColumn(id, *sorting));
  } else {
    for (const ColumnId id : sets.columns(set)) add(sortedColumn(id, symmetry, locals));
  }
  const ColumnSetId result = numberItems();
  ofSets.keep(key, result);
  return result;
}

ColumnSetId ColumnView::without(ColumnSetId set, ColumnSetId others) {
  if (set == others) return kNoColumns;
  const RowMemo::Key key{set, EventNumbers::kWithout, others};
  if (const ColumnSetId* known = ofSets.find(key)) return *known;
  items.clear();
  const std::span<const ColumnId> known = sets.columns(others);
  for (const ColumnId id : sets.columns(set)) {
    if (std::find(known.begin(), known.end(), id) == known.end()) add(id);
  }
  const std::size_t own = items.size();
  if (own > 0) addAll(others);
  std::size_t kept = 0;
  // Both are in the order of their indices.
  for (std::size_t i = 0, group = own; i < own; ++i) {
    const Item item = items[i];
    while (group < items.size() && items[group].index < item.index) ++group;
    bool covered = false;
    for (std::size_t j = group; j < items.size() && items[j].index == item.index && !covered; ++j) {
      covered = isWithin(item, items[j]);
    }
    if (!covered) items[kept++] = item;
  }
  items.resize(kept);
  const ColumnSetId result = numberItems();
  ofSets.keep(key, result);
  return result;
}

ColumnSetId ColumnView::both(ColumnSetId a, ColumnSetId b) {
  if (a == kNoColumns || a == b) return b;
  const RowMemo::Key key{a, EventNumbers::kBoth, b};
  if (const ColumnSetId* known = ofSets.find(key)) return *known;
  items.clear();
  addAll(a);
  addAll(b);
  const ColumnSetId result = numberItems();
  ofSets.keep(key, result);
  return result;
}

ColumnSetId ColumnView::transferAll(const RowMemo::Key& key, const Change& change) {
  ++missCount;
  items.clear();
  for (const ColumnId id : sets.columns(input)) {
    RowMemo::Key single = key;
    single.step = std::uint64_t{id} << 32 | (key.step & 0xffffffffu);
    const RowsId* known = ofColumns.find(single);
    const RowsId result = known ? *known : transfer(id, change);
    if (known == nullptr) ofColumns.keep(single, result);
    if (result == kDead) continue;
    if ((result & kList) == 0) {
      add(result);
    } else {
      for (const ColumnId one : lists[result & ~kList]) add(one);
    }
  }
  const ColumnSetId result = numberItems();
  ofSets.keep(key, result);
  return result;
}

RowsId ColumnView::transfer(ColumnId id, const Change& change) {
  const unsigned index = changeColumn(id, change);
  if (index != ColumnCodec::kSeed) {
    return codec.isPresent(scratch.data(), index) ? numberOf(scratch.data(), index) : kDead;
  }
  std::vector<ColumnId> all{numberOf(scratch.data(), index)};
  codec.forEachPresent(scratch.data(),
                       [&](unsigned c) { all.push_back(numberOf(scratch.data(), c)); });
  if (all.size() == 1) return all.front();
  lists.push_back(std::move(all));
  return kList | static_cast<RowsId>(lists.size() - 1);
}

void ColumnView::add(ColumnId id) {
  const std::uint64_t* words = columns.at(id);
  items.push_back({ColumnCodec::indexOf(words), id, ColumnCodec::firstBits(words), words});
}

// The set of all items that others do not cover (column_lists.h says why they can be left out).
ColumnSetId ColumnView::numberItems() {
  std::sort(items.begin(), items.end());
  members.clear();
  violations.clear();
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    while (end < items.size() && items[end].index == items[begin].index) ++end;
    ThreadMask threads = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin && items[i].id == items[i - 1].id) continue;
      bool covered = false;
      for (std::size_t j = begin; j < end && !covered; ++j) {
        covered = isWithin(items[i], items[j]) && items[j].id != items[i].id;
      }
      if (covered) continue;
      members.push_back(items[i].id);
      threads |= ColumnCodec::mayViolate(items[i].words);
    }
    if (threads != 0) addViolation(codec.cellOf(items[begin].index), threads);
  }
  return sets.number(members, violations);
}

void ColumnView::addViolation(unsigned cell, ThreadMask threads) {
  for (PotentialViolation& violation : violations) {
    if (violation.cell != cell) continue;
    violation.threads |= threads;
    return;
  }
  violations.push_back({cell, threads});
}

}  // namespace robur
