// Reads a program in Trencher's format: threads as automata (docs/language.md).
#pragma once

#include "frontend/common/parsed.h"

namespace robur {

Parsed parseTrencher(Source source);

}  // namespace robur
