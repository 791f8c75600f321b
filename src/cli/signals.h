// Ctrl-C: the first asks the search to stop and report what is known, the second ends the process.
#pragma once

#include <atomic>

namespace robur {

// From here on the first Ctrl-C only sets the flag. For commands that can report partial results;
// the others end at once.
void catchInterrupts();

// Makes writing to a closed pipe an ordinary error.
void ignoreBrokenPipes();

const std::atomic<bool>& interruptedFlag();

}  // namespace robur
