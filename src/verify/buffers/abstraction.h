// Forward reachability under TSO with pairs of values instead of write orders: an
// over-approximation.
//
// A base is a cell and a value. An abstract state has the positions of threads and the last value
// of every cell (or, if there are too many states, a set of last values), and these sets of bases:
//
//   readable by t   what t may read at its place or later
//   own by t        its own last writes that it may not have passed yet
//   after b         what may be read at or after a place at which b's cell has b's value
//
// A thread that reads b at its place can from then on read only what comes after b; one that reads
// its own pending write stays where it is. States with the same positions and last values are
// joined, so these sets only grow.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>

#include "support/hash_index.h"
#include "verify/buffers/system.h"

namespace robur::verify_buffers {

class Abstraction {
 public:
  static constexpr std::size_t kMostWords = 4;  // of a row
  using StateId = std::uint32_t;

  explicit Abstraction(const System& system) : system(system) {}

  // False if it was ended by its bounds or by `stop`: the states are then incomplete and must not
  // be used.
  bool explore(const std::function<bool()>& stop);

  std::size_t states() const { return all.size(); }
  const std::unordered_map<Positions, std::vector<StateId>, PositionsHash>& byPositions() const {
    return positions;
  }

  // True if the thread can make the reads of the word, in this order, in the state.
  bool reads(StateId state, std::uint32_t thread, const Word& word);
  // True if the last value of the cell may be one of these.
  bool holds(StateId state, std::uint32_t cell, ValueSet values) const;

 private:
  using Row = std::array<std::uint64_t, kMostWords>;
  using Rows = std::vector<std::uint64_t>;
  struct Front {
    Row readable = {};
    Row own = {};
  };
  struct State {
    const Positions* positions = nullptr;
    std::vector<ValueId> last;  // per tracked cell
    Rows rows;                  // readable and own by thread, after each base, last values
    std::vector<StateId> next;  // per step from its positions
    bool pending = false;       // has grown since it was expanded
  };

  bool number();
  bool run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop);
  void begin();
  StateId stateAt(const Positions& positions, const std::vector<ValueId>& last);
  void expand(StateId id);
  void take(StateId id, std::size_t index, std::uint32_t thread, const Step& step);
  void fronts(const Rows& rows, const Word& word, const Front& start);
  void keepFront(const Front& front);
  void write(std::uint32_t thread, const Step& step, const Front& front, const Row& last);
  void join(StateId id);

  std::size_t readable(std::uint32_t thread) const { return thread; }
  std::size_t own(std::uint32_t thread) const { return system.threadCount() + thread; }
  std::size_t after(std::size_t base) const { return std::size_t{2} * system.threadCount() + base; }
  std::size_t lastRow() const { return after(bases); }
  Row row(const Rows& rows, std::size_t index) const;
  void put(Rows& rows, std::size_t index, const Row& row) const;
  std::size_t baseOf(std::uint32_t cell, ValueId value) const { return firstBase[cell] + value; }
  Row basesOf(std::uint32_t cell, ValueSet values) const;

  const System& system;
  std::size_t words = 1;               // of a row
  std::vector<std::size_t> firstBase;  // per cell
  std::size_t bases = 0;
  std::vector<Row> ofCell;
  std::vector<std::int32_t> tracked;  // per cell, its index in `last`, or -1
  std::vector<State> all;
  HashIndex index;  // by positions and last values
  std::unordered_map<Positions, std::vector<StateId>, PositionsHash> positions;
  std::vector<StateId> work;
  Rows current;  // rows of the state that is expanded
  Rows next;     // rows after one of its steps
  std::vector<Front> reached;
  std::vector<Front> shorter;
};

}  // namespace robur::verify_buffers
