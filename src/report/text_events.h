// The text of each event, one file per subcommand. TextObserver (text.cpp) puts them together.
#pragma once

#include <set>
#include <string>

#include "report/format.h"
#include "report/matrix.h"
#include "report/narrate.h"

namespace robur {

// check. A diagnostic that has been shown for one model is not repeated for the next; the verdict
// line refers back to it. Notes are about the program, not the model, and appear once per file.
class CheckText {
 public:
  explicit CheckText(const ReportOptions& options) : options_(options) {}

  std::string result(const Program& program, const Result& result);
  void rejected(std::string_view file) { matrix_.addRejected(file); }
  // The table of all files and models, if there were several files.
  std::string table(const Plan& plan) const;

 private:
  std::string diagnostic(const Program& program, const Result& result, const Finding& finding,
                         const Narration& narration, bool withConsequence) const;
  std::string acceptedLine(const Program& program, const Finding& finding,
                           const Narration& narration) const;
  std::string consequence(const Program& program, const Result& result);
  std::string notes(const Program& program, const Result& result);

  const ReportOptions& options_;
  Matrix matrix_;
  std::string file_;
  std::set<std::string> shown_;  // diagnostics of this file
  std::set<std::string> noted_;
};

std::string verificationText(const Program& program, const Verification& verification,
                             const ReportOptions& options);
std::string repairText(const Program& program, const RepairResult& result,
                       const ReportOptions& options);
std::string proofText(const ProofResult& result, const ReportOptions& options);
std::string runText(const RunResult& result);

}  // namespace robur
