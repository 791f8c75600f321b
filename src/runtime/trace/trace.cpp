#include "runtime/trace/trace.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

#include "runtime/memory/arena.h"
#include "runtime/report/report.h"
#include "runtime/text/text.h"

namespace robur::runtime {

namespace {

constexpr std::size_t kFull = std::size_t{1} << 16;

// With the lock held.
void writeLines() {
  if (rt.trace.file < 0) {
    rt.trace.file = ::open(options().trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (rt.trace.file < 0) {
      Text problem;
      problem.add("robur: cannot write the trace: ").add(options().trace).add("\n");
      problem.writeTo(2);
      ::syscall(SYS_exit_group, 2);  // _exit() is replaced by the runtime and would flush the trace
    }
  }
  rt.trace.lines->writeTo(rt.trace.file);
  rt.trace.lines->clear();
}

// The file is complete when the process has ended.
void flush() {
  if (!tracing()) return;
  const Locked hold(rt.trace.lock);
  writeLines();
}

// With the lock held.
Text& lines() {
  if (rt.trace.lines == nullptr) {
    rt.trace.lines = new (allocate(sizeof(Text))) Text;
    onFinish(flush);
  }
  return *rt.trace.lines;
}

}  // namespace

TraceLine::TraceLine(std::uint32_t thread, const char* what) {
  rt.trace.lock.lock();
  lines().addNumber(thread).add(" ").add(what);
}

TraceLine::TraceLine(std::uint32_t thread, const char* what, std::uint64_t at, Order order)
    : TraceLine(thread, what) {
  address(at).word(nameOf(order));
}

TraceLine::~TraceLine() {
  lines().add("\n");
  if (lines().size() > kFull) writeLines();
  rt.trace.lock.unlock();
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

TraceLine& TraceLine::mark(bool violation) {
  return violation ? word("!") : *this;
}

void traceObject(std::uint32_t thread, const char* what, const volatile void* object) {
  if (tracing()) TraceLine(thread, what).address(reinterpret_cast<std::uint64_t>(object));
}

void stopTracing() {
  rt.trace.stopped.store(true);
}

}  // namespace robur::runtime
