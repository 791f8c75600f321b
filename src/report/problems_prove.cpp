// Problems of prove, which have no runs but states from which a step is a counterexample, and of
// run, whose places come from debug information.
#include <fmt/format.h>

#include "report/problems.h"
#include "report/proof_words.h"
#include "report/words.h"

namespace robur {

namespace {

class ProofProblems {
 public:
  explicit ProofProblems(const ProofResult& result) : sources_{result.source} {
    for (const BadHavoc& bad : result.badHavocs) havoc(bad);
    for (const ProofWrite& w : result.writes) write(w);
    for (const ProofClaim& c : result.lostInvariants) {
      claim("lost-invariant", lostInvariantText(c), c);
    }
    for (const ProofClaim& c : result.failedClaims) {
      claim("failed-claim", failedClaimText(c), c);
    }
  }

  std::vector<Problem> take() { return std::move(problems_); }

 private:
  Problem& add(const char* rule, std::string message, const Span& span) {
    Problem problem;
    problem.rule = rule;
    problem.message = std::move(message);
    problem.place = placeOf(sources_, span);
    problem.identity = std::string(sources_[0].line(span.line));
    return problems_.emplace_back(std::move(problem));
  }

  void access(Problem& problem, const ProofAction& action, std::string text) {
    problem.accesses.push_back({placeOf(sources_, action.span), std::move(text)});
  }

  void havoc(const BadHavoc& bad) {
    Problem& problem = add("bad-abstraction", kBadHavocText, bad.action.span);
    problem.thread = bad.action.thread;
    problem.details.push_back(badHavocRemark(bad));
  }

  void write(const ProofWrite& w) {
    if (isAtomic(w)) return;
    Problem& problem = add("not-atomic", notAtomicText(w), w.action.span);
    problem.thread = w.action.thread;
    problem.identity += "\n" + w.action.thread;
    if (const auto& c = w.readConflict) {
      access(problem, c->mover, "can overtake the write");
      access(problem, c->other, fmt::format("a step of thread {}", c->other.thread));
      problem.details.push_back(fmt::format("{} does not move right past {} of thread {}: from {}",
                                            c->mover.text, c->other.text, c->other.thread,
                                            stateText(c->state)));
    }
    if (const auto& c = w.writeConflict) {
      access(problem, c->other, fmt::format("a step of thread {}", c->other.thread));
      problem.details.push_back(fmt::format("{} does not move left past {} of thread {}: from {}",
                                            w.action.text, c->other.text, c->other.thread,
                                            stateText(c->state)));
    }
  }

  void claim(const char* rule, std::string message, const ProofClaim& c) {
    Problem& problem = add(rule, std::move(message), c.span);
    if (c.atStart) problem.details.emplace_back("does not hold in the initial state");
    if (c.breaker && !c.atStart) access(problem, *c.breaker, breakerRemark(c));
    if (!c.before.empty()) problem.details.push_back("from " + stateText(c.before));
  }

  const std::vector<Source> sources_;
  std::vector<Problem> problems_;
};

Place placeOf(const CodeLocation& location) {
  return {location.file, location.line, location.line == 0 ? 0 : location.column};
}

Problem problemOf(const RunResult& result, const RunFinding& finding) {
  Problem problem;
  const bool race = finding.kind == RunFinding::Kind::Race;
  problem.rule = race ? "race" : "robustness";
  problem.message = race ? "data race: nothing orders this access and another one"
                         : "this access can deviate from SC under the memory model";
  problem.place = placeOf(finding.location);
  if (problem.place.file.empty() && !result.command.empty()) {
    problem.place.file = result.command.front();
  }
  if (!finding.other.file.empty()) {
    problem.accesses.push_back({placeOf(finding.other), "the access that it conflicts with"});
  }
  if (!finding.location.function.empty()) {
    problem.details.push_back("in " + finding.location.function);
  }
  problem.details.push_back(
      result.repeated ? fmt::format("seen in {} of {}", finding.runs, countText(result.runs, "run"))
                      : "seen once");
  problem.details.push_back("schedule: " + finding.schedule);
  problem.identity =
      fmt::format("{}\n{}:{}\n{}:{}", problem.rule, finding.location.function,
                  finding.location.column, finding.other.function, finding.other.column);
  return problem;
}

Problem failureProblem(const RunResult& result) {
  Problem problem;
  problem.rule = "program-failure";
  problem.message = "the program " + result.failure;
  problem.details = {"schedule: " + result.failedSchedule};
  if (!result.failedOutput.empty()) problem.details.push_back("its output: " + result.failedOutput);
  problem.place.file = result.command.empty() ? "" : result.command.front();
  problem.identity = result.failure;
  return problem;
}

}  // namespace

Answer answerOf(const ProofResult& result) {
  Answer answer;
  answer.file = result.source.path;
  answer.model = spelling(ModelName::Tso);
  answer.question = "proof of robustness against TSO";
  answer.decision = decisionOf(result);
  if (!result.proved()) {
    answer.reason = result.everyWriteAtomic ? "every write is atomic, but some claim is not shown"
                                            : "robustness against TSO is not shown";
  }
  answer.seconds = result.seconds;
  answer.problems = ProofProblems(result).take();
  return answer;
}

Answer answerOf(const RunResult& result, bool allowBounded) {
  Answer answer;
  answer.file = result.command.empty() ? "" : result.command.front();
  answer.question =
      fmt::format("{} under schedule {}", fmt::join(result.command, " "), result.schedule);
  answer.decision = decisionOf(result, allowBounded);
  if (result.exhausted && !isVerified(result)) {
    answer.reason = fmt::format("not verified: {}", fmt::join(result.exhausted->reasons, "; "));
  }
  if (result.interrupted) answer.reason = "interrupted";
  for (const RunFinding& finding : result.findings) {
    answer.problems.push_back(problemOf(result, finding));
  }
  if (!result.failure.empty()) answer.problems.push_back(failureProblem(result));
  return answer;
}

}  // namespace robur
