// Reports of violations and races, each pair of sites once, and the summary at the end.
#pragma once

#include "runtime/report/findings.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

void reportRobustness(const Violation& violation);
void reportRace(const AccessInfo& access, const AccessInfo& earlier, std::uint64_t address,
                std::uint64_t size);

// From now on, forked processes count together (schedule=exhaust).
void shareReports();

// Flushes everything, prints the summary once, and returns the exit code for a program that wants
// to end with `code`.
int finish(int code);
int finishAll(int code);  // the same for the process that has forked the others

// Hooks of modules that reports must not depend on.
inline void onFinish(void (*hook)()) {
  rt.report.onFinish = hook;
}
inline void setScheduleSteps(std::uint64_t (*steps)()) {
  rt.report.scheduleSteps = steps;
}
inline void setChoicesWriter(void (*addChoices)(Text&)) {
  rt.report.addChoices = addChoices;
}

}  // namespace robur::runtime
