#include "verify/list_store.h"

#include <algorithm>

#include "support/hash.h"

namespace robur::verify {

std::optional<ListId> ListStore::add(std::uint32_t owner, const OptionList& list) {
  std::optional<OptionList> form = normalForm({owner, threads}, list);
  if (!form) return std::nullopt;
  if (form->empty()) return kEmptyList;
  std::uint64_t hash = owner;
  for (const ReadOption& o : *form) {
    hash = mixed(hash, (std::uint64_t{o.writer} << 33) | (std::uint64_t{o.cell} << 1) |
                           std::uint64_t{o.update});
    hash = mixed(hash, o.values);
  }
  const auto same = [&](std::uint32_t i) {
    return lists[i].owner == owner && lists[i].list == *form;
  };
  if (const std::uint32_t known = listIndex.find(hash, same); known != HashIndex::kNone) {
    return ListId{known};
  }
  const auto fresh = static_cast<std::uint32_t>(lists.size());
  listIndex.add(hash, fresh);
  used += sizeof(Kept) + form->size() * sizeof(ReadOption) + 64;
  const KindBits bits = bitsOf(owner, *form);
  lists.push_back({owner, std::move(*form), bits});
  return ListId{fresh};
}

KindBits ListStore::bitsOf(std::uint32_t owner, const OptionList& list) {
  KindBits out;
  const auto set = [&](std::uint32_t writer, std::uint32_t cell, bool update) {
    std::uint32_t& kind = kinds.at(owner * (threads + 1) + writer, cell * 2 + (update ? 1 : 0));
    if (kind == Memo::kUnknown) kind = kindCount++ % 128;
    out.words[kind / 64] |= std::uint64_t{1} << (kind % 64);
  };
  for (const ReadOption& o : list) {
    set(o.writer, o.cell, false);
    if (o.update) set(o.writer, o.cell, true);
  }
  return out;
}

bool ListStore::isWeaker(ListId a, ListId b) {
  if (a == b || a == kEmptyList) return true;
  const Kept& weak = lists[raw(a)];
  const Kept& strong = lists[raw(b)];
  if (!weak.bits.within(strong.bits)) return false;
  std::uint32_t& known = compared.at(raw(a), raw(b));
  if (known == Memo::kUnknown) {
    known = verify::isWeaker({weak.owner, threads}, weak.list, strong.list) ? 1 : 0;
  }
  return known != 0;
}

bool ListStore::isWeaker(SetId a, SetId b) {
  if (a == b) return true;
  if (!bits(a).within(bits(b))) return false;
  const std::vector<ListId>& strong = (*this)[b];
  for (const ListId weak : (*this)[a]) {
    const auto covers = [&](ListId id) { return isWeaker(weak, id); };
    if (!std::any_of(strong.begin(), strong.end(), covers)) return false;
  }
  return true;
}

SetId ListStore::strongest(std::vector<ListId> some) {
  std::erase(some, kEmptyList);
  if (some.size() > 1) {
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
    std::vector<ListId> most;
    for (const ListId id : some) {
      const auto covers = [&](ListId o) { return isWeaker(id, o); };
      if (std::any_of(most.begin(), most.end(), covers)) continue;
      std::erase_if(most, [&](ListId o) { return isWeaker(o, id); });
      most.push_back(id);
    }
    some = std::move(most);
  }
  if (some.empty()) return kNoDemand;
  std::uint64_t hash = some.size();
  for (const ListId id : some) hash = mixed(hash, raw(id));
  const auto same = [&](std::uint32_t i) { return sets[i].members == some; };
  if (const std::uint32_t known = setIndex.find(hash, same); known != HashIndex::kNone) {
    return SetId{known};
  }
  const auto fresh = static_cast<std::uint32_t>(sets.size());
  setIndex.add(hash, fresh);
  Set set;
  for (const ListId id : some) {
    set.bits.add(lists[raw(id)].bits);
    set.size += static_cast<std::uint32_t>(lists[raw(id)].list.size());
  }
  used += sizeof(Set) + some.size() * sizeof(ListId) + 64;
  set.members = std::move(some);
  sets.push_back(std::move(set));
  return SetId{fresh};
}

SetId ListStore::renamed(SetId id, const Renaming& names) {
  if (id == kNoDemand) return id;
  if (const std::uint32_t known = renamedSets.at(raw(id), names.id); known != Memo::kUnknown) {
    return SetId{known};
  }
  std::vector<ListId> out;
  for (const ListId list : (*this)[id]) {
    OptionList other = (*this)[list];
    for (ReadOption& o : other) {
      if (o.writer < threads) o.writer = static_cast<std::uint16_t>(names.perm[o.writer]);
    }
    // A renaming maps realisable lists to realisable lists, so adding cannot fail.
    out.push_back(*add(names.perm[lists[raw(list)].owner], other));
  }
  const SetId set = strongest(std::move(out));
  renamedSets.at(raw(id), names.id) = raw(set);
  return set;
}

}  // namespace robur::verify
