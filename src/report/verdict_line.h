// The last word on one file under one model: what was found out, for what, and how much
// was looked at. A bounded answer never reads like a proof.
#pragma once

#include <string>

#include "report/paint.h"
#include "result/check_result.h"

namespace robur {

std::string verdictLine(const Result& result, bool shownAbove, const Paint& paint);

}  // namespace robur
