// schedule=exhaust: all schedules of a small program, one process each.
//
// The process forks before main begins, once for each schedule, and its children run the program. A
// schedule is the list of choices made where more than one thread could run. The child records it
// in shared memory, with the number of alternatives of each choice, and the parent derives the next
// schedule: the last choice that has another alternative is increased, and those after it are
// dropped. This is a depth-first traversal of the tree of all schedules. With preemptions=N,
// a thread that can continue is preempted at most N times.
#pragma once

namespace robur::runtime {

// Returns in the children, not in the parent.
void exhaustSchedules();

}  // namespace robur::runtime
