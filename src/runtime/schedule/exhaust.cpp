#include "runtime/schedule/exhaust.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/options/options.h"
#include "runtime/report/channels.h"
#include "runtime/report/report.h"
#include "runtime/schedule/policy.h"

namespace robur::runtime {

namespace {
constexpr std::uint32_t kMaxChoices = 1 << 16;
}

struct ExhaustLog {
  std::uint32_t forced = 0;  // choices that are prescribed
  std::uint32_t length = 0;  // choices made
  bool tooLong = false;      // there were more than kMaxChoices
  std::uint8_t choice[kMaxChoices];
  std::uint8_t alternatives[kMaxChoices];
};

namespace {

// Why there are no more schedules to run.
enum class End : std::uint8_t { Complete, Bounded, Limit, Signal, TooLong, NoProcess };

const char* nameOf(End end) {
  constexpr const char* kNames[] = {"complete", "bounded",  "limit",
                                    "signal",   "too-long", "no-process"};
  return kNames[static_cast<int>(end)];
}

const char* textOf(End end) {
  switch (end) {
    case End::Complete:
      return ", which are all of them\n";
    case End::Bounded:
      return ", all within the bound on preemptions\n";
    case End::Limit:
      return "; there are more (raise runs=)\n";
    case End::Signal:
      return "; in the last one the program was ended by a signal\n";
    case End::TooLong:
      return "; the last one had too many steps\n";
    case End::NoProcess:
      return "; a process for the next one could not be created\n";
  }
  return "\n";
}

// The summary of all schedules, for the user and as a record for `robur run`.
void printEnd(std::uint64_t runs, End end) {
  Text text;
  text.add("robur: ").addNumber(runs).add(runs == 1 ? " schedule" : " schedules").add(textOf(end));
  text.writeTo(2);
  Text line;
  line.add("{\"schedules\": ").addNumber(runs).add(", \"end\": ").addQuoted(nameOf(end)).add("}\n");
  writeRecord(line);
}

// The next schedule of the traversal; false if there is none.
bool advance(ExhaustLog& log) {
  for (std::uint32_t i = log.length; i-- > 0;) {
    if (log.choice[i] + 1 >= log.alternatives[i]) continue;
    ++log.choice[i];
    log.forced = i + 1;
    return true;
  }
  return false;
}

void readChoices(const char* text, ExhaustLog& log) {
  for (; *text != 0 && log.forced < kMaxChoices; text += *text == '.') {
    char* end = nullptr;
    log.choice[log.forced++] = static_cast<std::uint8_t>(std::strtoul(text, &end, 10));
    if (end == text) break;
    text = end;
  }
}

// The choices so far, as choices= takes them.
void addChoices(Text& text) {
  for (std::uint32_t i = 0; i < rt.schedule.log->length; ++i) {
    if (i > 0) text.add(".");
    text.addNumber(rt.schedule.log->choice[i]);
  }
}

Thread* choose(Thread* const* threads, std::uint32_t count, const Thread* running) {
  // The running thread comes first, so that the first schedule has no preemptions.
  Thread* order[256];
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (threads[i] == running) order[n++] = threads[i];
  }
  const bool canContinue = n > 0;
  for (std::uint32_t i = 0; i < count && n < 255; ++i) {
    if (threads[i] != running) order[n++] = threads[i];
  }
  if (canContinue && rt.schedule.preemptions >= options().preemptions) n = 1;
  if (n == 1) return order[0];
  ExhaustLog& log = *rt.schedule.log;
  const std::uint32_t at = log.length++;
  if (at >= kMaxChoices) {
    log.tooLong = true;
    log.length = kMaxChoices;
    ::_exit(0);
  }
  if (at >= log.forced) log.choice[at] = 0;
  log.alternatives[at] = static_cast<std::uint8_t>(n);
  if (log.choice[at] >= n) log.choice[at] = static_cast<std::uint8_t>(n - 1);
  if (canContinue && log.choice[at] != 0) ++rt.schedule.preemptions;
  return order[log.choice[at]];
}

// In the parent, after schedule number `runs`: whether that was the last one.
bool isLast(ExhaustLog& log, int status, std::uint64_t runs, End& end) {
  if (WIFSIGNALED(status)) {
    end = End::Signal;
  } else if (log.tooLong) {
    end = End::TooLong;
  } else if (!advance(log)) {
    end = options().preemptions < kUnbounded ? End::Bounded : End::Complete;
  } else if (runs == static_cast<std::uint64_t>(options().runs)) {
    end = End::Limit;
  } else {
    return false;
  }
  return true;
}

}  // namespace

const SchedulePolicy kExhaustPolicy = {nullptr, choose};

void exhaustSchedules() {
  void* const memory = ::mmap(nullptr, sizeof(ExhaustLog), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return giveUp("there is no memory for its schedules");
  ExhaustLog& log = *static_cast<ExhaustLog*>(memory);
  rt.schedule.log = &log;
  setChoicesWriter(addChoices);
  if (options().choices[0] != 0) return readChoices(options().choices, log);
  shareReports();
  int code = 0;
  for (std::uint64_t runs = 1;; ++runs) {
    log.length = 0;
    const pid_t child = ::fork();
    if (child == 0) {
      // The program's output is shown once.
      const int nowhere = runs == 1 ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      if (nowhere >= 0) ::dup2(nowhere, 1);
      return;
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) {
      printEnd(runs - 1, End::NoProcess);
      ::_exit(70);
    }
    if (WIFSIGNALED(status) || (WEXITSTATUS(status) != 0 && code == 0)) {
      code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    End end{};
    if (!isLast(log, status, runs, end)) continue;
    printEnd(runs, end);
    ::_exit(finishAll(code));
  }
}

}  // namespace robur::runtime
