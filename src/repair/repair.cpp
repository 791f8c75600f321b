#include "repair/repair.h"

#include <algorithm>
#include <future>
#include <mutex>

#include "check/check_by_abstraction.h"
#include "program/transform/spin_loops.h"
#include "repair/blocking_set.h"

namespace robur {

namespace {

// Is a implied by b, which asks for more?
bool implied(const Constraint& a, const Constraint& b) {
  return std::includes(a.anyOf.begin(), a.anyOf.end(), b.anyOf.begin(), b.anyOf.end()) &&
         std::includes(a.notAllOf.begin(), a.notAllOf.end(), b.notAllOf.begin(), b.notAllOf.end());
}

class Repairer {
 public:
  Repairer(const Draft& draft, const RepairOptions& options) : draft(draft), options(options) {}

  Repair run() {
    for (;;) {
      const std::optional<Solution> next = cheapest(draft.options, constraints);
      if (!next) {
        out.outcome = Repair::Outcome::Impossible;
        return std::move(out);
      }
      const Answer answer = tryChoice(next->choice);
      if (answer == Answer::Unknown) return std::move(out);
      if (answer == Answer::Violated) continue;
      out.solutions.push_back(*next);
      break;
    }
    const Solution best = out.solutions.front();
    out.outcome = best.choice.empty() ? Repair::Outcome::Robust : Repair::Outcome::Repaired;
    if (options.all && !best.choice.empty()) collectAll(best);
    return std::move(out);
  }

 private:
  static constexpr unsigned kMostPerCheck = 8;  // violations that one exploration is asked for
  static constexpr unsigned kMostRepeated = 3;  // of them that tell nothing new
  static constexpr std::size_t kMostSolutions = 1000;

  enum class Answer { Robust, Violated, Unknown };

  // Equally cheap choices that turn out not to do give constraints of their own.
  void collectAll(const Solution& best) {
    std::vector<Choice> good{best.choice};
    for (bool more = true; more;) {
      more = false;
      for (const Solution& s : allOfPrice(draft.options, constraints, best.price, kMostSolutions)) {
        if (std::find(good.begin(), good.end(), s.choice) != good.end()) continue;
        const Answer answer = tryChoice(s.choice);
        if (answer == Answer::Unknown) return;
        if (answer == Answer::Violated) {
          more = true;
          break;
        }
        good.push_back(s.choice);
        out.solutions.push_back(s);
      }
    }
  }

  Answer tryChoice(const Choice& choice) {
    if (options.progress) options.progress(choice.size(), out.checks);
    Program program = draft.with(choice);
    if (!options.check.exactLoops) blockSpinLoops(program);
    std::vector<Result> results(options.models.size());
    const auto one = [&](std::size_t i, unsigned workers) {
      results[i] = checkOne(choice, program, options.models[i], workers);
    };
    if (options.models.size() == 1 || options.check.workers < 2) {
      for (std::size_t i = 0; i < results.size(); ++i) one(i, options.check.workers);
    } else {
      std::vector<std::future<void>> running;
      for (std::size_t i = 0; i < results.size(); ++i) {
        running.push_back(std::async(std::launch::async, one, i, 1u));
      }
      for (auto& each : running) each.get();
    }
    out.checks += static_cast<unsigned>(options.models.size());
    for (const Result& result : results) out.statistics.add(result.statistics);
    Answer answer = Answer::Robust;
    for (const Result& result : results) {
      if (result.verdict == Verdict::NotRobust) return Answer::Violated;
      if (result.verdict == Verdict::Unknown) {
        answer = Answer::Unknown;
        out.why = result.reason;
      }
    }
    return answer;
  }

  Result checkOne(const Choice& choice, const Program& program, ModelName model, unsigned workers) {
    CheckOptions check = options.check;
    check.workers = workers;
    check.exactLoops = true;  // as wanted, they are waits already
    unsigned met = 0;
    unsigned repeated = 0;
    check.onViolation = [&](const Finding& finding) {
      Reason reason{model, finding, constraintFrom(draft, choice, program, model, finding)};
      const std::lock_guard lock(learning);
      const bool known =
          std::any_of(constraints.begin(), constraints.end(),
                      [&](const Constraint& c) { return implied(reason.constraint, c); });
      if (known) {
        ++repeated;
      } else {
        constraints.push_back(reason.constraint);
        out.reasons.push_back(std::move(reason));
      }
      const bool hopeless = constraints.back().anyOf.empty() && constraints.back().notAllOf.empty();
      return hopeless || ++met >= kMostPerCheck || repeated >= kMostRepeated;
    };
    return checkByAbstraction(program, model, check);
  }

  const Draft& draft;
  const RepairOptions& options;
  std::mutex learning;  // guards constraints and reasons while checks run
  std::vector<Constraint> constraints;
  Repair out;
};

}  // namespace

const Reason* Repair::reasonFor(std::uint32_t option) const {
  Choice others = solutions.front().choice;
  std::erase(others, option);
  for (const Reason& reason : reasons) {
    if (!meets(others, reason.constraint)) return &reason;
  }
  return nullptr;
}

Repair repair(const Draft& draft, const RepairOptions& options) {
  return Repairer(draft, options).run();
}

}  // namespace robur
