// A thread as an automaton whose edges are writes, each with the reads that precede it.
//
// A thread's view of memory changes only by its own steps, so its reads can be delayed until just
// before its next write. Nodes are the start and the points right after a write; an edge is a word
// of reads followed by a write or update. Only the weakest words are kept, so a spin loop is
// reduced to its exit condition. Before that, bisimilar local states are merged and reads whose
// value does not matter are removed; that is sound since a known write can be read again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/local_graph.h"

namespace robur::verify {

struct WordRead {
  std::uint32_t cell = 0;
  ValueSet values = 0;

  friend auto operator<=>(const WordRead&, const WordRead&) = default;
};
using Word = std::vector<WordRead>;

struct MacroStep {
  std::uint32_t from = 0;
  Word word;
  bool update = false;
  std::uint32_t cell = 0;
  ValueSet read = 0;  // update
  ValueId written = 0;
  std::uint32_t to = 0;

  friend auto operator<=>(const MacroStep&, const MacroStep&) = default;
};

// From `node`, the reads of `word` lead to a state that carries the mark.
struct Ending {
  std::uint32_t node = 0;
  Word word;

  friend auto operator<=>(const Ending&, const Ending&) = default;
};

using TargetId = std::uint32_t;
using MarkId = std::uint32_t;  // a target and a thread
using Marks =
    std::vector<MarkId>;  // sorted: the targets whose conditions on its thread a state meets

struct Automaton {
  std::uint32_t nodes = 1;  // node 0 is the start
  std::vector<MacroStep> macros;
  std::vector<std::vector<std::uint32_t>> into;  // per node, indices of macros
  std::vector<std::vector<std::uint32_t>> outOf;
  std::vector<std::vector<bool>> before;  // before[n][k]: n is reachable from k
  std::vector<std::vector<ValueSet>>
      written;  // per node and, last, for "anywhere": per cell, what was written before
  std::vector<std::vector<Ending>> endings;  // per mark

  const std::vector<ValueSet>& writtenUpTo(std::int32_t node) const {
    return written[node < 0 ? nodes : static_cast<std::uint32_t>(node)];
  }
};

// Empty if there are too many words of reads.
std::optional<Automaton> automatonOf(const LocalGraph& graph, const std::vector<Marks>& marks,
                                     const LocalGraphs& graphs, MarkId count);

}  // namespace robur::verify
