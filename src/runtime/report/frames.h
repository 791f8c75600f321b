// Whose frame an address of a stack is in.
//
// Only a thread itself can walk its stack for certain. It does so in two places: where it makes
// a report, and where it creates a thread, which is when variables of its own are handed over; what
// was found then is kept, and counts later if the frame is still there.
#pragma once

#include <cstdint>

namespace robur::runtime {

struct StackFrame {
  std::uint64_t function = 0;  // its first instruction, to which nothing has been inlined
  std::uint64_t pc = 0;        // where it goes on
  std::uint64_t cfa = 0;       // its end; the address to return to is right below
  std::uint64_t pointer = 0;   // the register that may hold the frame's pointer
  std::uint64_t begin = 0;     // of its own bytes: the stack pointer there
};

// By the creator of thread `number`, which is `creator`.
void keepFrames(std::uint32_t creator, std::uint32_t number);

// The frame of thread `owner` that the address is in; false if nobody knows.
bool findFrame(std::uint32_t owner, std::uint64_t address, StackFrame& frame);

}  // namespace robur::runtime
