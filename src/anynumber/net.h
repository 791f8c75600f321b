// The monitored program as a Petri net: a control part, and tokens in local states.
//
// The control part is memory, the bits of cells and SC fences, and the fixed threads with theirs. A
// step of a copy looks at the control part and takes its token from one local state to another. (In
// TSO and PSO, a write takes OWN of its cell from the one thread that may have it.)
//
// Without a goal the net is the program under SC: there are no bits, and it is recorded what
// happens. With a goal, a column is followed in two phases: first the stale write has been
// replaced, then the last write to the cell has been made as well.
//
//   write to y                         phase 1                    phase 2
//   replaces one of the goal's values  not followed: a column     not followed: it was not the
//                                      that begins here has more  last write after all
//   replaces another value             phase 1 or 2               not followed
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "anynumber/cores.h"
#include "anynumber/goal.h"
#include "anynumber/local_states.h"
#include "explore/store/state_codec.h"
#include "program/model_info.h"

namespace robur::anynumber {

// Which threads and cells there are.
struct NetShape {
  std::vector<unsigned> fixed;      // threads
  std::vector<unsigned> templates;  // threads of any number
  std::vector<unsigned> monitored;  // per cell: its index, or kNotMonitored
  unsigned monitoredCount = 0;
};

// What happens under SC, for any number of copies.
struct ScFacts {
  std::vector<std::map<ThreadStateId, std::set<ThreadStateId>>> flow;  // per thread: its cores
  // Per cell: the values that are replaced, and whether that is by updates, by other writes.
  struct Replaced {
    bool byUpdate = false;
    bool byStore = false;
  };
  std::vector<std::map<std::int64_t, Replaced>> replaced;
};

// The control part of a configuration. `exact` must be equal for two configurations to be compared:
// memory, fixed threads' cores, the phase, their AT. `bits` are compared as sets.
struct Control {
  std::vector<std::uint64_t> exact;
  std::vector<std::uint64_t> bits;
};

struct Move {
  static constexpr LocalId kEnded = ~0u;  // a copy that has ended disappears
  LocalId next = kEnded;
  std::int64_t value = 0;  // of the cell
  std::uint64_t cell = 0;  // its bits
  std::uint64_t fence = 0;
  std::uint64_t phase = 0;
  std::uint64_t taken = 0;  // a bit of ThreadBits::cells that all others lose
};

class Net {
 public:
  // The program under SC.
  Net(Cores& cores, const NetShape& shape);
  // With a goal, after `facts` are complete.
  Net(Cores& cores, const NetShape& shape, const ModelInfo& model, Aim aim, ColumnRules& rules,
      const ScFacts& facts);
  Net(const Net&) = delete;

  LocalStates& locals() { return localStates; }
  const Core& coreOf(LocalId l) {
    if (l >= coresOfLocals.size()) coresOfLocals.resize(localStates.size());
    if (coresOfLocals[l] == nullptr) {
      coresOfLocals[l] = &cores.at(localStates[l].thread, localStates[l].core);
    }
    return *coresOfLocals[l];
  }

  // Control parts: their layout, and how they are packed.
  Control initial();
  std::uint64_t valueOf(const Control& c, std::uint32_t cell) const { return c.exact[cell]; }
  LocalId fixedLocal(const Control& c, std::size_t i);
  void setFixed(Control& c, std::size_t i, LocalId l) const;
  std::size_t fixedCount() const { return shape.fixed.size(); }
  const FieldTable& exactFields() const { return exactTable; }
  const FieldTable& bitFields() const { return bitTable; }
  bool cellsAreOwned() const { return rules != nullptr && rules->cellsAreOwned(); }
  std::uint64_t phase(const Control& c) const { return c.exact[phaseAt]; }

  // All steps of a local state's option in this control part. Valid until the next call.
  std::span<const Move> moves(LocalId l, std::size_t option, const Control& c);
  // Changes the control part as the move says; the mover's own state is the caller's business.
  void apply(const Move& move, const Option& option, Control& c) const;
  // Does the move leave the control part as it is?
  bool leaves(const Move& move, const Option& option, const Control& c) const;

  // With a goal: the configurations in which a column begins with a step of this local state of the
  // SC net, from a control part of the SC net.
  struct Beginning {
    Control control;
    LocalId mover = Move::kEnded;
  };
  std::vector<Beginning> beginnings(const LocalState& mover, std::size_t option, const Control& sc);
  // The state of a thread that looks on when a column begins.
  LocalId onlooker(unsigned thread, ThreadStateId core);
  // Is the thread about to make an access that reaches the goal?
  bool violates(LocalId l);
  // Could it still, or could it come to it?
  bool mayViolate(LocalId l);

  // What has been recorded without a goal.
  const ScFacts& recorded() const { return facts; }

 private:
  struct MoveKey {
    LocalId local = 0;
    std::uint32_t optionAndPhase = 0;
    std::int64_t value = 0;
    std::uint64_t cell = 0;
    std::uint64_t fence = 0;

    friend bool operator==(const MoveKey&, const MoveKey&) = default;
  };
  struct MoveHash {
    std::uint64_t operator()(const MoveKey& k) const {
      std::uint64_t hash = mixed(kHashSeed, std::uint64_t{k.local} << 32 | k.optionAndPhase);
      hash = mixed(hash, static_cast<std::uint64_t>(k.value));
      return mixed(mixed(hash, k.cell), k.fence);
    }
  };
  struct MoveRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void layOut();
  void findWhoComesToGoal();
  void compute(const MoveKey& key, LocalId l, const Option& option, std::uint64_t phase);
  void record(const LocalState& state, const Option& option, const LocalStep& step);
  void follow(const LocalState& state, const LocalStep& step, const MoveKey& key,
              std::uint64_t phase, std::int64_t value);
  LocalId arrived(unsigned thread, ThreadStateId core, const ThreadBits& bits);
  ColumnEvent eventOf(const LocalStep& step) const;
  bool stamps(std::int64_t old, bool update) const;
  // The questions of this access that are among the goals.
  std::vector<Question> questionsOf(unsigned thread, ThreadStateId core);
  const Liveness<1>& livenessAt(unsigned thread, Pc pc);
  unsigned monitoredAt(const Option& option) const {
    return option.cell == kNoCell ? kNotMonitored : shape.monitored[option.cell];
  }

  Cores& cores;
  const NetShape& shape;
  const ModelInfo* model = nullptr;
  const std::optional<Aim> aim;
  const Goal* goal = nullptr;  // the whole of the aim
  ColumnRules* rules = nullptr;
  const ScFacts* known = nullptr;
  bool bothPhases = false;  // does some write to the goal's cell not stamp?
  LocalStates localStates;
  std::vector<const Core*> coresOfLocals;
  std::size_t phaseAt = 0, exactCellsAt = 0, fenceAt = 0, fixedBitsAt = 0, ownedAt = 0;
  FieldTable exactTable, bitTable;
  HashMap<MoveKey, MoveRange, MoveHash> memo;
  std::vector<Move> arena;
  ScFacts facts;
  std::vector<std::set<ThreadStateId>> comesToGoal;  // per thread: cores
  enum class Known : std::uint8_t { No, False, True };
  std::vector<Known> violating, hopeful;                            // per local state
  std::vector<std::vector<std::unique_ptr<Liveness<1>>>> liveness;  // per thread, by pc
};

// The accesses that a pending access asks for. `facts` say which values can be stale.
std::vector<Goal> goalsOf(Cores& cores, const NetShape& shape, const ModelInfo& model,
                          const ScFacts& facts, unsigned thread, const Option& option);

// What a thread may still do, as the rules of a column for this cell see it.
Liveness<1> columnLiveness(const Future& future, const NetShape& shape, unsigned cells,
                           const Goal& goal);

}  // namespace robur::anynumber
