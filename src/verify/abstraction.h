// Forward reachability with potentials of length one: an over-approximation.
//
// A base is a thread (or the initial writes), a cell and a value. An abstract state says
// which bases each thread may still read, which bases remain readable after reading one,
// and which base is last in modification order; all sets grow when states with the same
// places and last bases are joined.
//
// The sets of a state are rows of bits in one array. Where a step leads depends on places and
// last bases alone, so it is looked up once per state; after that a step is a few passes over
// that array.
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

  explicit Abstraction(const Setting& setting) : setting(setting) {}

  // First with the last write of every cell known, then of those that updates read only. False
  // if neither was finished: then nothing is known. `stop` ends it early.
  bool explore(const std::function<bool()>& stop);

  std::size_t states() const { return all.size(); }
  const std::unordered_map<Places, std::vector<StateId>, PlacesHash>& byPlaces() const {
    return places;
  }

  // Can the thread follow the list in the state?
  bool walks(StateId state, std::uint32_t thread, const OptionList& list) const;

 private:
  using Row = std::array<std::uint64_t, kMostWords>;
  using Rows = std::vector<std::uint64_t>;
  struct State {
    const Places* places = nullptr;
    std::vector<std::uint16_t> last;  // per tracked cell, a base
    Rows rows;                        // readable by thread; after a base; after a last write
    std::vector<StateId> next;        // per step out of its places
    bool pending = false;             // it has grown since its steps were taken
  };
  struct Step {
    std::uint32_t thread = 0;
    const Macro* macro = nullptr;
  };

  bool number();
  bool run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop);
  void begin();
  StateId stateAt(const Places& places, const std::vector<std::uint16_t>& last);
  void expand(StateId id);
  void take(StateId id, std::size_t index, const Step& step);
  void fronts(const Word& word, const Row& start);
  void write(const Step& step, const Row& front);
  void join(StateId id);

  std::size_t afterBase(std::size_t base) const { return setting.threadCount() + base; }
  std::size_t afterLast(std::size_t slot) const { return afterBase(bases.size()) + slot; }
  Row row(const Rows& rows, std::size_t index) const;
  void put(Rows& rows, std::size_t index, const Row& row) const;

  const Setting& setting;
  std::size_t words = 1;                                        // of a row
  std::vector<std::vector<std::vector<std::uint16_t>>> baseOf;  // writer, cell, value
  std::vector<ReadOption> bases;                                // values: a single one
  std::vector<Row> ofCell;
  std::vector<std::int32_t> tracked;  // per cell, its index in `last`, or -1
  std::size_t trackedCount = 0;
  std::vector<State> all;
  std::unordered_map<Places, std::vector<StateId>, PlacesHash> places;
  std::vector<StateId> work;
  Rows current;  // of the state whose steps are taken
  Rows next;     // where one of them leads
  std::vector<Row> reached;
  std::vector<Row> shorter;
};

}  // namespace robur::verify
