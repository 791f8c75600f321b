#include "property/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "generators/program.h"
#include "oracle/oracle.h"
#include "oracle/replay.h"
#include "oracle/sc_states.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "property/fenced.h"
#include "property/idler.h"

namespace robur::testing {

namespace {

constexpr std::size_t kMaxGraphs = 5000;
constexpr std::size_t kMaxEventsOfLoops = 6;
constexpr std::size_t kMaxScStates = 20000;
constexpr std::uint64_t kMaxStates = 1000000;  // of the checker, before it is called lost

Opinion disagree(std::string what) {
  return {Opinion::Kind::Disagree, false, std::move(what)};
}

const char* nameOf(Property property) {
  switch (property) {
    case Property::Robustness:
      return "robustness";
    case Property::Assertion:
      return "assertion";
    case Property::Race:
      return "race";
    case Property::Overflow:
      return "overflow";
    case Property::Bounds:
      return "bounds";
    case Property::DivisionByZero:
      return "division by zero";
    case Property::MixedAccess:
      return "mixed access";
    case Property::Hang:
      return "hang";
    case Property::Outcome:
      return "outcome";
    case Property::Unsupported:
      return "unsupported";
  }
  return "?";
}

bool hasScAccess(const Program& program) {
  for (const Code& code : program.codes) {
    for (const Instr& i : code.instrs) {
      if (!accessesMemory(i.op)) continue;
      if (i.order == Order::Sc || (i.op == Instr::Op::Cas && i.failOrder == Order::Sc)) return true;
    }
  }
  return false;
}

// A search that came to its end has found all faults; one that stopped at a violation has found
// some.
std::string compareFaults(const Result& result, const ScStates& sc, bool complete) {
  Faults found;
  for (const Finding& finding : result.findings) {
    if (finding.property == Property::Robustness || finding.property == Property::Race) continue;
    found.insert(finding.property);
    if (!sc.faults.contains(finding.property)) {
      return fmt::format("no run has the fault found: {}", nameOf(finding.property));
    }
  }
  for (const Property fault : sc.faults) {
    if (complete && !found.contains(fault)) return fmt::format("not found: {}", nameOf(fault));
  }
  return {};
}

// Threads that wait forever, if the search came to its end. The copies of a thread are
// interchangeable, so that it may name any of them.
bool sameBlocked(const Program& program, const Result& result, const ScStates& sc) {
  std::set<std::pair<CodeId, Pc>> blocked;
  for (const BlockedThread& b : result.blocked) blocked.insert({program[b.thread].code, b.pc});
  return blocked == sc.blocked;
}

bool found(const Result& result, Property property) {
  for (const Finding& finding : result.findings) {
    if (finding.property == property) return true;
  }
  return false;
}

// After these the checker does not call a program robust; the oracle stops the thread there and
// goes on.
bool leavesRunsOpen(const Result& result) {
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& f) { return robur::leavesRunsOpen(f.property); });
}

// A race that the checker reports must be one, also where the oracle met something else first.
bool canRace(const Question& q, const ScStates& sc, const OracleOptions& limits) {
  if (infoOf(q.model).races == DataRaces::Unordered) return sc.race || !sc.complete;
  OracleOptions everything = limits;
  everything.stopAtFirst = false;
  const OracleResult result = askOracle(q.program, q.model, everything);
  return result.race || result.tooBig || result.bounded;
}

// The oracle looks at every round of a loop, and a round may read what is stale; the wait that
// the checker has taken it for has no rounds.
bool mayBeOfRoundsOnly(const Question& q, const Result& result, const OracleResult& oracle) {
  return q.spins && !result.spinLoops.empty() && oracle.notRobust() && !oracle.race;
}

Opinion judge(const Question& q, const Result& result) {
  OracleOptions limits;
  limits.maxGraphs = kMaxGraphs;
  if (q.unbounded) limits.maxEventsPerThread = kMaxEventsOfLoops;
  const OracleResult oracle = askOracle(q.program, q.model, limits);
  const ScStates sc = exploreSc(q.program, kMaxScStates);
  const bool known =
      oracle.robust() || (oracle.notRobust() && !mayBeOfRoundsOnly(q, result, oracle));
  // Then places are those of the checker's own program.
  const bool otherProgram = q.waitsAsLoops || !result.spinLoops.empty();

  const bool mayBeUnknown =
      infoOf(q.model).scAccesses == ScAccesses::Outside && hasScAccess(q.program);
  const bool open = !infoOf(q.model).isReference() && leavesRunsOpen(result);
  const bool robustUpToFaults = open && !mayBeUnknown && !result.limitReached
                                    ? result.verdict == Verdict::Unknown
                                    : result.verdict == Verdict::Robust;
  const bool unknown = result.verdict != Verdict::NotRobust && !robustUpToFaults;
  if (open && result.verdict == Verdict::Robust) return disagree("robust in spite of a fault");
  if (unknown) {
    if (!mayBeUnknown) return disagree("the checker does not know: " + result.reason);
  } else if (known && oracle.notRobust() == robustUpToFaults) {
    return disagree(oracle.notRobust() ? "the oracle says not robust, the checker robust"
                                       : "the oracle says robust, the checker not robust");
  }
  const bool violated = found(result, Property::Robustness) || found(result, Property::Race);
  if (violated != (result.verdict == Verdict::NotRobust)) {
    return disagree("verdict and findings do not fit together");
  }
  if (found(result, Property::Race) && !canRace(q, sc, limits)) {
    return disagree("the checker found a race where there is none");
  }
  if (sc.complete) {
    const bool complete = robustUpToFaults;
    if (const std::string what = compareFaults(result, sc, complete); !what.empty()) {
      return disagree(what);
    }
    if (complete && !otherProgram && !sameBlocked(q.program, result, sc)) {
      return disagree("other threads wait forever");
    }
  }
  for (const Finding& finding : result.findings) {
    if (otherProgram) break;
    const std::string wrong = whatIsWrongWith(finding, q.program, q.model);
    if (!wrong.empty()) {
      return disagree(fmt::format("witness of {}: {}", nameOf(finding.property), wrong));
    }
  }
  if (unknown) return {Opinion::Kind::Unknown, oracle.notRobust(), {}};
  if (!known) return {Opinion::Kind::TooBig, false, {}};
  return {Opinion::Kind::Agree, oracle.notRobust(), {}};
}

}  // namespace

std::string Question::describe() const {
  std::string off;
  if (!reductions.partialOrder) off += " partialOrder";
  if (!reductions.symmetry) off += " symmetry";
  if (!reductions.mergeLocal) off += " mergeLocal";
  if (!reductions.clearDead) off += " clearDead";
  if (!reductions.columns) off += " columns";
  if (!reductions.fixpoint) off += " fixpoint";
  if (!reductions.coarseValues) off += " coarseValues";
  if (!reductions.fenceSufficiency) off += " fenceSufficiency";
  return fmt::format("model {}, seed {}, {} workers, reductions off:{}{}{}{}{}{}{}{}",
                     spelling(model), seed, workers, off.empty() ? " none" : off,
                     graphs ? ", graphs" : "", waitsAsLoops ? ", waits as loops" : "",
                     spins ? ", spins" : "", unbounded ? ", unbounded loops" : "",
                     forgetful ? ", forgetful" : "", idler ? ", with an idler" : "",
                     fewAtOnce ? "" : ", fixpoint first");
}

namespace {

Question baseOf(ModelName model, std::uint64_t seed) {
  Question q;
  q.model = model;
  q.seed = seed;
  GeneratorOptions options;
  options.model = model;
  options.scAccesses =
      seed % 4 == 1 || (infoOf(model).scAccesses == ScAccesses::Ordered && seed % 8 != 0);
  options.unboundedLoops = seed % 10 == 7;
  q.program = generate(seed, options);
  q.unbounded = options.unboundedLoops;
  q.waitsAsLoops = !q.unbounded && seed % 5 == 3;
  q.spins = q.unbounded && seed % 20 == 7;
  q.workers = 1 + seed % 2;
  q.forgetful = seed % 7 == 5;
  q.fewAtOnce = seed % 3 == 0;
  switch (seed % 11) {
    case 0:
      q.reductions = {false, false, false, false, false, false, false, false};
      break;
    case 1:
      q.reductions.partialOrder = false;
      break;
    case 2:
      q.reductions.symmetry = false;
      break;
    case 3:
      q.reductions.mergeLocal = false;
      break;
    case 4:
      q.reductions.clearDead = false;
      break;
    case 5:
      q.reductions.coarseValues = false;
      break;
    case 6:
      q.reductions.columns = false;
      break;
    case 7:
      q.reductions.fixpoint = false;
      break;
    default:
      break;  // all of them
  }
  if (seed % 4 != 0) q.reductions.fenceSufficiency = false;  // or monitors would have less to do
  if (seed % 8 == 4) q.program = fencedJustEnough(q.program, model, seed);
  return q;
}

}  // namespace

Question questionForGraphs(ModelName model, std::uint64_t seed) {
  Question q = baseOf(model, seed);
  q.graphs = true;
  return q;
}

Question questionOf(ModelName model, std::uint64_t seed) {
  Question q = baseOf(model, seed);
  q.idler = seed % 13 == 5 || seed % 13 == 8;
  if (q.idler) q.program = withIdler(q.program, seed / 13);
  return q;
}

Opinion compare(const Question& q) {
  CheckOptions options;
  options.reductions = q.reductions;
  options.workers = q.workers;
  if (q.forgetful) options.rememberedSteps = 8;
  if (!q.fewAtOnce) options.fewStates = 0;
  options.fewColumns = q.seed % 3 == 1 ? 128 : static_cast<std::uint32_t>(q.seed % 5);
  options.exactLoops = !q.waitsAsLoops && !q.spins;
  options.limits.maxStates = kMaxStates;
  try {
    const Program asked = q.waitsAsLoops ? waitsAsLoops(q.program) : q.program;
    if (q.graphs) options.engine = CheckEngine::Graphs;
    const Result result = check(asked, q.model, options);
    if (q.graphs) {
      options.engine = CheckEngine::States;
      const Result byStates = check(asked, q.model, options);
      if (result.verdict != byStates.verdict) return disagree("states and graphs differ");
    }
    return judge(q, result);
  } catch (const std::exception& e) {
    return disagree(fmt::format("the checker failed: {}", e.what()));
  }
}

std::string report(const Question& question, const Opinion& opinion) {
  Question smaller = question;
  const auto stillFails = [&](const Program& program) {
    smaller.program = program;
    const Opinion again = compare(smaller);
    return again.kind == Opinion::Kind::Disagree && again.what == opinion.what;
  };
  // With two workers a failure need not repeat; then the program stays as it is.
  const Program small = shrink(question.program, stillFails);
  const std::string comment = fmt::format("{}\n{}\n", question.describe(), opinion.what);
  const std::string name = fmt::format("{}-{}", spelling(question.model), question.seed);
  return fmt::format("{}\n{}\nshrunk: {}", question.describe(), opinion.what,
                     keepProgram(small, name, comment));
}

}  // namespace robur::testing
