// How it is said that a thread waits forever: by the last write to the cell, which does not end the
// wait, or by what every round of its loop reads.
#pragma once

#include <string>

#include "graph/execution_graph.h"
#include "program/program.h"

namespace robur {

struct LastWrite {
  std::int64_t value = 0;
  bool initial = false;
  ThreadId thread{};  // unless initial
  Pc pc = 0;          // unless initial
};

std::string waitingWords(const Program& program, CellId cell, const LastWrite& last);
std::string waitingWords(const Program& program, const ExecutionGraph& graph, CellId cell);

// For a thread that goes round a loop.
std::string spinningWords();

}  // namespace robur
