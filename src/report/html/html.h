// Results as one page of HTML that needs no other file and no network.
#pragma once

#include <memory>

#include "report/format.h"

namespace robur {

std::unique_ptr<Observer> htmlObserver(Sink sink, const ReportOptions& options);

}  // namespace robur
