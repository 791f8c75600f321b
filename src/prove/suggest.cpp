#include "prove/suggest.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace robur::prove {

namespace {

constexpr std::size_t kMostConstants = 6;

using ReadAt = std::pair<std::size_t, std::size_t>;  // thread and instruction

// A load into a register that is not abstracted yet.
bool isLoad(const Action& a) {
  return a.kind == Action::Kind::Read && !a.abstracts() && !a.guard && a.sets.size() == 1 &&
         a.sets[0].value->kind == Term::Kind::Loaded;
}

class Suggesting {
 public:
  Suggesting(System system, const ProveOptions& options)
      : system_(std::move(system)), options_(options) {
    options_.moversOnly = true;
    options_.reportInvariants = false;
  }

  Suggestions run() {
    Proof proof = attempt(system_);
    while (blocked(proof) > 0 && improve(proof)) {
    }
    made_.suffices = blocked(proof) == 0;
    made_.equalValues = proof.robustness == Robustness::UpToEqualValues;
    return std::move(made_);
  }

 private:
  Proof attempt(const System& system) {
    ++made_.tried;
    return prove(system, options_);
  }

  static std::size_t blocked(const Proof& proof) {
    std::size_t pairs = 0;
    for (const WriteVerdict& v : proof.writes) {
      if (v.rule == Rule::None || v.rule == Rule::Unknown)
        pairs += std::max<std::size_t>(v.stuck, 1);
    }
    return pairs;
  }

  // Reads that prevent some write from being atomic.
  static std::set<ReadAt> suspects(const Proof& proof) {
    std::set<ReadAt> found;
    const auto suspect = [&](std::size_t t, std::size_t action) {
      const Action& a = proof.system.threads[t].actions[action];
      if (a.kind == Action::Kind::Read) found.insert({t, a.instruction});
    };
    for (const WriteVerdict& v : proof.writes) {
      if (v.rule != Rule::None && v.rule != Rule::Unknown) continue;
      if (v.readConflict) suspect(v.readConflict->thread, v.readConflict->action);
      if (v.writeConflict) suspect(v.writeConflict->otherThread, v.writeConflict->otherAction);
      for (const std::size_t r : v.reads) suspect(v.thread, r);
    }
    return found;
  }

  bool improve(Proof& proof) {
    const std::size_t before = blocked(proof);
    for (const auto& [thread, instruction] : suspects(proof)) {
      const auto& actions = system_.threads[thread].actions;
      const auto load = std::ranges::find_if(actions, [wanted = instruction](const Action& a) {
        return a.instruction == wanted && isLoad(a);
      });
      if (load == actions.end()) continue;
      for (const TermPtr& condition : family()) {
        System changed = system_;
        Action& a =
            changed.threads[thread].actions[static_cast<std::size_t>(load - actions.begin())];
        a.guard = condition;
        a.chooses = true;
        a.originals = {{nullptr, nullptr}};
        a.sets[0].value = ofAction(Term::Kind::Chosen);
        Proof next = attempt(changed);
        if (!next.badAbstractions.empty() || blocked(next) >= before) continue;
        made_.list.push_back(suggestionFor(thread, *load, condition));
        system_ = std::move(changed);
        proof = std::move(next);
        return true;
      }
    }
    return false;
  }

  // From the strongest condition on the value to the weakest.
  std::vector<TermPtr> family() const {
    const TermPtr x = ofAction(Term::Kind::Loaded);
    const TermPtr r = ofAction(Term::Kind::Chosen);
    const TermPtr exact = binary(BinaryOp::Eq, r, x);
    std::vector<TermPtr> all;
    for (std::size_t i = 0; i < std::min(system_.constants.size(), kMostConstants); ++i) {
      all.push_back(
          binary(BinaryOp::Or, exact, binary(BinaryOp::Eq, r, number(system_.constants[i]))));
    }
    all.push_back(binary(BinaryOp::Le, r, x));
    all.push_back(binary(BinaryOp::Ge, r, x));
    all.push_back(number(1));
    return all;
  }

  Suggestion suggestionFor(std::size_t t, const Action& load, const TermPtr& condition) const {
    const Thread& thread = system_.threads[t];
    Names names = system_.names(thread);
    names.loaded = spelled(cell(*load.var, load.index), names);
    const Register& target = thread.registers[at(load.sets[0].reg)];
    names.chosen = target.hidden ? "r" : target.name;
    const bool any = condition->kind == Term::Kind::Const;
    return {load.span, load.text,
            any ? fmt::format("havoc {} where true for {};", names.chosen, load.text)
                : fmt::format("havoc {} where {};", names.chosen, spelled(condition, names))};
  }

  System system_;
  ProveOptions options_;
  Suggestions made_;
};

}  // namespace

Suggestions suggestAbstractions(const System& system, const ProveOptions& options) {
  return Suggesting(system, options).run();
}

}  // namespace robur::prove
