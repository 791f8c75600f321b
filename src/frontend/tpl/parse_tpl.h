// Reads a program in the language of Rocker (docs/language.md).
#pragma once

#include "frontend/common/parsed.h"

namespace robur {

Parsed parseTpl(Source source);

}  // namespace robur
