// Sets of events and relations between events, as bit vectors and bit matrices.
//
// This is the algebra in which the axioms are written, with the operations of herd's cat
// language. Matrices are dense: a relation over 3,000 events takes a megabyte, every
// operation works on 64 pairs at a time, and the code stays simple.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/execution_graph.h"

namespace robur {

class EventSet {
 public:
  explicit EventSet(std::size_t events) : words_((events + 63) / 64) {}

  void insert(EventId e) { words_[raw(e) / 64] |= std::uint64_t{1} << raw(e) % 64; }
  void erase(EventId e) { words_[raw(e) / 64] &= ~(std::uint64_t{1} << raw(e) % 64); }
  bool contains(EventId e) const { return words_[raw(e) / 64] >> raw(e) % 64 & 1; }
  bool empty() const;

  const std::uint64_t* words() const { return words_.data(); }

 private:
  std::vector<std::uint64_t> words_;
};

class Relation {
 public:
  explicit Relation(std::size_t events)
      : events_(events), stride_((events + 63) / 64), bits_(events * stride_) {}
  static Relation identity(std::size_t events);

  std::size_t events() const { return events_; }
  bool has(EventId a, EventId b) const { return row(a)[raw(b) / 64] >> raw(b) % 64 & 1; }
  void add(EventId a, EventId b) { row(a)[raw(b) / 64] |= std::uint64_t{1} << raw(b) % 64; }
  // Everything that b is related to, a is related to as well.
  void addRow(EventId a, EventId b);
  void addAll(EventId a, const EventSet& targets);

  Relation& operator|=(const Relation& other);
  Relation& operator&=(const Relation& other);
  Relation& operator-=(const Relation& other);
  friend Relation operator|(Relation a, const Relation& b) { return a |= b; }
  friend Relation operator&(Relation a, const Relation& b) { return a &= b; }
  friend Relation operator-(Relation a, const Relation& b) { return a -= b; }
  friend bool operator==(const Relation&, const Relation&) = default;

  Relation inverse() const;
  Relation closure() const;           // transitive
  Relation reflexiveClosure() const;  // transitive and reflexive

  bool irreflexive() const;
  bool acyclic() const;

  // Calls visit(b) for every b that a is related to, in increasing order.
  template <class Visit>
  void forEach(EventId a, const Visit& visit) const {
    for (std::size_t w = 0; w < stride_; ++w) forEachBit(w, row(a)[w], visit);
  }
  // The same for every such b in the set. The visit may take b out of it.
  template <class Visit>
  void forEachIn(EventId a, const EventSet& set, const Visit& visit) const {
    for (std::size_t w = 0; w < stride_; ++w) forEachBit(w, row(a)[w] & set.words()[w], visit);
  }

 private:
  friend Relation seq(const Relation& a, const Relation& b);
  friend Relation seq(const EventSet& set, const Relation& r);
  friend Relation seq(const Relation& r, const EventSet& set);

  template <class Visit>
  static void forEachBit(std::size_t word, std::uint64_t bits, const Visit& visit) {
    for (; bits != 0; bits &= bits - 1) {
      visit(EventId{static_cast<std::uint32_t>(word * 64 + std::countr_zero(bits))});
    }
  }
  std::uint64_t* row(EventId a) { return bits_.data() + raw(a) * stride_; }
  const std::uint64_t* row(EventId a) const { return bits_.data() + raw(a) * stride_; }

  std::size_t events_;
  std::size_t stride_;  // words per row
  std::vector<std::uint64_t> bits_;
};

// Composition: a, then b. A set stands for the identity on it, cat's [S].
Relation seq(const Relation& a, const Relation& b);
Relation seq(const EventSet& set, const Relation& r);
Relation seq(const Relation& r, const EventSet& set);
template <class A, class B, class C, class... Rest>
Relation seq(const A& a, const B& b, const C& c, const Rest&... rest) {
  return seq(seq(a, b), c, rest...);
}

// Is seq(a, b) irreflexive? Answered without building it.
bool irreflexive(const Relation& a, const Relation& b);

}  // namespace robur
