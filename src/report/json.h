// Results for programs. The form is documented in docs/json.md.
#pragma once

#include <memory>

#include "report/observer.h"

namespace robur {

std::unique_ptr<Observer> jsonObserver(Sink sink);

}  // namespace robur
