#include "explore/reduce/persistent_sets.h"

namespace robur {

Conflict PersistentSets::conflictOf(const Action& action, unsigned fenceCell, bool fencesConflict) {
  switch (action.kind) {
    case Action::Kind::Stopped:
    case Action::Kind::Local:
      return {};
    case Action::Kind::Fence:
      if (action.order != Order::Sc || !fencesConflict) return {};
      return {fenceCell, true};
    case Action::Kind::Read:
      return {action.cell, false};
    case Action::Kind::Write:
    case Action::Kind::Update:
      // A blocked thread conflicts with nothing: it only waits for a write.
      return {action.cell, action.enabled};
  }
  return {};
}

}  // namespace robur
