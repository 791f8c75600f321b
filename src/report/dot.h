// Violations as pictures, for Graphviz: one digraph per violation, one column per thread.
#pragma once

#include <memory>
#include <string>

#include "report/observer.h"

namespace robur {

struct DotOptions {
  bool whole = false;  // every event, however many there are
};

std::unique_ptr<Observer> dotObserver(Sink sink, DotOptions options);

// One finding as one digraph.
std::string dotGraph(const Program& program, const Result& result, const Finding& finding,
                     const DotOptions& options);

}  // namespace robur
