#include "runtime/schedule/verdict.h"

#include "runtime/report/channels.h"
#include "runtime/schedule/doubts.h"

namespace robur::runtime {

namespace {

// Why the executions are not all that there are.
const char* textOf(End end) {
  switch (end) {
    case End::Complete:
      return nullptr;
    case End::Bounded:
      return "only schedules within the bound on preemptions were explored";
    case End::Limit:
      return "there are more executions (raise runs=)";
    case End::Signal:
      return "the program was ended by a signal";
    case End::TooLong:
      return "an execution had too many events";
    case End::TooManyThreads:
      return "there are more than 64 threads";
    case End::NotRepeatable:
      return "the program does not depend on the schedule alone: a thread did something else than "
             "in the same place before";
    case End::Stuck:
      return "a thread waits for something that is not modelled, or computes for too long";
    case End::Cancellation:
      return "a thread is cancelled, which is not modelled";
    case End::NoMemory:
      return "there is no memory for what is still to be explored";
    case End::NoProcess:
      return "a process for the next execution could not be created";
  }
  return nullptr;
}

// Calls `add` with each reason why this is no proof.
template <class Add>
void forEachReason(const Exploration& x, End end, const Add& add) {
  if (textOf(end) != nullptr) add(textOf(end));
  const std::uint32_t doubts = x.doubts.load();
  for (int d = 0; d < static_cast<int>(Doubt::Count); ++d) {
    if ((doubts >> d & 1) != 0) add(textOf(static_cast<Doubt>(d)));
  }
}

// Calls `add` with what the answer supposes.
template <class Add>
void forEachAssumption(const Exploration& x, const Add& add) {
  if (x.waitsForCondition.load()) add("condition variables wake up only when they are notified");
  if (x.exchanges.load()) add("compare_exchange_weak fails only where the values differ");
}

const char* upperCaseModel() {
  switch (rt.rules.model) {
    case Model::Rc11:
      return "RC11";
    case Model::Rc20:
      return "RC20";
    case Model::Ra:
      return "RA";
    case Model::Sra:
      return "SRA";
    case Model::Tso:
      return "TSO";
  }
  return "";
}

// The number of all executions, as a power of ten; 0 if it is not known.
unsigned magnitude(const Exploration& x) {
  const double share = x.bounded ? 0 : x.explorer.share();
  if (share <= 0) return 0;
  unsigned digits = 0;
  for (double all = static_cast<double>(x.executions) / share; all >= 10; all /= 10) ++digits;
  return digits;
}

void writeVerdictRecord(const Exploration& x, End end) {
  Text line;
  line.add("{\"executions\": ").addNumber(x.executions);
  line.add(", \"complete\": ").add(end == End::Complete ? "true" : "false");
  line.add(", \"model\": ").addQuoted(upperCaseModel()).add(", \"cut\": ").addNumber(x.cut);
  line.add(", \"magnitude\": ").addNumber(end == End::Limit ? magnitude(x) : 0);
  line.add(", \"assumptions\": [");
  bool first = true;
  forEachAssumption(x, [&](const char* assumption) {
    line.add(first ? "" : ", ").addQuoted(assumption);
    first = false;
  });
  line.add("], \"reasons\": [");
  first = true;
  forEachReason(x, end, [&](const char* reason) {
    line.add(first ? "" : ", ").addQuoted(reason);
    first = false;
  });
  line.add("], \"failing\": \"");
  addNumbers(line, x.failing);
  line.add("\"}\n");
  writeRecord(line);
}

}  // namespace

void addNumbers(Text& text, const SharedVector<std::uint32_t>& numbers) {
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text.add(".");
    text.addNumber(numbers[i]);
  }
}

void printVerdict(const Exploration& x, End end, bool violated) {
  Text text;
  text.add("robur: ").addNumber(x.executions);
  text.add(x.executions == 1 ? " execution" : " executions");
  if (end == End::Complete) text.add(", all that there are");
  if (x.cut > 0) {
    text.add(" (").addNumber(x.cut).add(" of them cut at a round of a loop that changes nothing)");
  }
  bool proved = true;
  forEachReason(x, end, [&](const char* reason) {
    if (!violated) text.add(proved ? ": NOT verified: " : "; ").add(reason);
    if (violated && reason == textOf(end)) text.add("; ").add(reason);
    proved = false;
  });
  if (proved && !violated) {
    text.add(": verified for ").add(upperCaseModel());
    bool first = true;
    forEachAssumption(x, [&](const char* assumption) {
      text.add(first ? ", if " : ", and if ").add(assumption);
      first = false;
    });
  }
  text.add("\n");
  text.writeTo(2);
  writeVerdictRecord(x, end);
}

}  // namespace robur::runtime
