// Problems in SARIF 2.1.0, which code hosts and editors read.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> sarifObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
