// The nodes that were found, and which of them are still needed: none demands more than another.
//
// Nodes are rows of numbers, one set of lists per thread, and are looked for by their places: a
// node is covered only by one with the same places, or with some threads anywhere instead.
// A bit for each kind of option decides most comparisons.
#pragma once

#include <span>
#include <unordered_map>

#include "verify/requirement.h"

namespace robur::verify {

class Antichain {
 public:
  Antichain(std::uint32_t threads, ListStore& lists) : threads(threads), lists(lists) {}

  std::uint32_t numberOf(const Places& places);
  const Places& placesOf(std::uint32_t number) const { return *byNumber[number].places; }

  // Does a kept node demand no more?
  bool covers(std::uint32_t places, const Demands& demands);

  // Nodes are numbered in the order in which they are added. One that is not kept can be
  // looked at, but covers nothing.
  std::uint32_t add(const Demands& demands);
  void keep(std::uint32_t places, std::uint32_t node);

  std::span<const SetId> demandsOf(std::uint32_t node) const {
    return {rows.data() + std::size_t{node} * threads, threads};
  }
  bool kept(std::uint32_t node) const { return !dropped[node]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(dropped.size()); }
  std::uint64_t keptCount() const { return count; }
  std::size_t bytes() const;

 private:
  struct Entry {
    KindBits bits;
    std::uint32_t node = 0;
  };
  struct Group {
    const Places* places = nullptr;
    std::vector<Entry> entries;
    // Others that have some of these threads anywhere; of `general`, so many have been looked at.
    std::vector<std::uint32_t> wider;
    std::size_t looked = 0;
  };

  KindBits bitsOf(std::span<const SetId> demands) const;
  bool less(std::span<const SetId> a, std::span<const SetId> b);
  bool covers(const Group& group, std::span<const SetId> demands, const KindBits& bits);
  bool widens(const Places& wide, const Places& places) const;

  std::uint32_t threads;
  ListStore& lists;
  std::vector<SetId> rows;
  std::vector<bool> dropped;
  std::uint64_t count = 0;
  std::unordered_map<Places, std::uint32_t, PlacesHash> numbers;
  std::deque<Group> byNumber;
  std::vector<std::uint32_t> general;  // places with a thread anywhere
};

}  // namespace robur::verify
