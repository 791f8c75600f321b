// What the monitor answered: from rows, by an event, to rows. Forgets when it runs out of
// room, since asking the monitor again gives the same answer. Each worker has its own.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "explore/row_states.h"
#include "explore/words.h"

namespace robur {

class RowMemo {
 public:
  struct Question {
    std::uint64_t step = 0;   // rows and event
    std::uint64_t about = 0;  // whatever else the answer depends on

    Question() = default;
    Question(RowsId rows, std::uint32_t event, std::uint64_t about)
        : step(std::uint64_t{rows} << 32 | event), about(about) {}
  };

  // The answer, or null.
  [[gnu::always_inline]] const RowsId* find(const Question& question) const {
    const Entry& entry = entries[entryOf(question)];
    const std::uint64_t different =
        (entry.question.step ^ question.step) | (entry.question.about ^ question.about);
    return different == 0 && entry.known ? &entry.answer : nullptr;
  }
  void keep(const Question& question, RowsId answer) {
    if (++kept > entries.size() / 2 && entries.size() < kLargest) grow();
    entries[entryOf(question)] = {question, answer, true};
  }
  std::uint64_t bytes() const { return entries.size() * sizeof(Entry); }

 private:
  struct Entry {
    Question question;
    RowsId answer = 0;
    bool known = false;
  };
  static constexpr std::size_t kSmallest = std::size_t{1} << 9;
  static constexpr std::size_t kLargest = std::size_t{1} << 20;

  std::size_t entryOf(const Question& q) const {
    return foldedProduct(q.step ^ q.about * 0x9e3779b97f4a7c15u, 0xd6e8feb86659fd93u) & mask;
  }
  void grow() {
    std::vector<Entry> old(2 * entries.size());
    std::swap(old, entries);
    mask = entries.size() - 1;
    for (const Entry& entry : old) {
      if (entry.known) entries[entryOf(entry.question)] = entry;
    }
    kept = 0;
  }

  std::vector<Entry> entries = std::vector<Entry>(kSmallest);
  std::size_t mask = kSmallest - 1;
  std::size_t kept = 0;
};

}  // namespace robur
