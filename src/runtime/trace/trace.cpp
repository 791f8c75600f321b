#include "runtime/trace/trace.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

#include "runtime/memory/arena.h"
#include "runtime/memory/spin_lock.h"
#include "runtime/report/options.h"
#include "runtime/report/output.h"

namespace robur::runtime {

namespace {

constexpr std::size_t kFull = std::size_t{1} << 16;

SpinLock traceLock;
std::atomic<bool> stopped{false};
int file = -1;

// Never destroyed: the process writes until its very end.
Text& lines() {
  static Text* const text = new (allocate(sizeof(Text))) Text;
  return *text;
}

// With the lock held.
void writeLines() {
  if (file < 0) {
    file = ::open(options().trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
      Text problem;
      problem.add("robur: the trace cannot be written: ").add(options().trace).add("\n");
      problem.writeTo(2);
      ::syscall(SYS_exit_group, 2);  // _exit is ours, and would flush
    }
  }
  lines().writeTo(file);
  lines().clear();
}

}  // namespace

bool tracing() {
  return options().trace[0] != 0 && !stopped.load(std::memory_order_relaxed);
}

TraceLine::TraceLine(std::uint32_t thread, const char* what) {
  traceLock.lock();
  lines().addNumber(thread).add(" ").add(what);
}

TraceLine::TraceLine(std::uint32_t thread, const char* what, std::uint64_t at, Order order)
    : TraceLine(thread, what) {
  address(at).word(nameOf(order));
}

TraceLine::~TraceLine() {
  lines().add("\n");
  if (lines().size() > kFull) writeLines();
  traceLock.unlock();
}

TraceLine& TraceLine::address(std::uint64_t address) {
  lines().add(" ").addHex(address);
  return *this;
}

TraceLine& TraceLine::number(std::uint64_t number) {
  lines().add(" ").addNumber(number);
  return *this;
}

TraceLine& TraceLine::word(const char* word) {
  lines().add(" ").add(word);
  return *this;
}

TraceLine& TraceLine::mark(bool reported) {
  return reported ? word("!") : *this;
}

void traceObject(std::uint32_t thread, const char* what, const volatile void* object) {
  if (tracing()) TraceLine(thread, what).address(reinterpret_cast<std::uint64_t>(object));
}

void flushTrace() {
  if (!tracing()) return;
  const Locked hold(traceLock);
  writeLines();
}

void stopTracing() {
  stopped.store(true);
}

}  // namespace robur::runtime
