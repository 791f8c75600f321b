// The JSON of each event, one file per subcommand. JsonObserver (json.cpp) puts the entries into
// one document. The form is documented in docs/json.md.
#pragma once

#include <functional>

#include <nlohmann/json_fwd.hpp>

#include "report/format.h"

namespace robur {

// Calls `write` for every entry.
void checkJson(const Program& program, const Result& result, const ReportOptions& options,
               const std::function<void(const nlohmann::ordered_json&)>& write);
nlohmann::ordered_json verificationJson(const Program& program, const Verification& verification,
                                        const ReportOptions& options);
nlohmann::ordered_json repairJson(const Program& program, const RepairResult& result,
                                  const ReportOptions& options);
nlohmann::ordered_json proofJson(const ProofResult& result);
nlohmann::ordered_json runJson(const RunResult& result);

}  // namespace robur
