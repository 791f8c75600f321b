// Which part of an execution graph is drawn: its events and edges, without their places.
//
// A small graph is drawn whole. Of a large one, the events of the narration are drawn and the
// writes that they read from; a po edge then says how many events it passes. What follows from the
// rest is left out: modification order within a thread, which is program order, and from initial
// values.
#pragma once

#include <set>
#include <vector>

#include "report/html/view.h"

namespace robur::report_html {

struct DrawnEdge {
  CycleEdge edge;
  bool inCycle = false;
  std::size_t passed = 0;  // Po: events between the two that are not drawn
};

struct DrawnGraph {
  std::set<EventId> events;
  std::vector<DrawnEdge> edges;
};

DrawnGraph drawnGraph(const View& view);

}  // namespace robur::report_html
