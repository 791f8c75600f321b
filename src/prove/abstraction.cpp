#include "prove/abstraction.h"

#include <fmt/format.h>

namespace robur::prove {

std::vector<BadAbstraction> checkAbstractions(const System& system, Smt& smt) {
  std::vector<BadAbstraction> bad;
  for (std::size_t t = 0; t < system.threads.size(); ++t) {
    const Thread& thread = system.threads[t];
    for (std::size_t i = 0; i < thread.actions.size(); ++i) {
      const Action& a = thread.actions[i];
      for (const Outcome& outcome : a.originals) {
        const Memory m = smt.memory("");
        const Local l = smt.local(thread, "i:");
        const Choice c = smt.choice("i:");
        const TermPtr loaded = ofAction(Term::Kind::Loaded);
        z3::expr_vector assumed(smt.context());
        const auto add = [&](const TermPtr& term) {
          assumed.push_back(smt.truth(a, term, m, l, c));
        };
        if (outcome.guard) add(outcome.guard);
        add(binary(BinaryOp::Eq, ofAction(Term::Kind::Chosen), loaded));
        if (a.changes) {
          const TermPtr after = outcome.stored ? outcome.stored : loaded;
          add(binary(BinaryOp::Eq, ofAction(Term::Kind::Changed), after));
        }
        const Answer answer =
            smt.prove(assumed, smt.truth(a, a.guard, m, l, c),
                      fmt::format("line {}: {} covers its access", a.span.line, a.text));
        if (answer == Answer::Valid) continue;
        bad.push_back({t, i, answer, smt.inModel(c.chosen)});
        break;
      }
    }
  }
  return bad;
}

}  // namespace robur::prove
