#include "runtime/schedule/exhaust.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/report/options.h"
#include "runtime/report/output.h"
#include "runtime/report/report.h"

namespace robur::runtime {

namespace {

constexpr std::uint32_t kLongest = 1 << 16;

struct Log {
  std::uint32_t forced = 0;  // choices that are told in advance
  std::uint32_t length = 0;
  bool cut = false;  // it got longer than there is room for
  std::uint8_t choice[kLongest];
  std::uint8_t options[kLongest];
};

Log* schedules = nullptr;
std::int64_t preempted = 0;

void say(std::uint64_t runs, const char* how) {
  Text text;
  text.add("robur: ").addNumber(runs).add(runs == 1 ? " schedule" : " schedules").add(how);
  text.writeTo(2);
}

// The next schedule in the order of the walk; false if there is none.
bool countOn() {
  for (std::uint32_t i = schedules->length; i-- > 0;) {
    if (schedules->choice[i] + 1 >= schedules->options[i]) continue;
    ++schedules->choice[i];
    schedules->forced = i + 1;
    return true;
  }
  return false;
}

void readChoices(const char* text) {
  for (; *text != 0 && schedules->forced < kLongest; text += *text == '.') {
    char* end = nullptr;
    schedules->choice[schedules->forced++] =
        static_cast<std::uint8_t>(std::strtoul(text, &end, 10));
    if (end == text) break;
    text = end;
  }
}

}  // namespace

void exhaustSchedules() {
  void* const memory =
      ::mmap(nullptr, sizeof(Log), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return giveUp("there is no memory for its schedules");
  schedules = static_cast<Log*>(memory);
  if (options().choices[0] != 0) return readChoices(options().choices);
  shareReports();
  const auto most = static_cast<std::uint64_t>(options().runs);
  int code = 0;
  for (std::uint64_t runs = 1;; ++runs) {
    schedules->length = 0;
    const pid_t child = ::fork();
    if (child == 0) {
      // What the program prints is of interest once.
      const int nowhere = runs == 1 ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      if (nowhere >= 0) ::dup2(nowhere, 1);
      return;
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) {
      say(runs - 1, ", and no process for the next\n");
      ::_exit(70);
    }
    if (WIFSIGNALED(status) || (WEXITSTATUS(status) != 0 && code == 0)) {
      code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    if (WIFSIGNALED(status)) {
      say(runs, ", and the last one ended the program with a signal\n");
      ::_exit(finishAll(code));
    }
    if (schedules->cut) {
      say(runs, ", and the last one did not come to an end in time\n");
      ::_exit(finishAll(code));
    }
    if (!countOn()) {
      say(runs, options().preemptions < kUnbounded ? ", all with so few preemptions\n"
                                                   : ", which are all of them\n");
      ::_exit(finishAll(code));
    }
    if (runs == most) {
      say(runs, ", and there are more (runs=)\n");
      ::_exit(finishAll(code));
    }
  }
}

Thread* exhaustChoose(Thread* const* threads, std::uint32_t count, const Thread* running) {
  // The running one comes first, so that the first schedule interrupts nobody.
  Thread* order[256];
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (threads[i] == running) order[n++] = threads[i];
  }
  const bool canGoOn = n > 0;
  for (std::uint32_t i = 0; i < count && n < 255; ++i) {
    if (threads[i] != running) order[n++] = threads[i];
  }
  if (canGoOn && preempted >= options().preemptions) n = 1;
  if (n == 1) return order[0];
  Log& log = *schedules;
  const std::uint32_t at = log.length++;
  if (at >= kLongest) {
    log.cut = true;
    log.length = kLongest;
    ::_exit(0);
  }
  if (at >= log.forced) log.choice[at] = 0;
  log.options[at] = static_cast<std::uint8_t>(n);
  if (log.choice[at] >= n) log.choice[at] = static_cast<std::uint8_t>(n - 1);
  if (canGoOn && log.choice[at] != 0) ++preempted;
  return order[log.choice[at]];
}

void addChoices(Text& text) {
  for (std::uint32_t i = 0; schedules != nullptr && i < schedules->length; ++i) {
    if (i > 0) text.add(".");
    text.addNumber(schedules->choice[i]);
  }
}

}  // namespace robur::runtime
