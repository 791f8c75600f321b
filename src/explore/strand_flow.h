// Are there strands to be feared? Found out on the steps that a search has noted down.
//
// Each state has the strands that lead to it by some run (strand_codec.h), and strands are carried
// along the steps until nothing is new anywhere. Nobody asks by which run a strand came to a
// state, so neither states nor steps have to be made again when one does. But if there is
// something to fear, all that can be said is that there is: to find the run is for a search for
// strands.
//
// States are visited in an order in which most steps lead onwards (reverse postorder), so that
// mostly all that comes to a state has come before it is visited.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/search_impl.h"
#include "explore/step_notes.h"
#include "explore/strand_codec.h"
#include "explore/strand_lists.h"
#include "explore/strand_maker.h"
#include "models/sc.h"

namespace robur {

template <template <int> class Model, int W>
class StrandFlow {
 public:
  using Ground = Search<Sc, W, StepNotes<W>>;

  StrandFlow(const Machine& machine, const Futures& futures, const MonitoredCells& monitored,
             const MonitorLayout<W>& layout, const SearchOptions& options, Ground& ground)
      : m(machine),
        options(options),
        ground(ground),
        model(layout),
        codec(layout, model.plan(), model.rowMap()),
        symmetry(machine, model.rowMap(), static_cast<unsigned>(model.plan().thread.size()),
                 options.symmetry && layout.shadows == 0),
        strands(codec.words()),
        bits(codec.words() - StrandCodec<W>::kHead),
        lists(bits, options.fewColumns),
        walker(machine, futures, monitored, layout, model, symmetry, ground.threadStates(),
               ground.stateCodec(), options, model, layout, codec, strands),
        packed(ground.stateCodec().words()),
        sorted(walker.blank()) {}

  // Can it tell whether there is something to fear?
  static bool suits(const MonitorLayout<W>& layout, const Ground& ground) {
    // If the model asks for next steps, then steps of one kind are not all alike.
    return !Model<W>(layout).asksForNext() && ground.stepsAreExact();
  }

  // Carries strands along all steps that there are by now; false if there is something to fear, or
  // if a limit of the search was reached, which is then ended.
  bool propagate() {
    firstNew = expanded;
    expanded = ground.expanded();
    lists.resize(ground.states().end());
    kinds.resize(ground.steps().kindCount());
    sortStates();
    seen.assign(expanded - firstNew, false);
    for (StateId id = firstNew; id < expanded; ++id) {
      if (position[id] != kNowhere) setDirty(position[id]);
    }
    while (std::any_of(dirty.begin(), dirty.end(), [](std::uint64_t word) { return word != 0; })) {
      for (std::size_t w = 0; w < dirty.size(); ++w) {
        // What becomes dirty behind us waits for the next round.
        std::uint64_t ahead = ~std::uint64_t{0};
        while (const std::uint64_t left = dirty[w] & ahead) {
          const std::uint64_t bit = left & -left;
          dirty[w] &= ~bit;
          ahead = ~(bit | (bit - 1));
          if (!visit(order[64 * w + static_cast<unsigned>(std::countr_zero(bit))])) return false;
          if (++visits % 1024 == 0 && !ground.keepsLimits(bytes())) return false;
        }
      }
    }
    return ground.keepsLimits(bytes());
  }

 private:
  using Walker = Stepper<Model, W, StrandMaker<Model, W>>;
  static constexpr std::uint32_t kNowhere = ~0u;
  static constexpr StrandNumber kUnknown = ~0u;
  static constexpr StrandNumber kDead = StrandMaker<Model, W>::kDead;
  static constexpr std::size_t kAnswersPerStep = 64;

  // What steps of a kind do.
  struct Kind {
    bool known = false;
    std::vector<StrandNumber> begun;
    std::vector<StrandNumber> made;  // by strand
  };

  std::uint64_t bytes() const {
    return strands.bytes() + bits.bytes() + lists.bytes() + answers * sizeof(StrandNumber) +
           (order.capacity() + position.capacity()) * sizeof order[0] +
           kinds.capacity() * sizeof kinds[0];
  }

  void sortStates() {
    struct Open {
      StateId state;
      StepGraph::Run run;
      std::size_t at = 0;
    };
    const StepGraph& graph = ground.steps();
    std::vector<Open> stack;
    order.clear();
    position.assign(expanded, kNowhere);
    const auto open = [&](StateId state) {
      if (state >= expanded || position[state] != kNowhere) return;
      position[state] = 0;
      const StepGraph::RunAt first = graph.firstRun(state);
      stack.push_back({state, first == StepGraph::kNoRun ? StepGraph::Run{} : graph.run(first)});
    };
    open(0);
    while (!stack.empty()) {
      Open& top = stack.back();
      if (top.at < top.run.steps.size()) {
        open(top.run.steps[top.at++].to);
      } else if (top.run.next != StepGraph::kNoRun) {
        top.run = graph.run(top.run.next);
        top.at = 0;
      } else {
        order.push_back(top.state);
        stack.pop_back();
      }
    }
    std::reverse(order.begin(), order.end());
    for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    dirty.assign((order.size() + 63) / 64, 0);
  }
  void setDirty(std::uint32_t at) { dirty[at / 64] |= std::uint64_t{1} << (at % 64); }

  // Carries what is new in a state to its successors.
  bool visit(StateId id) {
    lists.takeNew(id, hand);
    if (isFearful(id)) return false;
    const bool first = id >= firstNew && !seen[id - firstNew];
    if (first) seen[id - firstNew] = true;
    for (StepGraph::RunAt at = ground.steps().firstRun(id); at != StepGraph::kNoRun;) {
      const StepGraph::Run run = ground.steps().run(at);
      for (const StepGraph::Step& step : run.steps) {
        Kind& kind = kinds[step.kind];
        if (!kind.known || kind.made.size() < bits.size()) [[unlikely]]
          work(step.kind);
        bool added = false;
        for (const StrandNumber strand : hand) {
          if (kind.made[strand] == kUnknown) [[unlikely]]
            work(step.kind);
          const StrandNumber made = kind.made[strand];
          if (made != kDead) added |= lists.add(step.to, made);
        }
        for (std::size_t i = 0; first && i < kind.begun.size(); ++i) {
          added |= lists.add(step.to, kind.begun[i]);
        }
        if (added && step.to < expanded) setDirty(position[step.to]);
      }
      at = run.next;
    }
    return true;
  }
  // Is somebody about to make an access there that a strand at hand leads astray, or a race?
  bool isFearful(StateId id) {
    const std::uint64_t* const state = ground.states().words(id);
    for (const StrandNumber strand : hand) {
      const unsigned where = codec.where(bits.column(strand));
      for (ThreadMask left = bits.threatened(strand); left != 0; left &= left - 1) {
        const auto t = static_cast<unsigned>(std::countr_zero(left));
        if (!walker.mayBeAt(state, t, where)) continue;
        walker.look(state);
        walker.eye().examine(strand);
        for (unsigned o = walker.firstOption(t); o < walker.firstOption(t + 1); ++o) {
          if (walker.stale(t, o) || walker.raceByShadows(t, o)) return true;
        }
      }
    }
    return false;
  }

  // Finds out what steps of a kind do to whatever is at hand.
  [[gnu::noinline]] void work(KindId id) {
    if (answers > kAnswersPerStep * options.rememberedSteps) {
      for (Kind& kind : kinds) kind.made = {};
      answers = 0;
    }
    Kind& kind = kinds[id];
    answers += bits.size() - kind.made.size();
    kind.made.resize(bits.size(), kUnknown);
    unknown.clear();
    for (const StrandNumber strand : hand) {
      if (kind.made[strand] == kUnknown) unknown.push_back(strand);
    }
    if (kind.known && unknown.empty()) return;
    make(id);
    const auto& eye = walker.eye();
    for (StrandNumber s = static_cast<StrandNumber>(bits.size()); s < eye.end(); ++s) {
      const std::uint64_t* words = strands.at(s);
      bits.add(StrandCodec<W>::column(words), StrandCodec<W>::threatened(words),
               words + StrandCodec<W>::kHead);
    }
    for (std::size_t i = 0; i < unknown.size(); ++i) kind.made[unknown[i]] = eye.made[i];
    kind.begun = eye.begun;
    kind.known = true;
  }
  // Makes a step of a kind again, with the strands of which that is not known.
  void make(KindId id) {
    const StepKind& kind = ground.steps().kind(id);
    const std::uint64_t* const from = ground.states().words(kind.state);
    auto& eye = walker.eye();
    eye.bring(unknown, kind.way);
    walker.look(from);
    walker.step(
        kind.thread, kind.option,
        [&](std::span<const Change> changes) {
          if (!eye.brought() || symmetry.none()) return;
          ground.stateCodec().repack(from, changes, packed.data());
          ground.stateCodec().unpack(packed.data(), sorted);
          if (!symmetry.inPlace(sorted.locals())) {
            eye.sort(symmetry, sorted.locals(), m.threadCount());
          }
        },
        [](Pc, Fault) {});
  }

  const Machine& m;
  const SearchOptions& options;
  Ground& ground;
  Model<W> model;
  StrandCodec<W> codec;
  Symmetry<W> symmetry;
  Numbering strands;
  StrandBits bits;
  StrandLists lists;
  Walker walker;
  std::vector<Kind> kinds;
  std::size_t answers = 0;  // that kinds have room for
  StateId firstNew = 0;     // of the states that were expanded since the last time
  StateId expanded = 0;
  std::vector<bool> seen;  // from the first new one on
  std::vector<StateId> order;
  std::vector<std::uint32_t> position;  // of states, in that order
  std::vector<std::uint64_t> dirty;     // positions, a bit for each
  std::uint64_t visits = 0;
  std::vector<StrandNumber> hand, unknown;
  std::vector<std::uint64_t> packed;
  Config sorted;
};

}  // namespace robur
