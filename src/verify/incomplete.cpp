#include "verify/incomplete.h"

#include <fmt/format.h>

namespace robur::verify {

Span loopOf(const Program& program, const executions::Enumeration& enumeration) {
  if (!enumeration.cut) return {};
  return program.codeOf(ThreadId{enumeration.cutAt.thread}).instrs[enumeration.cutPc].span;
}

std::string whyIncomplete(const Program& program, const executions::Enumeration& enumeration,
                          std::uint32_t unroll) {
  switch (enumeration.end) {
    case executions::Enumeration::End::Depth:
      return "the graphs are too large";
    case executions::Enumeration::End::Graphs:
      return "the limit of --max-states was reached";
    case executions::Enumeration::End::Stopped:
      return "interrupted";
    case executions::Enumeration::End::Visitor:
      return {};
    case executions::Enumeration::End::Complete:
    case executions::Enumeration::End::Cut:
      break;
  }
  if (!enumeration.cut) return {};
  const std::string& thread = program.threads[enumeration.cutAt.thread].name;
  const Span span = loopOf(program, enumeration);
  const std::string place = span.known() ? fmt::format(" (at line {})", span.line) : "";
  if (unroll != 0) {
    return fmt::format("runs with more than {} rounds of a loop of thread {}{} were not looked at",
                       unroll, thread, place);
  }
  return fmt::format(
      "thread {} can make more than {} steps{}, and graphs decide only programs whose runs end",
      thread, executions::ThreadStepper::kMostEvents, place);
}

}  // namespace robur::verify
