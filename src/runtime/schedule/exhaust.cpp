#include "runtime/schedule/exhaust.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include "runtime/report/counts.h"
#include "runtime/report/report.h"
#include "runtime/schedule/doubts.h"
#include "runtime/schedule/exploration.h"
#include "runtime/schedule/policy.h"
#include "runtime/schedule/verdict.h"

namespace robur::runtime {

namespace {

constexpr std::size_t kHeapBytes = std::size_t{1} << 34;  // of address space

Exploration& exploration() {
  return *rt.schedule.exploration;
}

void readChoices(const char* text, Exploration& x) {
  x.replays = *text != 0;
  while (*text != 0) {
    char* end = nullptr;
    const std::uint64_t number = std::strtoul(text, &end, 10);
    if (end == text) return;
    x.prescribed.push(static_cast<std::uint32_t>(number));
    text = *end == '.' ? end + 1 : end;
  }
}

// The choices so far, as choices= takes them.
void addChoices(Text& text) {
  addNumbers(text, exploration().choices);
}

// In the parent: what holds of all executions together.
void noteCommonDoubts() {
  const ReportCounts& counts = reportCounts();
  const Model model = rt.rules.model;
  if (model == Model::Sra || model == Model::Tso) noteDoubt(Doubt::Model);
  if (!options().races) noteDoubt(Doubt::RacesOff);
  if (!options().robustness) noteDoubt(Doubt::RobustnessOff);
  if (counts.inLibrary.load() > 0) noteDoubt(Doubt::Library);
  if (counts.waits.load() > 0) noteDoubt(Doubt::BenignWaits);
  if (counts.unjudged.load() > 0) noteDoubt(Doubt::Undecided);
  if (counts.suppressed.load() > 0) noteDoubt(Doubt::Suppressed);
}

void begin(Exploration& x) {
  x.explorer.begin();
  x.walk.begin();
  x.choices.clear();
  x.outcome = Outcome::Unfinished;
  x.waiting = 0;
}

// After an execution: why there is no next one, or Limit if there is.
End afterExecution(Exploration& x, int status) {
  switch (x.outcome) {
    case Outcome::TooLong:
      return End::TooLong;
    case Outcome::TooManyThreads:
      return End::TooManyThreads;
    case Outcome::NotRepeatable:
      return End::NotRepeatable;
    case Outcome::Stuck:
      return End::Stuck;
    case Outcome::Cancellation:
      return End::Cancellation;
    case Outcome::NoMemory:
      return End::NoMemory;
    case Outcome::Unfinished:
      if (WIFSIGNALED(status)) return End::Signal;
      noteDoubt(Doubt::EndedEarly);
      break;
    case Outcome::Cut:
      ++x.cut;
      break;
    case Outcome::Finished:
    case Outcome::Deadlock:
      break;
  }
  ++x.executions;
  const bool more = x.bounded ? x.walk.end() : x.explorer.end(x.waiting, x.pending);
  if (more) return End::Limit;
  return x.bounded ? End::Bounded : End::Complete;
}

void exhausted() {
  leaveExecution(Outcome::NoMemory);
}

// Makes the first failure the one that is reported.
int codeAfter(Exploration& x, int code, int status) {
  const int now = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (now != 0 && code == 0) {
    x.failing.clear();
    for (const std::uint32_t number : x.choices) x.failing.push(number);
  }
  return code != 0 ? code : now;
}

}  // namespace

const SchedulePolicy kExhaustPolicy = {nullptr, chooseExplored};

void exhaustSchedules() {
  SharedHeap* const heap = SharedHeap::make(kHeapBytes, exhausted);
  if (heap == nullptr) return giveUp("there is no memory for its schedules");
  void* const memory = heap->allocate(sizeof(Exploration));
  auto* const x = new (memory) Exploration(*heap, options().preemptions);
  rt.schedule.exploration = x;
  setChoicesWriter(addChoices);
  readChoices(options().choices, *x);
  if (x->replays) return begin(*x);
  shareReports();
  int code = 0;
  for (;;) {
    begin(*x);
    rt.schedule.exploration = nullptr;  // or the child would be one of the program's own
    const pid_t child = ::fork();
    rt.schedule.exploration = x;
    if (child == 0) {
      // The program's output is shown once.
      const int nowhere = x->executions == 0 ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      if (nowhere >= 0) ::dup2(nowhere, 1);
      return;
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) {
      printVerdict(*x, End::NoProcess, true);
      ::_exit(70);
    }
    code = codeAfter(*x, code, status);
    const End end = afterExecution(*x, status);
    if (end == End::Limit && x->executions < static_cast<std::uint64_t>(options().runs)) continue;
    noteCommonDoubts();
    printVerdict(*x, end, code != 0 || reportCounts().found.load() > 0);
    rt.schedule.exploration = nullptr;  // what follows is no execution
    ::_exit(finishAll(code));
  }
}

}  // namespace robur::runtime
