// Reads a program in .rob, Robur's own language (docs/language.md).
#pragma once

#include "frontend/common/parsed.h"

namespace robur {

Parsed parseRob(Source source);

}  // namespace robur
