// What a pointer can point to.
//
// A sorted array, because sets are copied, compared and united far more often than they grow: a
// pool of a thousand nodes has a thousand cells that can each point to all of them, and almost
// every union of two such sets adds nothing, which one scan finds out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace robur::frontend_llvm {

enum class ObjectId : std::uint32_t {};  // a variable, an allocation, a function

// An object and an offset in bytes.
struct Target {
  ObjectId object{};
  std::int64_t offset = 0;
  friend auto operator<=>(const Target&, const Target&) = default;
};

class Targets {
 public:
  using value_type = Target;
  using const_iterator = std::vector<Target>::const_iterator;
  using iterator = const_iterator;

  Targets() = default;
  Targets(std::initializer_list<Target> targets) {
    for (const Target& t : targets) insert(t);
  }

  const_iterator begin() const { return sorted.begin(); }
  const_iterator end() const { return sorted.end(); }
  bool empty() const { return sorted.empty(); }
  std::size_t size() const { return sorted.size(); }
  bool contains(const Target& t) const { return std::ranges::binary_search(sorted, t); }

  std::pair<const_iterator, bool> insert(const Target& t) {
    const auto at = std::ranges::lower_bound(sorted, t);
    if (at != sorted.end() && *at == t) return {at, false};
    return {sorted.insert(at, t), true};
  }
  template <class Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  // Whether there was one that is new.
  bool add(const Targets& more) {
    if (more.size() <= size() && std::ranges::includes(sorted, more.sorted)) return false;
    std::vector<Target> both;
    both.reserve(size() + more.size());
    std::ranges::set_union(sorted, more.sorted, std::back_inserter(both));
    sorted = std::move(both);
    return true;
  }
  template <class Predicate>
  friend std::size_t erase_if(Targets& targets, Predicate predicate) {
    return std::erase_if(targets.sorted, predicate);
  }

  friend bool operator==(const Targets&, const Targets&) = default;

 private:
  std::vector<Target> sorted;
};

}  // namespace robur::frontend_llvm
