#include "verify/buffers/word_store.h"

#include "support/hash.h"

namespace robur::verify_buffers {

WordId WordStore::add(const Word& word) {
  normal.clear();
  for (const WordRead& read : word) {
    if (read.values == system.values[read.cell]) continue;
    const auto impliesLast = [&] {
      return !normal.empty() && normal.back().cell == read.cell &&
             (read.values & ~normal.back().values) == 0;
    };
    const bool implied = !normal.empty() && normal.back().cell == read.cell &&
                         (normal.back().values & ~read.values) == 0;
    if (implied) continue;
    while (impliesLast()) normal.pop_back();
    normal.push_back(read);
  }
  if (normal.empty()) return kNoReads;
  std::uint64_t hash = kHashSeed;
  for (const WordRead& read : normal) hash = mixed(mixed(hash, read.cell), read.values);
  const auto same = [&](std::uint32_t i) { return words[i] == normal; };
  if (const std::uint32_t known = index.find(hash, same); known != HashIndex::kNone) {
    return WordId{known};
  }
  const auto fresh = static_cast<std::uint32_t>(words.size());
  index.add(hash, fresh);
  words.push_back(normal);
  used += sizeof(Word) + normal.size() * sizeof(WordRead);
  return WordId{fresh};
}

std::size_t WordStore::embedded(WordId a, WordId b) {
  if (a == b) return words[raw(a)].size();
  if (a == kNoReads || b == kNoReads) return 0;
  std::uint32_t& known = compared.at(raw(a), raw(b));
  if (known != verify::Memo::kUnknown) return known;
  const Word& demanded = words[raw(a)];
  const Word& made = words[raw(b)];
  std::size_t done = 0;
  for (const WordRead& read : made) {
    while (done < demanded.size() && demanded[done].cell == read.cell &&
           (read.values & ~demanded[done].values) == 0) {
      ++done;
    }
  }
  known = static_cast<std::uint32_t>(done);
  return done;
}

}  // namespace robur::verify_buffers
