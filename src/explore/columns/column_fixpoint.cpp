#include "explore/columns/column_fixpoint.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace robur {

ColumnFixpoint::ColumnFixpoint(const Exploration& exploration, MonitorType monitorType,
                               RecordingSearch& search, Driver& driver)
    : options(exploration.options),
      search(search),
      driver(driver),
      type(std::move(monitorType)),
      codec(type.shape),
      symmetry(exploration.machine, type.shape, options.symmetry),
      columns(codec.words()),
      bits(codec.words()),
      lists(bits, options.fewColumns),
      stepper({exploration, type, symmetry, search.threadStates, search.codec}, codec, columns),
      packed(search.codec.words()),
      sorted(stepper.blank()) {}

bool ColumnFixpoint::propagate() {
  firstNew = expanded;
  expanded = driver.expanded();
  lists.resize(search.store.end());
  kinds.resize(search.steps().kindCount());
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
        if (++visits % 1024 == 0 && !driver.keepsLimits(bytes())) return false;
      }
    }
  }
  return driver.keepsLimits(bytes());
}

std::uint64_t ColumnFixpoint::bytes() const {
  return columns.bytes() + bits.bytes() + lists.bytes() + results * sizeof(ColumnId) +
         (order.capacity() + position.capacity()) * sizeof order[0] +
         kinds.capacity() * sizeof kinds[0];
}

void ColumnFixpoint::sortStates() {
  struct Open {
    StateId state;
    StepGraph::List list;
    std::size_t at = 0;
  };
  const StepGraph& graph = search.steps();
  std::vector<Open> stack;
  order.clear();
  position.assign(expanded, kNowhere);
  const auto open = [&](StateId state) {
    if (state >= expanded || position[state] != kNowhere) return;
    position[state] = 0;
    const StepGraph::ListAt first = graph.firstList(state);
    stack.push_back({state, first == StepGraph::kNoList ? StepGraph::List{} : graph.list(first)});
  };
  open(0);
  while (!stack.empty()) {
    Open& top = stack.back();
    if (top.at < top.list.steps.size()) {
      open(top.list.steps[top.at++].to);
    } else if (top.list.next != StepGraph::kNoList) {
      top.list = graph.list(top.list.next);
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

// Carries the columns that are new in a state to its successors; false if one violates.
bool ColumnFixpoint::visit(StateId id) {
  lists.takeNew(id, arrived);
  if (mayViolate(id)) return false;
  const bool first = id >= firstNew && !seen[id - firstNew];
  if (first) seen[id - firstNew] = true;
  for (StepGraph::ListAt at = search.steps().firstList(id); at != StepGraph::kNoList;) {
    const StepGraph::List list = search.steps().list(at);
    for (const StepGraph::Step& step : list.steps) {
      Kind& kind = kinds[step.kind];
      if (!kind.known || kind.made.size() < bits.size()) [[unlikely]]
        computeKind(step.kind);
      bool added = false;
      for (const ColumnId column : arrived) {
        if (kind.made[column] == kUnknown) [[unlikely]]
          computeKind(step.kind);
        const ColumnId made = kind.made[column];
        if (made != kDead) added |= lists.add(step.to, made);
      }
      for (std::size_t i = 0; first && i < kind.begun.size(); ++i) {
        added |= lists.add(step.to, kind.begun[i]);
      }
      if (added && step.to < expanded) setDirty(position[step.to]);
    }
    at = list.next;
  }
  return true;
}

// Is some thread about to make an access there that violates with a column that has arrived?
bool ColumnFixpoint::mayViolate(StateId id) {
  const std::uint64_t* const state = search.store.words(id);
  for (const ColumnId column : arrived) {
    const unsigned cell = codec.cellOf(bits.index(column));
    for (ThreadMask left = bits.mayViolate(column); left != 0; left &= left - 1) {
      const auto t = static_cast<unsigned>(std::countr_zero(left));
      if (!stepper.mayAccess(state, t, cell)) continue;
      stepper.look(state);
      stepper.view().examine(column);
      for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
        if (stepper.mayViolate(t, o) || stepper.raceByShadows(t, o)) return true;
      }
    }
  }
  return false;
}

// Computes what steps of a kind do to the columns that have arrived.
[[gnu::noinline]] void ColumnFixpoint::computeKind(KindId id) {
  if (results > kResultsPerStep * options.rememberedSteps) {
    for (Kind& kind : kinds) kind.made = {};
    results = 0;
  }
  Kind& kind = kinds[id];
  results += bits.size() - kind.made.size();
  kind.made.resize(bits.size(), kUnknown);
  unknown.clear();
  for (const ColumnId column : arrived) {
    if (kind.made[column] == kUnknown) unknown.push_back(column);
  }
  if (kind.known && unknown.empty()) return;
  repeatStep(id);
  const ColumnTransfer& view = stepper.view();
  while (bits.size() < columns.size()) {
    bits.add(columns.at(static_cast<ColumnId>(bits.size())));
  }
  for (std::size_t i = 0; i < unknown.size(); ++i) kind.made[unknown[i]] = view.made[i];
  kind.begun = view.begun;
  kind.known = true;
}

// Makes a step of a kind again, with the columns for which its effect is unknown.
void ColumnFixpoint::repeatStep(KindId id) {
  const StepKind& kind = search.steps().kind(id);
  const std::uint64_t* const from = search.store.words(kind.state);
  ColumnTransfer& view = stepper.view();
  view.take(unknown, kind.way);
  stepper.look(from);
  stepper.step(
      kind.thread, kind.option,
      [&](std::span<const Change> changes) {
        if (!view.done() || symmetry.none()) return;
        search.codec.repack(from, changes, packed.data());
        search.codec.unpackThreads(packed.data(), sorted);
        if (!symmetry.isSorted(sorted.locals())) view.sort(symmetry, sorted.locals());
      },
      [](Pc, Fault) {});
}

}  // namespace robur
