#include "verify/option_list.h"

#include <algorithm>

namespace robur::verify {

namespace {

// True if every write that matches `strong` matches `weak`.
bool fits(const ReadOption& strong, const ReadOption& weak) {
  return strong.writer == weak.writer && strong.cell == weak.cell &&
         (strong.values & ~weak.values) == 0 && strong.update >= weak.update;
}

}  // namespace

// Per cell, in the order of the list:
//   after an update option of x       only that write of x is readable: merge later ones into it
//   free x after free x               the same write: merge them at the later index
//   free x after another thread's x   not realisable; neither are own and initial x together
// A free option may be read at any time before its index, so adjacent free options are sorted and
// free update options move to the front. Of adjacent options by one writer on one cell, the weaker
// one is dropped.
std::optional<OptionList> normalForm(Owner owner, const OptionList& list) {
  struct Entry {
    ReadOption o;
    bool dropped = false;
  };
  std::vector<Entry> seq;
  seq.reserve(list.size());
  const auto find = [&](auto&& wanted) -> Entry* {
    for (std::size_t i = seq.size(); i-- > 0;) {
      if (!seq[i].dropped && wanted(seq[i].o)) return &seq[i];
    }
    return nullptr;
  };
  for (ReadOption o : list) {
    const auto here = [&](const ReadOption& e) { return e.cell == o.cell; };
    if (Entry* last = find([&](const ReadOption& e) { return here(e) && e.update; })) {
      if (last->o.writer != o.writer) return std::nullopt;
      last->o.values &= o.values;
      if (last->o.values == 0) return std::nullopt;
      continue;
    }
    if (owner.free(o)) {
      if (find([&](const ReadOption& e) { return here(e) && !owner.free(e); })) {
        return std::nullopt;
      }
      if (Entry* same = find(here)) {
        if (same->o.writer != o.writer) return std::nullopt;
        o.values &= same->o.values;
        if (o.values == 0) return std::nullopt;
        same->dropped = true;
      }
    }
    seq.push_back({o});
  }
  OptionList front;
  OptionList out;
  OptionList group;  // adjacent free options, not yet emitted
  const ReadOption* last = nullptr;
  for (const Entry& e : seq) {
    if (e.dropped) continue;
    if (owner.free(e.o)) {
      (e.o.update ? front : group).push_back(e.o);
      continue;
    }
    if (last != nullptr && last->writer == e.o.writer && last->cell == e.o.cell) {
      if (fits(*last, e.o)) continue;
      if (group.empty() && fits(e.o, *last)) out.pop_back();
    }
    std::sort(group.begin(), group.end());
    out.insert(out.end(), group.begin(), group.end());
    group.clear();
    out.push_back(e.o);
    last = &e.o;
  }
  std::sort(group.begin(), group.end());
  out.insert(out.end(), group.begin(), group.end());
  std::sort(front.begin(), front.end());
  out.insert(out.begin(), front.begin(), front.end());
  return out;
}

// Every option of a must match one of b, in order, with three exceptions: a free option may match
// anywhere from here on, or an update option at the front; the mo-last write that b has read stays
// readable; and the option matched last may be read again.
bool isWeaker(Owner owner, const OptionList& a, const OptionList& b) {
  std::size_t j = 0;
  const ReadOption* last = nullptr;
  for (const ReadOption& o : a) {
    if (owner.free(o)) {
      bool found = false;
      for (std::size_t k = 0; k < b.size() && !found; ++k) {
        found = fits(b[k], o) && (k >= j || b[k].update);
      }
      if (!found) return false;
      continue;
    }
    if (last != nullptr && fits(*last, o)) continue;
    bool found = false;
    for (std::size_t k = 0; k < j && !found && !o.update; ++k) found = b[k].update && fits(b[k], o);
    if (found) continue;
    while (j < b.size() && !found) {
      found = fits(b[j], o);
      if (found) last = &b[j];
      ++j;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace robur::verify
