// schedule=exhaust: one execution of every Mazurkiewicz trace of the program, one process each.
//
// The process forks before main begins, once for each execution, and its children run the program.
// Which thread makes the next event is asked of the explorer (explore/explorer.h), which is in
// memory shared with the parent. After an execution the parent asks it for the next one. With
// preemptions=N all schedules with at most N preemptions are run instead, and with choices= one
// schedule.
//
// The answer is a proof only if there are no doubts (doubts.h): what the monitor decides at an
// access depends only on what happens before that access, which is the same in all schedules of a
// trace.
#pragma once

namespace robur::runtime {

// Returns in the children, not in the parent.
void exhaustSchedules();

}  // namespace robur::runtime
