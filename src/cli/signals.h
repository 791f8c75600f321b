// Ctrl-C: the first asks the search to stop and tell what it knows, the second leaves.
#pragma once

#include <atomic>

namespace robur {

// From here on the first Ctrl-C only raises the flag. For commands that can tell what they
// know; the others leave at once, as anyone expects.
void catchInterrupts();

// Makes writing to a closed pipe an ordinary error.
void ignoreBrokenPipes();

const std::atomic<bool>& interruptedFlag();

}  // namespace robur
