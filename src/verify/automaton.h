// A thread as backward search sees it: its writes, with the reads that lead up to each.
//
// A thread's view of memory changes only by its own steps, so its reads can wait until just
// before its next write. Nodes are the start and the places right after a write; an edge is
// a word of reads, then the write or update. Only words that ask for least are kept, so a
// spin loop is its exit condition. Before that, local states that behave alike are merged,
// and reads whose value makes no difference disappear: what one knows can be read again.
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

struct Macro {
  std::uint32_t from = 0;
  Word word;
  bool update = false;
  std::uint32_t cell = 0;
  ValueSet read = 0;  // update
  ValueId written = 0;
  std::uint32_t to = 0;

  friend auto operator<=>(const Macro&, const Macro&) = default;
};

// A mark is met at the end of these reads from the node.
struct Ending {
  std::uint32_t node = 0;
  Word word;

  friend auto operator<=>(const Ending&, const Ending&) = default;
};

using TargetId = std::uint32_t;
using MarkId = std::uint32_t;       // a target and a thread
using Marks = std::vector<MarkId>;  // sorted: whose demands a state meets

struct Automaton {
  std::uint32_t nodes = 1;  // node 0 is the start
  std::vector<Macro> macros;
  std::vector<std::vector<std::uint32_t>> into;  // per node, indices of macros
  std::vector<std::vector<std::uint32_t>> outOf;
  std::vector<std::vector<bool>> before;       // before[n][k]: some path leads from k to n
  std::vector<std::vector<ValueSet>> written;  // per node, and last for "anywhere": per cell
  std::vector<std::vector<Ending>> endings;    // per mark

  const std::vector<ValueSet>& writtenUpTo(std::int32_t node) const {
    return written[node < 0 ? nodes : static_cast<std::uint32_t>(node)];
  }
};

// Nothing if there are too many words of reads.
std::optional<Automaton> automatonOf(const LocalGraph& graph, const std::vector<Marks>& marks,
                                     const Locals& locals, MarkId count);

}  // namespace robur::verify
