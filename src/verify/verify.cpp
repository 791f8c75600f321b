#include "verify/verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/internal_error.h"
#include "verify/evidence.h"
#include "verify/patience.h"
#include "verify/sc_search.h"
#include "verify/write_races.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostLocalStates = 50000;
// A search under SC for a state is there to find ordinary bugs soon. Where potentials come after
// it, it need not be finished; where they do not, robust is safe only if it was.
constexpr std::uint64_t kMostScStates = 2000000;
constexpr std::uint64_t kMostScStatesFirst = 200000;

class Verifier {
 public:
  Verifier(const Program& program, ModelName model, const VerifyOptions& options)
      : program(program), options(options), machine(program), patience(options.check) {
    out.model = model;
  }

  Verification run() {
    const auto wants = [&](Engine engine) {
      return options.engine == Engine::All || options.engine == engine;
    };
    if (wants(Engine::Sc)) options.reach ? reachUnderSc() : faultUnderSc();
    if (!decided() && wants(Engine::Robust)) byRobustness();
    if (!decided() && wants(Engine::Potential)) byPotentials();
    if (!decided() && out.reason.empty()) {
      out.reason = options.engine == Engine::Sc && scComplete
                       ? "nothing bad happens under SC, which says nothing about weaker models"
                       : "no engine could decide it";
    }
    out.seconds = patience.elapsed();
    return std::move(out);
  }

 private:
  bool decided() const { return out.safety != Safety::Unknown; }

  void note(Engine engine, std::string outcome, std::vector<EngineStep::Count> counts = {}) {
    out.steps.push_back({engine, std::move(outcome), std::move(counts)});
  }

  void safe(std::string why) {
    out.safety = Safety::Safe;
    out.reason = std::move(why);
  }

  void unsafe(Finding finding) {
    out.safety = Safety::Unsafe;
    out.reason.clear();
    out.departure = departureOf(program, finding.witness.graph);
    out.reached = options.reach.has_value();
    out.finding = std::move(finding);
  }

  Result checkUnder(ModelName model) {
    CheckOptions check = options.check;
    if (options.reach) check.exactLoops = true;
    if (check.limits.seconds > 0) {
      check.limits.seconds = std::max(1e-3, check.limits.seconds - patience.elapsed());
    }
    Result result = robur::check(program, model, check);
    out.scStates = std::max(out.scStates, result.statistics.states);
    return result;
  }

  // A finding that is not about robustness, if assertions, faults and races are what is asked for.
  bool tookFinding(const Result& result, Engine engine) {
    if (options.reach) return false;
    for (const Finding& finding : result.findings) {
      if (finding.property == Property::Robustness) continue;
      note(engine, fmt::format("{} already under SC, an ordinary bug",
                               finding.property == Property::Race ? "a data race" : "it happens"));
      unsafe(finding);
      return true;
    }
    return false;
  }

  void faultUnderSc() {
    const Result result = checkUnder(ModelName::Sc);
    if (tookFinding(result, Engine::Sc)) return;
    scComplete = result.verdict != Verdict::Unknown;
    if (scComplete) {
      note(Engine::Sc, "nothing bad happens", {{result.statistics.states, "state"}});
    } else {
      note(Engine::Sc, result.reason);
    }
    if (!scComplete) out.reason = result.reason;
  }

  void reachUnderSc() {
    if (!needLocals(Engine::Sc)) return;
    const bool more = options.engine == Engine::All && potentialsKnow(out.model);
    const ScBounds bounds{options.check.limits.maxStates != 0 ? options.check.limits.maxStates
                          : more                              ? kMostScStatesFirst
                                                              : kMostScStates,
                          options.check.limits.maxBytes};
    const auto search =
        searchSc(program, *locals, options.reach->ways, bounds, [&] { return patience.over(); });
    out.scStates = search.states;
    scComplete = search.end == ScSearch::End::NotFound;
    if (search.end == ScSearch::End::Found) {
      note(Engine::Sc, "the state is reached already under SC");
      unsafe(evidenceOf(machine, ModelName::Sra, search.run));
    } else {
      if (scComplete) {
        note(Engine::Sc, "the state is not reached", {{search.states, "state"}});
      } else {
        note(Engine::Sc, "not searched to the end");
      }
      if (!scComplete) out.reason = patience.why(search);
    }
  }

  void byRobustness() {
    const Result result = checkUnder(out.model);
    if (tookFinding(result, Engine::Robust)) return;
    if (result.verdict == Verdict::Robust) {
      note(Engine::Robust, fmt::format("robust against {}", titleOf(out.model)),
           {{result.statistics.states, "state"}});
      // Without a state to look for, the check itself has seen every SC run.
      if (!options.reach || scComplete) {
        safe(
            fmt::format("robust against {}, and nothing bad happens under SC", titleOf(out.model)));
      } else {
        out.reason = "robust, but SC was not searched to the end";
      }
    } else if (result.verdict == Verdict::NotRobust) {
      note(Engine::Robust, fmt::format("not robust against {}", titleOf(out.model)));
      out.reason = fmt::format("not robust against {}", titleOf(out.model));
    } else {
      note(Engine::Robust, result.reason);
      out.reason = result.reason;
    }
  }

  bool needLocals(Engine engine) {
    if (locals) return true;
    std::string reason;
    if (machine.threadCount() > kMostThreads) {
      reason = fmt::format("there are more than {} threads", kMostThreads);
    } else {
      // A state in words may speak of any register.
      const Futures futures(machine);
      locals = localsOf(machine, kMostLocalStates, reason, options.reach ? nullptr : &futures);
    }
    if (locals) return true;
    note(engine, reason);
    out.reason = std::move(reason);
    return false;
  }

  SearchLimits limits() const {
    SearchLimits limits;
    limits.maxNodes = options.check.limits.maxStates;
    limits.maxBytes = options.check.limits.maxBytes;
    limits.stop = [this] { return patience.over(); };
    limits.workers = options.check.workers;
    return limits;
  }

  static bool potentialsKnow(ModelName model) {
    return model == ModelName::Sra || model == ModelName::Ra;
  }

  // Whatever a thread reads, under any model, somebody wrote; if then no thread can do anything
  // bad on its own, nothing bad can happen.
  bool nothingBad() {
    if (options.reach) return false;
    bad = badStatesOf(machine, *locals);
    if (!bad.empty()) return false;
    note(Engine::Potential, "there is nothing bad that a thread could do, whatever it reads");
    safe("there is nothing bad that a thread could do, whatever it reads");
    return true;
  }

  void byPotentials() {
    if (!needLocals(Engine::Potential) || nothingBad()) return;
    if (!potentialsKnow(out.model)) {
      out.reason = fmt::format(
          "not decided by SC and robustness, and potentials are about SRA and "
          "RA, not {}",
          titleOf(out.model));
      return;
    }
    std::vector<Target> targets;
    for (const BadState& b : bad) targets.push_back(b.target);
    if (options.reach) targets = options.reach->ways;
    Answer answer = ask(*locals, targets, limits());
    out.potential = {answer.coverage.forwardStates, answer.coverage.expanded,
                     answer.coverage.basis};
    switch (answer.coverage.end) {
      case Coverage::End::Stopped:
        out.reason = patience.why(answer);
        note(Engine::Potential, out.reason);
        return;
      case Coverage::End::Unreachable:
        note(Engine::Potential, "not reachable under SRA",
             {{answer.coverage.forwardStates, "abstract state"},
              {answer.coverage.expanded, "backward node"}});
        return concludeSafe();
      case Coverage::End::Reachable:
        break;
    }
    note(Engine::Potential, "reachable under SRA",
         {{answer.coverage.moves.size(), "write"}, {answer.coverage.expanded, "backward node"}});
    shorten(targets, answer);
    const auto run = replay(program, *locals, answer.coverage.moves, targets[answer.target]);
    if (!run) throw InternalError("the run that the search over potentials found does not exist");
    unsafe(options.reach ? evidenceOf(machine, out.model, *run)
                         : evidenceOf(machine, out.model, *run, bad[answer.target]));
  }

  // A run with fewer writes is easier to read; worth as much work again, not more.
  void shorten(const std::vector<Target>& targets, Answer& answer) {
    SearchLimits again = limits();
    again.shortest = true;
    again.maxNodes = answer.coverage.expanded * 4 + 1000;
    Answer shorter = ask(*locals, targets, again);
    if (shorter.coverage.end == Coverage::End::Reachable &&
        shorter.coverage.moves.size() < answer.coverage.moves.size()) {
      answer = std::move(shorter);
    }
  }

  // Under RA that is only known for programs without write/write races.
  void concludeSafe() {
    if (out.model == ModelName::Sra) return safe("no run under SRA leads there");
    const auto setting = settingFor(*locals, {});
    const WriteRaces races = setting ? writeRaces(*setting, limits()) : WriteRaces{};
    if (!races.known) {
      note(Engine::Potential, "write/write races: a limit was reached");
      out.reason = "safe under SRA; whether there are write/write races is not known";
      return;
    }
    if (!races.race) {
      note(Engine::Potential, "no write/write race, so RA reaches what SRA reaches");
      return safe("no run under SRA leads there, and without write/write races RA is SRA");
    }
    const std::string between = fmt::format(
        "write/write race between {} and {} on {}", program.threads[races.race->first].name,
        program.threads[races.race->second].name, program.cellName(CellId{races.race->cell}));
    note(Engine::Potential, between);
    out.reason = fmt::format("safe under SRA, unknown for RA: {}", between);
  }

  const Program& program;
  const VerifyOptions& options;
  const Machine machine;
  const Patience patience;
  std::optional<Locals> locals;
  std::vector<BadState> bad;  // if no state is asked for
  bool scComplete = false;
  Verification out;
};

}  // namespace

Verification verify(const Program& program, ModelName model, const VerifyOptions& options) {
  return Verifier(program, model, options).run();
}

}  // namespace robur::verify
