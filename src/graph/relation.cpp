#include "graph/relation.h"

#include <algorithm>

namespace robur {

namespace {

EventId id(std::size_t i) {
  return EventId{static_cast<std::uint32_t>(i)};
}

}  // namespace

bool EventSet::empty() const {
  return std::ranges::all_of(words_, [](std::uint64_t w) { return w == 0; });
}

Relation Relation::identity(std::size_t events) {
  Relation r(events);
  for (std::size_t i = 0; i < events; ++i) r.add(id(i), id(i));
  return r;
}

void Relation::addRow(EventId a, EventId b) {
  std::uint64_t* to = row(a);
  const std::uint64_t* from = row(b);
  for (std::size_t w = 0; w < stride_; ++w) to[w] |= from[w];
}

void Relation::addAll(EventId a, const EventSet& targets) {
  std::uint64_t* to = row(a);
  for (std::size_t w = 0; w < stride_; ++w) to[w] |= targets.words()[w];
}

Relation& Relation::operator|=(const Relation& other) {
  for (std::size_t w = 0; w < bits_.size(); ++w) bits_[w] |= other.bits_[w];
  return *this;
}

Relation& Relation::operator&=(const Relation& other) {
  for (std::size_t w = 0; w < bits_.size(); ++w) bits_[w] &= other.bits_[w];
  return *this;
}

Relation& Relation::operator-=(const Relation& other) {
  for (std::size_t w = 0; w < bits_.size(); ++w) bits_[w] &= ~other.bits_[w];
  return *this;
}

Relation Relation::inverse() const {
  Relation r(events_);
  for (std::size_t i = 0; i < events_; ++i) {
    forEach(id(i), [&](EventId j) { r.add(j, id(i)); });
  }
  return r;
}

// Warshall's algorithm: after round k, paths whose inner events are at most k are in.
Relation Relation::closure() const {
  Relation r = *this;
  for (std::size_t k = 0; k < events_; ++k) {
    for (std::size_t i = 0; i < events_; ++i) {
      if (r.has(id(i), id(k))) r.addRow(id(i), id(k));
    }
  }
  return r;
}

Relation Relation::reflexiveClosure() const {
  return closure() |= identity(events_);
}

bool Relation::irreflexive() const {
  for (std::size_t i = 0; i < events_; ++i) {
    if (has(id(i), id(i))) return false;
  }
  return true;
}

// Depth-first search. A row is scanned once per event found from it, so the cost is that of
// reading the matrix a few times, where a closure would cost its cube.
bool Relation::acyclic() const {
  std::vector<std::uint64_t> fresh(stride_, ~std::uint64_t{0});
  std::vector<std::uint64_t> onPath(stride_, 0);
  std::vector<EventId> path;
  const auto enter = [&](EventId e) {
    fresh[raw(e) / 64] &= ~(std::uint64_t{1} << raw(e) % 64);
    onPath[raw(e) / 64] |= std::uint64_t{1} << raw(e) % 64;
    path.push_back(e);
  };
  for (std::size_t start = 0; start < events_; ++start) {
    if (!(fresh[start / 64] >> start % 64 & 1)) continue;
    enter(id(start));
    while (!path.empty()) {
      const EventId top = path.back();
      const std::uint64_t* successors = row(top);
      std::size_t unseen = stride_;
      for (std::size_t w = 0; w < stride_; ++w) {
        if (successors[w] & onPath[w]) return false;
        if (unseen == stride_ && (successors[w] & fresh[w])) unseen = w;
      }
      if (unseen == stride_) {
        onPath[raw(top) / 64] &= ~(std::uint64_t{1} << raw(top) % 64);
        path.pop_back();
      } else {
        enter(id(unseen * 64 + std::countr_zero(successors[unseen] & fresh[unseen])));
      }
    }
  }
  return true;
}

Relation seq(const Relation& a, const Relation& b) {
  Relation r(a.events_);
  for (std::size_t i = 0; i < a.events_; ++i) {
    std::uint64_t* to = r.row(id(i));
    a.forEach(id(i), [&](EventId j) {
      const std::uint64_t* from = b.row(j);
      for (std::size_t w = 0; w < a.stride_; ++w) to[w] |= from[w];
    });
  }
  return r;
}

Relation seq(const EventSet& set, const Relation& r) {
  Relation result = r;
  for (std::size_t i = 0; i < r.events_; ++i) {
    if (set.contains(id(i))) continue;
    std::fill_n(result.row(id(i)), r.stride_, std::uint64_t{0});
  }
  return result;
}

Relation seq(const Relation& r, const EventSet& set) {
  Relation result = r;
  for (std::size_t i = 0; i < r.events_; ++i) {
    std::uint64_t* row = result.row(id(i));
    for (std::size_t w = 0; w < r.stride_; ++w) row[w] &= set.words()[w];
  }
  return result;
}

bool irreflexive(const Relation& a, const Relation& b) {
  for (std::size_t i = 0; i < a.events(); ++i) {
    bool closes = false;
    a.forEach(id(i), [&](EventId j) { closes |= b.has(j, id(i)); });
    if (closes) return false;
  }
  return true;
}

}  // namespace robur
