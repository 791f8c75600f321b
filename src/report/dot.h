// Violations as pictures, for Graphviz: one digraph per violation, one column per thread.
#pragma once

#include <memory>

#include "report/drawing.h"
#include "report/observer.h"

namespace robur {

std::unique_ptr<Observer> dotObserver(Sink sink, DotOptions options);

}  // namespace robur
