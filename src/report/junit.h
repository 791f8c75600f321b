// Answers as test cases in the XML of JUnit, which CI systems read.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> junitObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
