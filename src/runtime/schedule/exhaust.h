// All schedules of a small program, one after the other.
//
// The process forks before main begins, once for each schedule, and its children run the
// program. A schedule is the list of choices made where more than one thread could go on; the
// child writes it down in memory that both share, together with how many there were to choose
// from, and the parent counts on: the last choice that has a successor is increased, and what
// follows it is dropped. That is a depth-first walk over the tree of all schedules. With
// preemptions=N a thread that can go on is interrupted at most N times.
#pragma once

#include "runtime/report/output.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

// In the parent this does not return; in the children it does.
void exhaustSchedules();

Thread* exhaustChoose(Thread* const* threads, std::uint32_t count, const Thread* running);

// The choices so far, as choices= takes them; for reports.
void addChoices(Text& text);

}  // namespace robur::runtime
