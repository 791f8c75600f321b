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

void System::note(std::int64_t number) {
  const auto place = std::ranges::lower_bound(constants, number);
  if (place == constants.end() || *place != number) constants.insert(place, number);
}

}  // namespace robur::prove
