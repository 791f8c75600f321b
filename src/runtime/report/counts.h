// Which findings have been reported, and how often: a pair of sites is reported once.
#pragma once

#include "runtime/report/findings.h"

namespace robur::runtime {

// Shared by the processes of schedule=exhaust, otherwise of this process.
inline ReportCounts& reportCounts() {
  return rt.report.counts != nullptr ? *rt.report.counts : tables.counts;
}

// Marks a pair as reported; false if it was already, which is counted.
bool isNewPair(ReportKind kind, Site access, Site other);
// Whether a violation with this pair has been reported; if so, it is counted as repeated.
bool alreadyReported(Site access, Site ahead);
// An access that is a violation under RC11 or not, depending on events that have been forgotten.
void countUnjudged();
// A violation in a spin loop, which does no harm: for the summary only.
void countBenignWait(const Violation& violation);

}  // namespace robur::runtime
