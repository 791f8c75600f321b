#include "explore/step/thread_states.h"

#include <algorithm>

#include "explore/reduce/symmetry.h"

namespace robur {

ThreadStates::ThreadStates(const Machine& machine) : machine(&machine) {
  constexpr unsigned kNone = ~0u;
  tableOf.assign(machine.threadCount(), kNone);
  const auto addTable = [&](unsigned t) {
    tables.emplace_back(1 + machine.thread(t).registerTypes.size());
    return static_cast<unsigned>(tables.size() - 1);
  };
  for (const std::vector<unsigned>& group : interchangeableThreads(machine)) {
    const unsigned table = addTable(group.front());
    for (const unsigned t : group) tableOf[t] = table;
  }
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    if (tableOf[t] == kNone) tableOf[t] = addTable(t);
  }
}

std::uint64_t ThreadStates::bytes() const {
  std::uint64_t sum = 0;
  for (const Numbering& table : tables) sum += table.bytes();
  return sum;
}

std::vector<std::int64_t> ThreadStates::machineState(const std::int64_t* cells,
                                                     const std::uint64_t* ids) const {
  std::vector<std::int64_t> out(machine->stateSize());
  std::copy(cells, cells + machine->cellCount(), out.begin());
  for (unsigned t = 0; t < machine->threadCount(); ++t) {
    const std::int64_t* own = part(t, static_cast<ThreadStateId>(ids[t]));
    std::copy(own, own + 1 + machine->thread(t).registerTypes.size(),
              out.begin() + machine->thread(t).base);
  }
  return out;
}

}  // namespace robur
