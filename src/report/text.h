// Results for people: diagnostics with source excerpts, notes and one verdict line per result.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> textObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
