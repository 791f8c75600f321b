// Litmus tests of herd in its dialect of C: small threads, and a condition on their final states.
#pragma once

#include "frontend/common/parsed.h"

namespace robur {

Parsed parseLitmus(Source source);

}  // namespace robur
