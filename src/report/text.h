// Results for people: a diagnostic per finding, notes, one verdict line per model, and a
// table at the end if there were several files.
#pragma once

#include <memory>

#include "report/observer.h"
#include "report/paint.h"

namespace robur {

struct TextOptions {
  bool explain = false;  // whole runs, the graph, the monitor's rows
  bool quiet = false;    // verdict lines and the table only
  Paint paint;
};

std::unique_ptr<Observer> textObserver(Sink sink, TextOptions options);

}  // namespace robur
