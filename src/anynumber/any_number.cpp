#include "anynumber/any_number.h"

#include <algorithm>
#include <map>
#include <set>

#include "anynumber/problem.h"

namespace robur::anynumber {

namespace {

class Decision {
 public:
  explicit Decision(const Query& query)
      : query(query), problem(query), cores(problem.cores()), sequential(problem.sequential()) {}

  Answer run() {
    answer.outcome = decideAll();
    answer.faults.assign(cores.faults().begin(), cores.faults().end());
    return std::move(answer);
  }

 private:
  Outcome decideAll() {
    Coverability cover(sequential, false, stopping());
    const CoverEnd end = cover.run({problem.start()});
    count(cover);
    if (end == CoverEnd::Stopped) return Outcome::Stopped;
    nodes = cover.maximal();
    const auto hasRace = [&](const Candidate& node) { return races(node); };
    if (query.races == RaceRule::States && std::ranges::any_of(nodes, hasRace)) {
      return Outcome::Violated;
    }
    std::vector<Aim> aims;
    for (const Goal& goal : problem.goals()) {
      const std::unique_ptr<ColumnRules> rules = problem.rulesFor(goal);
      if (!rules) return Outcome::TooManyRows;
      if (!problem.isPossible(goal, *rules)) continue;
      ++answer.goals;
      if (aims.empty() || !aims.back().take(goal)) aims.emplace_back(goal);
    }
    for (const Aim& aim : aims) {
      if (const Outcome outcome = pursue(aim); outcome != Outcome::Robust) return outcome;
    }
    return Outcome::Robust;
  }

  CoverStop stopping() {
    return [this](std::uint64_t made, std::uint64_t bytes) {
      return query.stop && query.stop(answer.nodes + made, bytes);
    };
  }

  void count(const Coverability& cover) {
    answer.nodes += cover.made();
    answer.lostByPruning += cover.added();
    answer.peakBytes = std::max(answer.peakBytes, cover.bytes());
  }

  // Calls visit(local state, how many of them, at most 2) for all threads of an SC node.
  template <class Visit>
  void forEachThread(const Candidate& node, const Visit& visit) {
    for (std::size_t i = 0; i < sequential.fixedCount(); ++i) {
      visit(sequential.locals()[sequential.fixedLocal(node.control, i)], 1);
    }
    for (const LocalId l : node.omega) visit(sequential.locals()[l], 2);
    for (const LocalId l : node.few) visit(sequential.locals()[l], 1);
  }

  // Are two threads about to access a plain cell, and one of them to write?
  bool races(const Candidate& node) {
    std::map<std::uint32_t, std::pair<int, int>> accesses;  // per cell: threads, and that write
    forEachThread(node, [&](const LocalState& state, int copies) {
      std::set<std::uint32_t> any, writing;
      for (const Option& o : cores.at(state.thread, state.core).options) {
        if (o.cell == kNoCell || query.machine.cellAtomic(o.cell)) continue;
        any.insert(o.cell);
        if (mayWrite(o.op)) writing.insert(o.cell);
      }
      for (const std::uint32_t cell : any) accesses[cell].first += copies;
      for (const std::uint32_t cell : writing) accesses[cell].second += copies;
    });
    return std::ranges::any_of(accesses, [](const auto& entry) {
      return entry.second.first >= 2 && entry.second.second >= 1;
    });
  }

  // All goals of the aim at once, and one by one if that is not precise enough.
  Outcome pursue(const Aim& aim) {
    const Outcome outcome = follow(aim);
    if (outcome != Outcome::Violated || aim.goals.size() == 1) return outcome;
    for (const Goal& goal : aim.goals) {
      if (const Outcome one = follow(Aim(goal)); one != Outcome::Robust) return one;
    }
    return Outcome::Robust;
  }

  Outcome follow(const Aim& aim) {
    const std::unique_ptr<ColumnRules> rules = problem.rulesFor(aim.whole);
    Net net = problem.netFor(aim, *rules);
    Coverability cover(net, true, stopping());
    const CoverEnd end = cover.run(beginnings(net));
    count(cover);
    if (end == CoverEnd::Stopped) return Outcome::Stopped;
    return end == CoverEnd::Violation ? Outcome::Violated : Outcome::Robust;
  }

  // A column begins with any step from a node that is kept; from what is below, it would have less.
  std::vector<Candidate> beginnings(Net& net) {
    std::vector<Candidate> out;
    for (const Candidate& node : nodes) {
      const auto addAll = [&](LocalId l, std::size_t fixedIndex, bool fromFew) {
        const LocalState mover = sequential.locals()[l];
        for (std::size_t o = 0; o < cores.at(mover.thread, mover.core).options.size(); ++o) {
          for (Net::Beginning& begin : net.beginnings(mover, o, node.control)) {
            out.push_back(completed(net, node, std::move(begin), l, fixedIndex, fromFew));
          }
        }
      };
      for (std::size_t i = 0; i < sequential.fixedCount(); ++i) {
        addAll(sequential.fixedLocal(node.control, i), i, false);
      }
      for (const LocalId l : node.omega) addAll(l, kCopy, false);
      for (std::size_t i = 0; i < node.few.size(); ++i) {
        if (i == 0 || node.few[i] != node.few[i - 1]) addAll(node.few[i], kCopy, true);
      }
    }
    return out;
  }

  static constexpr std::size_t kCopy = ~std::size_t{0};

  // Everybody but the mover looks on.
  Candidate completed(Net& net, const Candidate& node, Net::Beginning begin, LocalId mover,
                      std::size_t fixedIndex, bool fromFew) {
    Candidate out;
    out.control = std::move(begin.control);
    const auto onlooker = [&](LocalId l) {
      const LocalState state = sequential.locals()[l];
      return net.onlooker(state.thread, state.core);
    };
    for (const LocalId l : node.omega) out.omega.push_back(onlooker(l));
    bool moved = !fromFew;
    for (const LocalId l : node.few) {
      if (l == mover && !moved) {
        moved = true;
      } else {
        out.few.push_back(onlooker(l));
      }
    }
    if (fixedIndex != kCopy) {
      net.setFixed(out.control, fixedIndex, begin.mover);
    } else if (begin.mover != Move::kEnded) {
      out.few.push_back(begin.mover);
    }
    std::ranges::sort(out.omega);
    std::ranges::sort(out.few);
    return out;
  }

  const Query& query;
  Problem problem;
  Cores& cores;
  Net& sequential;
  std::vector<Candidate> nodes;  // of the coverability set under SC
  Answer answer;
};

}  // namespace

Answer decide(const Query& query) {
  return Decision(query).run();
}

}  // namespace robur::anynumber
