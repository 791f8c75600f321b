// Results for programs. The form is documented in docs/json.md.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> jsonObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
