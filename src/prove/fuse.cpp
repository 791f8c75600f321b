#include "prove/fuse.h"

#include <algorithm>

namespace robur::prove {

namespace {

constexpr std::size_t kMostCopies = 12;

class Fusing {
 public:
  explicit Fusing(Thread& thread) : thread_(thread) {}

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = 0; n < thread_.nodes(); ++n) changed |= fuse(NodeId(n));
    }
    renumber();
  }

 private:
  static bool isLocal(const Action& a) {
    if (a.kind != Action::Kind::Local || a.chooses) return false;
    return a.claims.empty();
  }

  // In every state one of the steps can be taken.
  static bool neverBlocks(const std::vector<const Action*>& steps) {
    const auto free = [](const Action* a) { return a->guard == nullptr; };
    if (std::ranges::all_of(steps, free)) return true;
    return steps.size() == 2 && steps[0]->guard && steps[1]->guard &&
           equal(negation(steps[0]->guard), steps[1]->guard);
  }

  // The second step must not assign registers that the ghosts of the first one read.
  static bool composes(const Action& first, const Action& second) {
    for (const GhostUpdate& g : first.ghosts) {
      for (const Assignment& set : second.sets) {
        for (const TermPtr& t : {g.index, g.value, g.when}) {
          if (mentionsRegister(t, set.reg)) return false;
        }
      }
    }
    return true;
  }

  static Action composed(const Action& first, const Action& second) {
    Action both = first;
    const auto after = [&](const TermPtr& t) {
      return replaced(t, [&](const Term& part) -> TermPtr {
        if (part.kind != Term::Kind::Register) return nullptr;
        for (const Assignment& set : first.sets) {
          if (set.reg == part.reg) return set.value;
        }
        return nullptr;
      });
    };
    both.to = second.to;
    if (second.guard) {
      const TermPtr then = after(second.guard);
      both.guard = first.guard ? binary(BinaryOp::And, first.guard, then) : then;
    }
    for (const Assignment& set : second.sets) {
      const TermPtr value = after(set.value);
      const auto old = std::ranges::find(both.sets, set.reg, &Assignment::reg);
      if (old == both.sets.end()) {
        both.sets.push_back({set.reg, value});
      } else {
        old->value = value;
      }
    }
    both.ghosts.insert(both.ghosts.end(), second.ghosts.begin(), second.ghosts.end());
    return both;
  }

  bool fuse(NodeId n) {
    if (n == thread_.entry || n == thread_.exit || !thread_.invariants[at(n)].empty()) return false;
    std::vector<const Action*> in;
    std::vector<const Action*> out;
    for (const Action& a : thread_.actions) {
      if (a.to == n) in.push_back(&a);
      if (a.from == n) out.push_back(&a);
    }
    if (in.empty() || out.empty() || in.size() * out.size() > kMostCopies) return false;
    for (const Action* o : out) {
      if (!isLocal(*o) || o->to == n) return false;
      for (const Action* i : in) {
        if (!composes(*i, *o)) return false;
      }
    }
    if (!neverBlocks(out)) return false;
    std::vector<Action> rest;
    for (const Action& a : thread_.actions) {
      if (a.from == n) continue;
      if (a.to != n) {
        rest.push_back(a);
        continue;
      }
      for (const Action* o : out) rest.push_back(composed(a, *o));
    }
    thread_.actions = std::move(rest);
    return true;
  }

  void renumber() {
    std::vector<std::optional<NodeId>> number(thread_.nodes());
    std::vector<NodeId> order;
    const auto keep = [&](NodeId n) {
      if (number[at(n)]) return;
      number[at(n)] = NodeId(order.size());
      order.push_back(n);
    };
    keep(thread_.entry);
    for (const Action& a : thread_.actions) {
      keep(a.from);
      keep(a.to);
    }
    keep(thread_.exit);
    std::vector<std::vector<Claim>> invariants;
    invariants.reserve(order.size());
    for (const NodeId n : order) invariants.push_back(std::move(thread_.invariants[at(n)]));
    thread_.invariants = std::move(invariants);
    thread_.entry = *number[at(thread_.entry)];
    thread_.exit = *number[at(thread_.exit)];
    for (Action& a : thread_.actions) {
      a.from = *number[at(a.from)];
      a.to = *number[at(a.to)];
    }
    thread_.setActions(std::move(thread_.actions), order.size());
  }

  Thread& thread_;
};

}  // namespace

void fuseLocalSteps(Thread& thread) {
  Fusing(thread).run();
}

}  // namespace robur::prove
