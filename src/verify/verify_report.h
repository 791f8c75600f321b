// What a verification is told as: the bad thing, the run that leads there, where the run leaves
// SC, and a verdict line that says how it is known. The same in JSON, and as a picture.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "report/paint.h"
#include "verify/verify.h"

namespace robur {

struct VerifyTextOptions {
  bool explain = false;  // whole runs and the execution graph
  bool quiet = false;    // the verdict line alone
  Paint paint;
};

std::string verifyText(const Program& program, const Verification& verification,
                       const std::string& reach, const VerifyTextOptions& options);
nlohmann::ordered_json verifyJson(const Program& program, const Verification& verification,
                                  const std::string& reach);
// Empty unless there is a run.
std::string verifyDot(const Program& program, const Verification& verification);

}  // namespace robur
