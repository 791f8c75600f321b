// Litmus tests in one line of text, as an execution graph or as a program.
//
//   "W x 1; R y 0 || W y 1; R x 0"        store buffering, the outcome that SC forbids
//
// Threads are separated by ||, events by ;. An event is a kind, with its order after a dot
// (rlx if none: `W.rel x 1`; `na` makes the location plain), a location and values:
//
//   R x v      reads v                     wait x v   blocks until it reads v
//   W x v      writes v                    bcas x v w blocks until it updates v to w
//   U x v w    updates v to w, exchange    C x v      a compare-and-swap that fails, reading v
//   F.o        a fence                     C x v w    compare-and-swap from v to w
//
// In a graph, values name writes: nothing writes the same value twice to a location, 0 is
// initial, and modification order is the order of values. In a program only what is
// written and what blocking instructions want counts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/execution_graph.h"
#include "program/program.h"

namespace robur::testing {

struct LitmusEvent {
  std::string kind;
  Order order = Order::Rlx;
  std::string location;
  std::vector<std::int64_t> values;
};

struct Litmus {
  std::vector<std::vector<LitmusEvent>> threads;
  std::vector<std::string> locations;
};

Litmus parseLitmus(std::string_view text);
Program programOf(const Litmus& litmus);

// Is the outcome allowed? SC fences that are updates may come in any order.
bool allowed(std::string_view text, ModelName model);

}  // namespace robur::testing
