// What text and JSON say alike about a verification.
#pragma once

#include <string>

#include "report/narrate.h"
#include "result/verify_result.h"

namespace robur {

// Of a verification with a finding.
Narration narrate(const Program& program, const Verification& verification);

// "sc: nothing bad happens (412 states)"
std::string stepText(const EngineStep& step);

}  // namespace robur
