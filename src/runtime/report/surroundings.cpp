// Whose memory an address is: a block of the heap, or the stack of a thread.
#include <malloc.h>

#include "runtime/report/frames.h"
#include "runtime/report/story.h"
#include "runtime/shadow/blocks.h"

extern "C" void* __libc_stack_end;

namespace robur::runtime {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

bool onStackOf(std::uint32_t number, std::uint64_t address) {
  const ThreadInfo& info = infoOf(number);
  return info.stackBegin <= address && address < info.stackEnd;
}

// Threads come and go on the same stacks; the last one is meant.
std::uint32_t ownerOfStack(std::uint64_t address) {
  for (std::uint32_t number = threadsSoFar(); number-- > 1;) {
    if (onStackOf(number, address)) return number;
  }
  // The first thread's stack lies above what it calls from here.
  const auto end = reinterpret_cast<std::uint64_t>(::__libc_stack_end);
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 23;
  return address < end && end - address < kFarthest ? 0 : kNone;
}

}  // namespace

void Story::surroundings(std::uint64_t address) {
  const Block block = blockBefore(address);
  const std::uint64_t size =
      block.begin == 0 ? 0 : ::malloc_usable_size(reinterpret_cast<void*>(block.begin));  // NOLINT
  if (address - block.begin < size) {
    say("  it is at offset ");
    sayNumber(address - block.begin);
    say(" of a block of the heap, ");
    sayNumber(size);
    say(" bytes, which was allocated here:\n");
    stack(block.site);
    return;
  }
  const std::uint32_t owner = ownerOfStack(address);
  if (owner == kNone) return;
  say("  it is on the stack of ");
  thread(owner);
  StackFrame frame;
  if (findFrame(owner, address, frame)) local(frame, address);
  say("\n");
}

}  // namespace robur::runtime
