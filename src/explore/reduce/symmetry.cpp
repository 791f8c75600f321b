#include "explore/reduce/symmetry.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstring>
#include <utility>

namespace robur {

std::vector<std::vector<unsigned>> interchangeableThreads(const Machine& machine) {
  const Program& program = machine.program();
  const unsigned threads = machine.threadCount();
  std::vector<std::vector<unsigned>> groups;
  std::vector<bool> done(threads, false);
  for (unsigned t = 0; t < threads; ++t) {
    if (done[t] || usesThreadIndex(program.codeOf(ThreadId{t}))) continue;
    std::vector<unsigned> group{t};
    for (unsigned u = t + 1; u < threads; ++u) {
      if (done[u]) continue;
      if (program.threads[u].code == program.threads[t].code ||
          sameBehaviour(program.codeOf(ThreadId{t}), program.codeOf(ThreadId{u}))) {
        group.push_back(u);
        done[u] = true;
      }
    }
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

Symmetry::Symmetry(const Machine& machine, const RowShape& shape, bool wanted)
    : threads(machine.threadCount()), shape(shape) {
  if (wanted && shape.shadows == 0) groups = interchangeableThreads(machine);
  for (const auto& group : groups) {
    grouped += group.size();
    placesOfGroups.insert(placesOfGroups.end(), group.begin(), group.end());
    for (std::size_t i = 1; i < group.size(); ++i) {
      if (group[i] == group[i - 1] + 1) nextToEachOther |= ThreadMask{1} << group[i];
    }
  }
}

void Symmetry::sort(std::uint64_t* locals, std::uint64_t* rows, std::uint8_t* where) const {
  if (where) {
    for (unsigned t = 0; t < threads; ++t) where[t] = static_cast<std::uint8_t>(t);
  }
  for (const auto& group : groups) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      for (std::size_t j = i; j > 0 && less(locals, rows, group[j], group[j - 1]); --j) {
        exchange(locals, rows, group[j], group[j - 1]);
        if (where) std::swap(where[group[j]], where[group[j - 1]]);
      }
    }
  }
}

void Symmetry::sortRows(const std::uint64_t* locals, std::uint64_t* rows) const {
  std::vector<std::uint64_t> copy(locals, locals + threads);
  sort(copy.data(), rows);
}

void Symmetry::sortLocals(std::uint64_t* locals) const {
  for (const auto& group : groups) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      for (std::size_t j = i; j > 0 && locals[group[j]] < locals[group[j - 1]]; --j) {
        std::swap(locals[group[j]], locals[group[j - 1]]);
      }
    }
  }
}

std::uint64_t Symmetry::ranks(const std::uint64_t* locals) const {
  std::uint64_t out = 0;
  for (const auto& group : groups) {
    for (const unsigned t : group) {
      std::uint64_t rank = 0;
      for (const unsigned u : group) rank += locals[u] < locals[t];
      out = out << 4 | rank;
    }
  }
  return out;
}

void Symmetry::order(const std::uint64_t* locals, std::uint64_t* out) const {
  static_assert(kMaxThreads <= kSameState);
  std::array<std::uint8_t, kMaxThreads> bytes{};
  std::uint8_t* begin = bytes.data();
  for (const auto& group : groups) {
    // Insertion, as most are in order already.
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::size_t j = i;
      for (; j > 0 && locals[group[i]] < locals[begin[j - 1]]; --j) begin[j] = begin[j - 1];
      begin[j] = static_cast<std::uint8_t>(group[i]);
    }
    for (std::size_t i = group.size(); --i > 0;) {
      if (locals[begin[i]] == locals[begin[i - 1]]) begin[i] |= kSameState;
    }
    begin += group.size();
  }
  std::memcpy(out, bytes.data(), sizeof bytes);
}

bool Symmetry::less(const std::uint64_t* locals, const std::uint64_t* rows, unsigned a,
                    unsigned b) const {
  if (locals[a] != locals[b]) return locals[a] < locals[b];
  for (unsigned k = 0; k < shape.index.rowsPerThread(); ++k) {
    const std::uint64_t* const ra = rows + rowAt(a, k);
    const std::uint64_t* const rb = rows + rowAt(b, k);
    const auto order =
        std::lexicographical_compare_three_way(ra, ra + shape.rowWords, rb, rb + shape.rowWords);
    if (order != 0) return order < 0;
  }
  return false;
}

void Symmetry::exchange(std::uint64_t* locals, std::uint64_t* rows, unsigned a, unsigned b) const {
  std::swap(locals[a], locals[b]);
  for (unsigned k = 0; k < shape.index.rowsPerThread(); ++k) {
    std::swap_ranges(rows + rowAt(a, k), rows + rowAt(a, k) + shape.rowWords, rows + rowAt(b, k));
  }
}

}  // namespace robur
