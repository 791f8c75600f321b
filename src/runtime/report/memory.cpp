// What an address belongs to: a block of the heap, or the stack of a thread.
#include <malloc.h>

#include "runtime/report/builder.h"
#include "runtime/report/frames.h"
#include "runtime/shadow/blocks.h"

extern "C" void* __libc_stack_end;

namespace robur::runtime {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

bool onStackOf(std::uint32_t number, std::uint64_t address) {
  const ThreadInfo& info = infoOf(number);
  return info.stackBegin <= address && address < info.stackEnd;
}

// Stacks are reused by later threads; the last one counts.
std::uint32_t ownerOfStack(std::uint64_t address) {
  for (std::uint32_t number = threadsSoFar(); number-- > 1;) {
    if (onStackOf(number, address)) return number;
  }
  // The stack of the first thread has no recorded bounds.
  const auto end = reinterpret_cast<std::uint64_t>(::__libc_stack_end);
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 23;
  return address < end && end - address < kFarthest ? 0 : kNone;
}

}  // namespace

void ReportBuilder::addMemory(std::uint64_t address) {
  const Block block = blockBefore(address);
  const std::uint64_t size =
      block.begin == 0 ? 0 : ::malloc_usable_size(reinterpret_cast<void*>(block.begin));  // NOLINT
  if (address - block.begin < size) {
    add("  it is at offset ").addNumber(address - block.begin);
    add(" of a heap block of ").addNumber(size).add(" bytes, allocated here:\n");
    addStack(block.site);
    return;
  }
  const std::uint32_t owner = ownerOfStack(address);
  if (owner == kNone) return;
  add("  it is on the stack of ").addThread(owner);
  StackFrame frame;
  if (findFrame(owner, address, frame)) addLocal(frame, address);
  add("\n");
}

}  // namespace robur::runtime
