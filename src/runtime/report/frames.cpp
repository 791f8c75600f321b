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

struct Walk {
  std::uint32_t thread = 0;
  std::uint32_t created = 0;
  int count = 0;
  StackFrame frames[kMost];
};

_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  if (walk.count == kMost) return _URC_END_OF_STACK;
  StackFrame& frame = walk.frames[walk.count];
  frame.function = _Unwind_GetRegionStart(context);
  frame.pc = _Unwind_GetIP(context);
  frame.cfa = _Unwind_GetCFA(context);
  frame.pointer = _Unwind_GetGR(context, kFramePointer);
  ++walk.count;
  return _URC_NO_REASON;
}

// The unwinder says of each frame where the stack pointer is in it, which is the end of the one
// that it has called; and its own end is the stack pointer of its caller.
void walkStack(Walk& walk) {
  walk.count = 0;
  ::_Unwind_Backtrace(step, &walk);
  for (int i = 0; i < walk.count; ++i) {
    walk.frames[i].begin = walk.frames[i].cfa;
    walk.frames[i].cfa = i + 1 < walk.count ? walk.frames[i + 1].cfa : 0;
  }
}

// The stack may have been given back meanwhile.
std::uint64_t readWord(std::uint64_t address) {
  std::uint64_t word = 0;
  const iovec here{&word, sizeof word};
  const iovec there{reinterpret_cast<void*>(address), sizeof word};  // NOLINT
  const ssize_t got = ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0);
  return got == sizeof word ? word : 0;
}

bool find(const Walk& walk, std::uint64_t address, StackFrame& frame) {
  for (int i = 0; i + 1 < walk.count; ++i) {
    const StackFrame& f = walk.frames[i];
    if (address < f.begin || address >= f.cfa) continue;
    frame = f;
    // Is it still there? Then it still returns to where its caller goes on.
    return readWord(f.cfa - sizeof(std::uint64_t)) == walk.frames[i + 1].pc;
  }
  return false;
}

// One for each thread; late ones take the places of early ones.
Walk* table() {
  static std::atomic<Walk*> walks{nullptr};
  Walk* now = walks.load(std::memory_order_acquire);
  if (now != nullptr) return now;
  auto* const fresh = static_cast<Walk*>(reserve(kKept * sizeof(Walk)));
  return walks.compare_exchange_strong(now, fresh) ? fresh : now;
}

}  // namespace

void keepFrames(std::uint32_t creator, std::uint32_t number) {
  Walk& walk = table()[number % kKept];
  walk.thread = creator;
  walk.created = number;
  walkStack(walk);
}

bool findFrame(std::uint32_t owner, std::uint64_t address, StackFrame& frame) {
  if (self != nullptr && self->number == owner) {
    Walk now;
    walkStack(now);
    return find(now, address, frame);
  }
  const std::uint32_t count = threadsSoFar();
  for (std::uint32_t number = count; number-- > 1 && number + kKept > count;) {
    const Walk& walk = table()[number % kKept];
    if (walk.created != number || walk.thread != owner) continue;
    if (find(walk, address, frame)) return true;
  }
  return false;
}

}  // namespace robur::runtime
