// The stack frame that contains an address.
//
// Only a thread itself can unwind its stack reliably. It does so when it reports something, and
// when it creates a thread, since that is when it passes on references to its local variables. The
// frames at creation are kept, and used later if the frame in question still exists.
#pragma once

#include <cstdint>

namespace robur::runtime {

struct StackFrame {
  std::uint64_t function = 0;  // its first instruction, which is in no inlined function
  std::uint64_t pc = 0;        // where it continues
  std::uint64_t cfa = 0;       // its end; the return address is right below
  std::uint64_t pointer = 0;   // value of the register that may be the frame pointer
  std::uint64_t begin = 0;     // the stack pointer
};

// Called by thread `creator` when it creates thread `number`.
void recordFrames(std::uint32_t creator, std::uint32_t number);

// The frame of thread `owner` that contains the address; false if it is not known.
bool findFrame(std::uint32_t owner, std::uint64_t address, StackFrame& frame);

}  // namespace robur::runtime
