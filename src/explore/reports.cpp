#include "explore/reports.h"

#include "explore/rows/show_rows.h"
#include "explore/state_space.h"

namespace robur {

// Fills in the run and the state in which it ends, with threads as the run names them.
Trail Reports::locate(Suspect& suspect, const Spot& spot, const Who& who, const Who& other) {
  Trail trail = space.retrace(spot);
  suspect.thread = trail.where[who.position];
  suspect.other = trail.where[other.position];
  std::uint64_t* const locals = trail.config.locals();
  if (other.local != kAsStored) locals[suspect.other] = other.local;
  if (who.local != kAsStored) locals[suspect.thread] = who.local;
  atState(suspect, trail);
  suspect.run = std::move(trail.run);
  return trail;
}

void Reports::atState(Suspect& suspect, const Trail& trail) {
  suspect.state = space.threadStates.machineState(trail.config.cells(), trail.config.locals());
  suspect.action = space.m.pending(suspect.state.data(), suspect.thread);
}

Pc Reports::sourceOf(const Suspect& suspect, unsigned t) const {
  return space.m.thread(t).instrs[space.m.pc(suspect.state.data(), t)].source;
}

void Reports::tell(const Suspect& suspect) {
  ++suspectCount;
  if (onSuspect(suspect)) control.end(SearchOutcome::End::Stopped);
}

void Reports::suspect(Suspect::Kind kind, const Spot& spot, const Who& who, const Who& other) {
  const std::lock_guard lock(reporting);
  if (ended()) return;
  const auto& wants = space.options.wants;
  if (wants && !wants({kind, who.position, who.pc, other.position, other.pc})) return;
  Suspect suspect;
  suspect.kind = kind;
  const Trail trail = locate(suspect, spot, who, other);
  suspect.pc = sourceOf(suspect, suspect.thread);
  suspect.otherPc = sourceOf(suspect, suspect.other);
  suspect.otherAction = space.m.pending(suspect.state.data(), suspect.other);
  suspect.rows =
      showRows(space.m.program(), space.exploration.monitored, space.type.shape, trail.rows.data());
  tell(suspect);
}

void Reports::fault(StateId state, const Who& who, Pc pc, Fault fault) {
  const std::lock_guard lock(reporting);
  if (ended() || !faults.emplace(who.position, pc, fault).second) return;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Fault;
  suspect.pc = pc;
  suspect.fault = fault;
  locate(suspect, space.spotAt(state), who, {});
  if (suspect.action.kind != Action::Kind::Local) {
    suspect.run.push_back({suspect.thread, sourceOf(suspect, suspect.thread), suspect.action});
  }
  tell(suspect);
}

void Reports::addBlocked(const std::vector<std::pair<unsigned, Pc>>& waiting) {
  const std::lock_guard lock(reporting);
  blockedAt.insert(waiting.begin(), waiting.end());
}

void Reports::hang(StateId state, const std::vector<Who>& resting) {
  const std::lock_guard lock(reporting);
  if (ended() || std::exchange(hangTold, true)) return;
  Trail trail = space.retrace(space.spotAt(state));
  for (const Who& who : resting) trail.config.locals()[trail.where[who.position]] = who.local;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Hang;
  suspect.thread = suspect.other = trail.where[resting[0].position];
  atState(suspect, trail);
  suspect.run = std::move(trail.run);
  suspect.pc = suspect.otherPc = sourceOf(suspect, suspect.thread);
  tell(suspect);
}

std::vector<Blocked> Reports::blocked() const {
  std::vector<Blocked> out;
  for (const auto& [t, pc] : blockedAt) out.push_back({t, pc});
  return out;
}

}  // namespace robur
