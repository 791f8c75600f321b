#include "runtime/report/frames.h"

#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>

#include "runtime/memory/arena.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

namespace {

constexpr int kMost = 24;
constexpr int kFramePointer = 6;  // rbp, in DWARF's numbers
constexpr std::uint32_t kKept = 1 << 12;

}  // namespace

// The frames of a thread when it created another one.
struct StackWalk {
  std::uint32_t thread = 0;
  std::uint32_t created = 0;
  int count = 0;
  StackFrame frames[kMost];
};

namespace {

_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<StackWalk*>(data);
  if (walk.count == kMost) return _URC_END_OF_STACK;
  StackFrame& frame = walk.frames[walk.count];
  frame.function = _Unwind_GetRegionStart(context);
  frame.pc = _Unwind_GetIP(context);
  frame.cfa = _Unwind_GetCFA(context);
  frame.pointer = _Unwind_GetGR(context, kFramePointer);
  ++walk.count;
  return _URC_NO_REASON;
}

// For each frame the unwinder yields the stack pointer, which is the end of the frame that it has
// called; so the end of a frame is the stack pointer of its caller.
void walkStack(StackWalk& walk) {
  walk.count = 0;
  ::_Unwind_Backtrace(step, &walk);
  for (int i = 0; i < walk.count; ++i) {
    walk.frames[i].begin = walk.frames[i].cfa;
    walk.frames[i].cfa = i + 1 < walk.count ? walk.frames[i + 1].cfa : 0;
  }
}

// By a system call, because the stack may have been unmapped meanwhile.
std::uint64_t readWord(std::uint64_t address) {
  std::uint64_t word = 0;
  const iovec here{&word, sizeof word};
  const iovec there{reinterpret_cast<void*>(address), sizeof word};  // NOLINT
  const ssize_t got = ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0);
  return got == sizeof word ? word : 0;
}

bool find(const StackWalk& walk, std::uint64_t address, StackFrame& frame) {
  for (int i = 0; i + 1 < walk.count; ++i) {
    const StackFrame& f = walk.frames[i];
    if (address < f.begin || address >= f.cfa) continue;
    frame = f;
    // If the frame still exists, its return address is where its caller continues.
    return readWord(f.cfa - sizeof(std::uint64_t)) == walk.frames[i + 1].pc;
  }
  return false;
}

// One for each created thread, in a ring buffer.
StackWalk* table() {
  StackWalk* now = rt.report.walks.load(std::memory_order_acquire);
  if (now != nullptr) return now;
  auto* const fresh = static_cast<StackWalk*>(reserve(kKept * sizeof(StackWalk)));
  return rt.report.walks.compare_exchange_strong(now, fresh) ? fresh : now;
}

}  // namespace

void recordFrames(std::uint32_t creator, std::uint32_t number) {
  StackWalk& walk = table()[number % kKept];
  walk.thread = creator;
  walk.created = number;
  walkStack(walk);
}

bool findFrame(std::uint32_t owner, std::uint64_t address, StackFrame& frame) {
  if (self != nullptr && self->number == owner) {
    StackWalk now;
    walkStack(now);
    return find(now, address, frame);
  }
  const std::uint32_t count = threadsSoFar();
  for (std::uint32_t number = count; number-- > 1 && number + kKept > count;) {
    const StackWalk& walk = table()[number % kKept];
    if (walk.created != number || walk.thread != owner) continue;
    if (find(walk, address, frame)) return true;
  }
  return false;
}

}  // namespace robur::runtime
