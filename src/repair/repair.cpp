#include "repair/repair.h"

#include <algorithm>
#include <future>
#include <mutex>

#include "check/check_by_abstraction.h"
#include "program/transform/locked_stores.h"
#include "repair/blocking_set.h"
#include "repair/safety_constraint.h"
#include "repair/safety_oracle.h"

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
    out.outcome = best.choice.empty() ? Repair::Outcome::Fulfilled : Repair::Outcome::Repaired;
    if (options.all && !best.choice.empty()) collectAll(best);
    return std::move(out);
  }

 private:
  static constexpr unsigned kMostPerCheck = 8;  // violations that one exploration is asked for
  static constexpr unsigned kMostRepeated = 3;  // of them that tell nothing new
  static constexpr std::size_t kMostSolutions = 1000;

  enum class Answer { Fulfilled, Violated, Unknown };

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

  // The answer for one model.
  struct Checked {
    Answer answer = Answer::Unknown;
    std::string why;  // Unknown
    Statistics statistics;
  };

  Answer tryChoice(const Choice& choice) {
    if (options.progress) options.progress(choice.size(), out.checks);
    const Program program = examinedProgram(draft, choice, options.check.exactLoops);
    std::vector<Checked> results(options.models.size());
    const auto one = [&](std::size_t i, unsigned workers) {
      Program emitted = program;
      lockScStores(emitted, options.models[i]);
      CheckOptions check = options.check;
      check.workers = workers;
      check.exactLoops = true;  // as wanted, they are waits already
      results[i] = options.goal == Goal::Safe
                       ? checkSafety(choice, emitted, options.models[i], check)
                       : checkRobustness(choice, emitted, options.models[i], check);
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
    for (const Checked& result : results) out.statistics.add(result.statistics);
    Answer answer = Answer::Fulfilled;
    for (const Checked& result : results) {
      if (result.answer == Answer::Violated) return Answer::Violated;
      if (result.answer == Answer::Unknown) {
        answer = Answer::Unknown;
        out.why = result.why;
      }
    }
    return answer;
  }

  Checked checkRobustness(const Choice& choice, const Program& program, ModelName model,
                          CheckOptions& check) {
    Learning learning(*this);
    std::shared_ptr<const Program> instance;  // null if the program is the only one
    check.onInstance = [&](const std::shared_ptr<const Program>& next) { instance = next; };
    check.onViolation = [&](const Finding& finding) {
      const Program& shown = instance ? *instance : program;
      return learning.enough(
          {model, finding, constraintFrom(draft, choice, shown, model, finding), instance});
    };
    Result result = checkByAbstraction(program, model, check);
    const Answer answer = result.verdict == Verdict::NotRobust ? Answer::Violated
                          : result.verdict == Verdict::Robust  ? Answer::Fulfilled
                                                               : Answer::Unknown;
    return {answer, std::move(result.reason), result.statistics};
  }

  Checked checkSafety(const Choice& choice, const Program& program, ModelName model,
                      const CheckOptions& check) {
    Learning learning(*this);
    Examination result =
        examine(program, model, {check, options.hangs}, [&](const BadExecution& bad) {
          return learning.enough(
              {model, bad.finding,
               constraintFrom(draft, choice, options.check.exactLoops, model, bad)});
        });
    if (result.finding) learning.enough({model, *result.finding, moreThan(draft, choice)});
    const Answer answer = result.safety == Safety::Unsafe ? Answer::Violated
                          : result.safety == Safety::Safe ? Answer::Fulfilled
                                                          : Answer::Unknown;
    return {answer, std::move(result.reason), result.statistics};
  }

  // Collects the constraints from the violations that one check meets.
  class Learning {
   public:
    explicit Learning(Repairer& owner) : owner(owner) {}

    // Whether there is no use in meeting more of them.
    bool enough(Reason reason) {
      const std::lock_guard lock(owner.learning);
      std::vector<Constraint>& all = owner.constraints;
      const bool known = std::any_of(all.begin(), all.end(), [&](const Constraint& c) {
        return implied(reason.constraint, c);
      });
      if (known) {
        ++repeated;
      } else {
        all.push_back(reason.constraint);
        owner.out.reasons.push_back(std::move(reason));
      }
      const bool hopeless = all.back().anyOf.empty() && all.back().notAllOf.empty();
      return hopeless || ++met >= kMostPerCheck || repeated >= kMostRepeated;
    }

   private:
    Repairer& owner;
    unsigned met = 0;
    unsigned repeated = 0;
  };

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
