#include "repair/safety_oracle.h"

#include "executions/ends.h"
#include "executions/execution_graph_of.h"
#include "result/stopwatch.h"
#include "verify/graph_findings.h"
#include "verify/incomplete.h"
#include "verify/verify.h"

namespace robur {

namespace {

using executions::Enumeration;
using executions::EventRef;
using executions::LiveEvent;
using executions::LiveGraph;

// Events that are added before the engines of verify are asked: a fraction of a second.
constexpr std::uint64_t kMostEventsFirst = 1'000'000;

class BadExecutionFinder : public executions::Visitor {
 public:
  BadExecutionFinder(const Machine& machine, ModelName model, bool hangs,
                     const std::function<bool(const BadExecution&)>& onBad)
      : findings(machine.program(), model),
        program(machine.program()),
        ends(machine),
        hangs(hangs),
        onBad(onBad) {}

  bool onFinal(const LiveGraph& g) override {
    if (!hangs || ends.of(g) != executions::Ending::Hang) return false;
    std::uint32_t first = 0;
    while (!ends.waits(g, first)) ++first;
    BadExecution bad{findings.hang(g, first), pathsOf(g)};
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const executions::Status status = g[g.lastOf(t)].status;
      const bool stays =
          status == executions::Status::Blocked || status == executions::Status::Spinning;
      bad.threads[t].end = stays ? ThreadPath::End::Waits : ThreadPath::End::Stops;
    }
    return give(bad);
  }

  bool onFault(const LiveGraph& g, EventRef last) override {
    BadExecution bad{findings.fault(g, last), pathsOf(g)};
    bad.threads[last.thread].end = ThreadPath::End::Faults;
    return give(bad);
  }

  bool onRace(const LiveGraph& g, EventRef first, EventRef second) override {
    return give({findings.race(g, first, second), pathsOf(g)});
  }

  bool found = false;

 private:
  std::vector<ThreadPath> pathsOf(const LiveGraph& g) const {
    const executions::Translated translated = executionGraphOf(program, g);
    std::vector<ThreadPath> out(g.threadCount());
    for (std::uint16_t t = 0; t < g.threadCount(); ++t) {
      for (std::uint16_t i = 1; i < g.threads[t].events.size(); ++i) {
        const LiveEvent& e = g[{t, i}];
        if (e.kind == executions::Kind::Choice) {
          out[t].steps.push_back({kNoEvent, static_cast<std::uint64_t>(e.read)});
        } else if ((reads(e) || writes(e)) && !e.scFence) {
          out[t].steps.push_back({translated.event[t][i], 0});
        }
      }
    }
    return out;
  }

  bool give(const BadExecution& bad) {
    found = true;
    return onBad(bad);
  }

  const verify::GraphFindings findings;
  const Program& program;
  executions::Ends ends;
  const bool hangs;
  const std::function<bool(const BadExecution&)>& onBad;
};

// By the engines of verify. Spin loops are waits already.
void askVerify(const Program& program, ModelName model, const ExaminationOptions& options,
               Examination& out) {
  verify::VerifyOptions more;
  more.check = options.check;
  more.check.exactLoops = true;
  more.check.onViolation = nullptr;
  more.hangs = options.hangs;
  Verification answer = verify::verify(program, model, more);
  out.safety = answer.safety;
  if (answer.safety == Safety::Unknown) out.reason = std::move(answer.reason);
  out.finding = std::move(answer.finding);
  out.statistics.add(answer.statistics);
}

}  // namespace

Examination examine(const Program& program, ModelName model, const ExaminationOptions& options,
                    const std::function<bool(const BadExecution&)>& onBad) {
  const Stopwatch stopwatch;
  const Machine machine(program);
  BadExecutionFinder finder(machine, model, options.hangs, onBad);
  const CheckOptions& check = options.check;
  executions::EnumerationOptions enumeration;
  enumeration.endWhenCut = true;
  enumeration.stop = [&](const Enumeration& soFar) {
    const bool interrupted = check.interrupted != nullptr && *check.interrupted;
    const bool late = check.limits.seconds > 0 && stopwatch.seconds() > check.limits.seconds;
    return interrupted || late || soFar.steps > kMostEventsFirst;
  };
  const Enumeration done = executions::enumerate(machine, model, enumeration, finder);
  Examination out;
  out.statistics.checks = 1;
  out.statistics.seconds = out.statistics.phases.search = stopwatch.seconds();
  if (finder.found) {
    out.safety = Safety::Unsafe;
  } else if (done.end == Enumeration::End::Complete && !done.cut) {
    out.safety = Safety::Safe;
  } else {
    askVerify(program, model, options, out);
  }
  return out;
}

}  // namespace robur
