// Threads under TSO as automata: what the search over load buffers works on.
//
// TSO has one order of all writes. We use its dual form (Abdulla, Atig, Bouajjani, Ngo: The
// benefits of duality in verifying concurrent programs under TSO, CONCUR 2016): a write joins that
// order at once, and each thread reads with a delay. A thread has a place in the order that only
// moves forwards. It reads a cell as it was at that place, or its own last write to the cell if
// that is later. A drain (an SC fence, or any locked instruction before it reads) moves the place
// to the end. The messages between the place and the end are what the paper calls the load buffer.
//
// A place moves only by its own thread's steps, so reads can be delayed until just before the next
// write or drain of their thread, as for potentials (verify/automaton.h).
#pragma once

#include "verify/question.h"

namespace robur::verify_buffers {

using verify::Ending;
using verify::LocalEdge;
using verify::LocalGraph;
using verify::LocalGraphs;
using verify::LocalState;
using verify::MarkId;
using verify::only;
using verify::Position;
using verify::Positions;
using verify::PositionsHash;
using verify::SearchLimits;
using verify::Target;
using verify::TargetId;
using verify::ValueId;
using verify::ValueSet;
using verify::Word;
using verify::WordRead;

inline constexpr Position kAnywhere = verify::kAnywhere;

// The reads of `word`, then a write, an update or a drain.
struct Step {
  enum class Kind : std::uint8_t { Write, Update, Drain };
  Kind kind = Kind::Write;
  std::uint32_t from = 0;
  Word word;
  std::uint32_t cell = 0;
  ValueSet read = 0;    // Update, Drain: what the last write to the cell may be
  ValueId written = 0;  // Write, Update
  std::uint32_t to = 0;

  friend auto operator<=>(const Step&, const Step&) = default;
};

struct Thread {
  std::uint32_t nodes = 1;  // node 0 is the start
  std::vector<Step> steps;
  std::vector<std::vector<std::uint32_t>> into;  // per node, indices of steps
  std::vector<std::vector<std::uint32_t>> outOf;
  std::vector<std::vector<Ending>> endings;  // per mark
};

struct System {
  std::vector<Thread> threads;
  std::vector<ValueSet>
      values;  // per cell, everything that it can hold; bit 0 is its initial value
  std::vector<std::uint32_t> kind;  // per thread: the first thread with the same automaton

  std::uint32_t threadCount() const { return static_cast<std::uint32_t>(threads.size()); }
  std::uint32_t cells() const { return static_cast<std::uint32_t>(values.size()); }
};

// Empty if a thread has too many words of reads.
std::optional<System> systemUnderTso(const LocalGraphs& graphs, const std::vector<Target>& targets);

}  // namespace robur::verify_buffers
