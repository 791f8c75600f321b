// Problems as annotations of a GitHub workflow: lines that the runner turns into remarks beside the
// source.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> githubObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
