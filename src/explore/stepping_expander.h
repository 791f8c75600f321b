// What the expanders of both engines share: steps into the batch, and reports that do not depend
// on what they keep of the monitor.
#pragma once

#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "explore/reports.h"
#include "explore/state_space.h"
#include "explore/step/stepper.h"

namespace robur {

template <class View>
class SteppingExpander : public Expander {
 public:
  template <class... ForView>
  SteppingExpander(const StateSpace& space, const StepContext& context, Reports& reports,
                   ForView&&... forView)
      : Expander(space.store, space.codec.words()),
        space(space),
        reports(reports),
        stepper(context, std::forward<ForView>(forView)...),
        sorted(stepper.blank()) {}

  std::uint64_t bytes() const override { return stepper.bytes(); }
  void addTo(SearchStatistics& s) const override { s.memoMisses += stepper.view().misses(); }

 protected:
  // Makes the steps of these threads from the state that is looked at. Calls
  // post(changes, t, option, way) for each successor.
  template <class Post>
  [[gnu::always_inline]] void stepAll(StateId id, ThreadMask threads, const Post& post) {
    for (; threads != 0; threads &= threads - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(threads));
      for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
        if (!stepper.pending(o).enabled) continue;
        unsigned way = 0;
        stepper.step(
            t, o, [&](std::span<const Change> changes) { post(changes, t, o, way++); },
            [&](Pc pc, Fault fault) {
              faulted = true;
              reports.fault(id, who(t, o), pc, fault);
            });
      }
    }
  }
  Reports::Who who(unsigned t, unsigned option) const {
    return {t, stepper.local(option), stepper.pc(option)};
  }

  void reportFaultsOfChoice(StateId id, unsigned t) {
    for (const auto& [pc, fault] : stepper.faultsOfChoice(t)) {
      reports.fault(id, {t, Reports::kAsStored}, pc, fault);
    }
  }
  // Every thread may be unable to go on here: reports those that wait.
  void reportBlocked(StateId id) {
    std::vector<std::pair<unsigned, Pc>> waiting;
    for (unsigned o = 0; o < stepper.optionCount(); ++o) {
      const Action& action = stepper.pending(o);
      if (action.enabled || action.kind == Action::Kind::Stopped) continue;
      waiting.emplace_back(stepper.threadOf(o), stepper.pc(o));
    }
    reports.addBlocked(waiting);
    if (space.options.hangs && !waiting.empty()) reportHang(id);
  }
  // Unless a thread has stopped at an assumption that does not hold, or at a fault: these are not
  // the ends of runs.
  void reportHang(StateId id) {
    std::vector<Reports::Who> resting;
    bool someWait = false;
    for (unsigned t = 0; t < space.m.threadCount(); ++t) {
      unsigned o = stepper.firstOption(t);
      while (stepper.pending(o).enabled) ++o;
      const bool waits = stepper.pending(o).kind != Action::Kind::Stopped;
      if (!waits && stepper.pc(o) == space.m.thread(t).rest) return;
      resting.insert(waits ? resting.begin() : resting.end(), who(t, o));
      someWait |= waits;
    }
    if (someWait) reports.hang(id, resting);
  }
  // Pairs of threads that are about to make conflicting plain accesses; spot() is where.
  template <class SpotHere>
  void reportRaces(const SpotHere& spot) {
    for (unsigned o = 0; o < stepper.optionCount(); ++o) {
      const unsigned t = stepper.threadOf(o);
      for (unsigned p = stepper.firstOption(t + 1); p < stepper.optionCount(); ++p) {
        if (!stepper.conflict(o, p)) continue;
        reports.suspect(Suspect::Kind::Race, spot(), who(stepper.threadOf(p), p), who(t, o));
        if (reports.ended()) return;
      }
    }
  }
  // Reports an option that weak memory could let deviate from SC, or that races.
  void reportIfViolating(const Spot& spot, unsigned t, unsigned o) {
    const bool stale = !stepper.onlyObserved(o) && stepper.mayViolate(t, o);
    if (!stale && !stepper.raceByShadows(t, o)) return;
    reports.suspect(stale ? Suspect::Kind::Stale : Suspect::Kind::Race, spot, who(t, o), who(t, o));
  }

  const StateSpace& space;
  Reports& reports;
  Stepper<View> stepper;
  Config sorted;
  bool faulted = false;  // has a step met a fault?
};

// Looks for a step from a packed state: accept(t, option, successor) ends the search by true.
template <class View, class Accept>
bool findStep(Stepper<View>& stepper, const StateCodec& codec, const std::uint64_t* from,
              const Accept& accept) {
  std::vector<std::uint64_t> packed(codec.words());
  stepper.look(from);
  bool found = false;
  for (unsigned o = 0; o < stepper.optionCount() && !found; ++o) {
    if (!stepper.pending(o).enabled) continue;
    const unsigned t = stepper.threadOf(o);
    stepper.step(
        t, o,
        [&](std::span<const Change> changes) {
          if (found) return;
          codec.repack(from, changes, packed.data());
          Config to = stepper.blank();
          codec.unpack(packed.data(), to);
          found = accept(t, o, to);
        },
        [](Pc, Fault) {});
  }
  return found;
}

}  // namespace robur
