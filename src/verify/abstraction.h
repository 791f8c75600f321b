// Forward reachability with potentials of length one: an over-approximation.
//
// A base is an abstract write: a thread (or the initial writer), a cell and a value. An abstract
// state says which bases each thread may still read, which bases remain readable after reading
// one, and which base is last in modification order. States with the same positions and last
// bases are joined, so these sets only grow.
//
// The sets of a state are rows of bits in one array. The successor of a step depends only on
// positions and last bases, so it is computed once per state; repeating a step then takes a few
// passes over that array.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>

#include "verify/requirement.h"

namespace robur::verify {

class Abstraction {
 public:
  static constexpr std::size_t kMostWords = 4;  // of a row
  using StateId = std::uint32_t;

  explicit Abstraction(const ThreadSystem& system) : system(system) {}

  // Tracks the last write of every cell; if that gives too many states, only of cells that updates
  // read. False if both attempts ended early, by their bounds or by `stop`: the states are then
  // incomplete and must not be used.
  bool explore(const std::function<bool()>& stop);

  std::size_t states() const { return all.size(); }
  const std::unordered_map<Positions, std::vector<StateId>, PositionsHash>& byPositions() const {
    return positions;
  }

  // True if the thread can make the reads of the list, in this order, in the state.
  bool walks(StateId state, std::uint32_t thread, const OptionList& list) const;

 private:
  using Row = std::array<std::uint64_t, kMostWords>;
  using Rows = std::vector<std::uint64_t>;
  struct State {
    const Positions* positions = nullptr;
    std::vector<std::uint16_t> last;  // per tracked cell, a base
    Rows rows;  // readable by each thread, after each base, after each tracked last write
    std::vector<StateId> next;  // per step from its positions
    bool pending = false;       // has grown since it was expanded
  };
  struct Step {
    std::uint32_t thread = 0;
    const MacroStep* macro = nullptr;
  };

  bool number();
  bool run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop);
  void begin();
  StateId stateAt(const Positions& positions, const std::vector<std::uint16_t>& last);
  void expand(StateId id);
  void take(StateId id, std::size_t index, const Step& step);
  void fronts(const Word& word, const Row& start);
  void write(const Step& step, const Row& front);
  void join(StateId id);

  std::size_t afterBase(std::size_t base) const { return system.threadCount() + base; }
  std::size_t afterLast(std::size_t slot) const { return afterBase(bases.size()) + slot; }
  Row row(const Rows& rows, std::size_t index) const;
  void put(Rows& rows, std::size_t index, const Row& row) const;

  const ThreadSystem& system;
  std::size_t words = 1;                                        // of a row
  std::vector<std::vector<std::vector<std::uint16_t>>> baseOf;  // writer, cell, value
  std::vector<ReadOption> bases;                                // `values` is a singleton
  std::vector<Row> ofCell;
  std::vector<std::int32_t> tracked;  // per cell, its index in `last`, or -1
  std::size_t trackedCount = 0;
  std::vector<State> all;
  std::unordered_map<Positions, std::vector<StateId>, PositionsHash> positions;
  std::vector<StateId> work;
  Rows current;  // rows of the state that is expanded
  Rows next;     // rows after one of its steps
  std::vector<Row> reached;
  std::vector<Row> shorter;
};

}  // namespace robur::verify
