#include "result/check_result.h"

namespace robur {

Severity severityOf(const Result& result, const Finding& finding) {
  if (!finding.accepted.empty()) return Severity::Note;
  if (finding.property == Property::Unsupported) return Severity::Warning;
  if (finding.property != Property::Robustness || !result.consequence) return Severity::Error;
  switch (result.consequence->answer) {
    case Consequence::Answer::Different:
      return Severity::Warning;
    case Consequence::Answer::Harmless:
      return Severity::Note;
    case Consequence::Answer::Harmful:
    case Consequence::Answer::Unknown:
      break;
  }
  return Severity::Error;
}

const char* spelling(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      break;
  }
  return "note";
}

}  // namespace robur
