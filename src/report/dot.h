// Violations as drawings for Graphviz: one digraph per violation, one column per thread.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> dotObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
