#include "prove/system.h"

#include <algorithm>

namespace robur::prove {

bool System::unbounded() const {
  for (const Var& v : vars) {
    if (!v.ghost && (!v.lo || (v.array && !v.size))) return true;
  }
  for (const Thread& t : threads) {
    if (t.copies == Thread::Copies::Any) return true;
    for (const Register& s : t.registers) {
      if (!s.lo && !s.hidden) return true;
    }
  }
  return false;
}

void Thread::setActions(std::vector<Action> all, std::size_t nodes) {
  actions = std::move(all);
  out.assign(nodes, {});
  for (std::size_t i = 0; i < actions.size(); ++i) out[at(actions[i].from)].push_back(i);
}

void System::note(std::int64_t number) {
  const auto place = std::ranges::lower_bound(constants, number);
  if (place == constants.end() || *place != number) constants.insert(place, number);
}

}  // namespace robur::prove
