// Backward coverability: over potentials, which decides SRA and RA, and over load buffers, which
// decides TSO.
#include <fmt/format.h>

#include "program/internal_error.h"
#include "verify/buffers/question.h"
#include "verify/buffers/replay.h"
#include "verify/evidence.h"
#include "verify/verifier.h"
#include "verify/write_races.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostLocalStates = 50000;
// How many nodes the search for a shorter run may expand, given those of the first search.
constexpr std::uint64_t kShortenFactor = 4;
constexpr std::uint64_t kShortenNodes = 1000;

}  // namespace

bool Verifier::needLocals(Engine engine) {
  if (locals) return true;
  std::string reason;
  if (machine.threadCount() > kMostThreads) {
    reason = fmt::format("there are more than {} threads", kMostThreads);
  } else {
    // The formula of --reach may mention any register, so none may be reset.
    const Futures futures(machine);
    locals = localGraphsOf(machine, kMostLocalStates, reason, options.reach ? nullptr : &futures);
  }
  if (locals) return true;
  // Otherwise graphs follow, which have no such limits.
  if (engine == Engine::Sc || decidedBackwards(out.model)) note(engine, reason);
  out.reason = std::move(reason);
  return false;
}

SearchLimits Verifier::limits() const {
  SearchLimits limits;
  limits.maxNodes = options.check.limits.maxStates;
  limits.maxBytes = options.check.limits.maxBytes;
  limits.stop = [this] { return stopping.over(); };
  limits.workers = options.check.workers;
  return limits;
}

bool Verifier::decidedByPotentials(ModelName model) {
  return model == ModelName::Sra || model == ModelName::Ra;
}

bool Verifier::decidedBackwards(ModelName model) {
  return decidedByPotentials(model) || model == ModelName::Tso;
}

bool Verifier::nothingBad(Engine engine) {
  if (options.reach) return false;
  bad = badStatesOf(machine, *locals);
  if (infoOf(out.model).races == DataRaces::None) {
    std::erase_if(bad, [](const BadState& b) { return b.race; });
  }
  if (!bad.empty()) return false;
  note(engine, "no thread can reach a bad state, whatever it reads");
  safe("no thread can reach a bad state, whatever it reads");
  return true;
}

std::vector<Target> Verifier::targets() const {
  if (options.reach) return options.reach->disjuncts;
  std::vector<Target> out;
  for (const BadState& b : bad) out.push_back(b.target);
  return out;
}

void Verifier::byPotentials() {
  if (!needLocals(Engine::Potential) || nothingBad(Engine::Potential)) return;
  if (!decidedByPotentials(out.model)) {
    out.reason = fmt::format("potentials decide SRA and RA only, not {}", titleOf(out.model));
    return;
  }
  const std::vector<Target> targets = this->targets();
  Answer answer = ask(*locals, targets, limits());
  out.backward = {answer.coverage.forwardStates, answer.coverage.expanded, answer.coverage.basis};
  switch (answer.coverage.end) {
    case Coverage::End::Stopped:
      out.reason = stopping.why(answer);
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
  if (!run) throw InternalError("the run that the search over potentials found cannot be replayed");
  unsafe(options.reach ? evidenceOf(machine, out.model, *run)
                       : evidenceOf(machine, out.model, *run, bad[answer.target]));
}

// Looks for a run with fewer writes, which is easier to read, at about the cost of the first
// search.
void Verifier::shorten(const std::vector<Target>& targets, Answer& answer) {
  SearchLimits again = limits();
  again.shortest = true;
  again.maxNodes = kShortenFactor * answer.coverage.expanded + kShortenNodes;
  Answer shorter = ask(*locals, targets, again);
  if (shorter.coverage.end == Coverage::End::Reachable &&
      shorter.coverage.moves.size() < answer.coverage.moves.size()) {
    answer = std::move(shorter);
  }
}

// Backward coverability over load buffers, which decides TSO.
void Verifier::byBuffers() {
  if (out.model != ModelName::Tso) {
    if (out.reason.empty()) {
      out.reason = fmt::format("buffers decide TSO only, not {}", titleOf(out.model));
    }
    return;
  }
  if (!needLocals(Engine::Buffers) || nothingBad(Engine::Buffers)) return;
  const std::vector<Target> targets = this->targets();
  verify_buffers::Answer found = verify_buffers::ask(*locals, targets, limits());
  const Coverage& coverage = found.answer.coverage;
  out.backward = {coverage.forwardStates, coverage.expanded, coverage.basis};
  switch (coverage.end) {
    case Coverage::End::Stopped:
      out.reason = stopping.why(found.answer);
      return note(Engine::Buffers, out.reason);
    case Coverage::End::Unreachable:
      note(Engine::Buffers, "not reachable under TSO",
           {{coverage.forwardStates, "abstract state"}, {coverage.expanded, "backward node"}});
      return safe("not reachable under TSO");
    case Coverage::End::Reachable:
      break;
  }
  note(Engine::Buffers, "reachable under TSO",
       {{found.moves.size(), "write"}, {coverage.expanded, "backward node"}});
  SearchLimits again = limits();
  again.shortest = true;
  again.maxNodes = kShortenFactor * coverage.expanded + kShortenNodes;
  const verify_buffers::Answer shorter = verify_buffers::ask(*locals, targets, again);
  if (shorter.answer.coverage.end == Coverage::End::Reachable &&
      shorter.moves.size() < found.moves.size()) {
    found = shorter;
  }
  const std::size_t target = found.answer.target;
  const auto run = verify_buffers::replay(program, *locals, found.moves, targets[target]);
  if (!run) throw InternalError("the run that the search over buffers found cannot be replayed");
  unsafe(options.reach ? evidenceOf(machine, out.model, *run)
                       : evidenceOf(machine, out.model, *run, bad[target]));
}

// RA reaches the same states as SRA only if there is no write/write race.
void Verifier::concludeSafe() {
  if (out.model == ModelName::Sra) return safe("not reachable under SRA");
  const auto system = systemFor(*locals, {});
  const WriteRaces races = system ? writeRaces(*system, limits()) : WriteRaces{};
  if (!races.known) {
    note(Engine::Potential, "write/write races: a limit was reached");
    out.reason = "safe under SRA; write/write races, which decide RA, are not known";
    return;
  }
  if (!races.race) {
    note(Engine::Potential, "no write/write race, so RA reaches the same states as SRA");
    return safe(
        "not reachable under SRA, and without write/write races RA reaches the same states");
  }
  const std::string between = fmt::format(
      "write/write race between {} and {} on {}", program.threads[races.race->first].name,
      program.threads[races.race->second].name, program.cellName(CellId{races.race->cell}));
  note(Engine::Potential, between);
  out.reason = fmt::format("safe under SRA, unknown for RA: {}", between);
}

}  // namespace robur::verify
