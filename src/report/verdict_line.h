// The verdict on one file under one model: what was found, for which model, and how much was
// explored. A bounded answer never reads like a proof.
#pragma once

#include <string>

#include "report/paint.h"
#include "result/check_result.h"

namespace robur {

// What was found besides violations of robustness: "an assertion can fail and a value can
// overflow".
std::string othersIn(const Result& result);

std::string verdictLine(const Program& program, const Result& result, bool shownAbove,
                        const Paint& paint);

}  // namespace robur
