#include "explore/state_space.h"

#include <utility>

namespace robur {

void Expander::expandRest(const SuccessorBatch::Parent&) {}
void Expander::deliver(const SuccessorBatch::Parent&, std::span<const StateId>) {}

namespace {

StateCodec codecFor(const Exploration& e, const MonitorType& type, bool wholeRows) {
  return {e.machine, e.futures, wholeRows && type.shape.words() > 0, e.options.clearDead};
}

}  // namespace

StateSpace::StateSpace(const Exploration& exploration, MonitorType monitorType, bool wholeRows,
                       SearchControl& control, OnSuspect onSuspect)
    : SearchSpace(exploration.options, codecFor(exploration, monitorType, wholeRows).words()),
      exploration(exploration),
      m(exploration.machine),
      type(std::move(monitorType)),
      codec(codecFor(exploration, type, wholeRows)),
      symmetry(m, type.shape, options.symmetry),
      threadStates(m),
      reports(*this, control, std::move(onSuspect)) {}

void StateSpace::addTo(SearchOutcome& outcome) const {
  outcome.blocked = reports.blocked();
  outcome.statistics.suspects = reports.suspects();
  outcome.statistics.rowWords = type.shape.words() == 0 ? 0 : type.shape.rowWords;
}

StateId StateSpace::insertInitial(const Config& config) {
  std::vector<std::uint64_t> packed(codec.words());
  codec.pack(config, packed.data());
  StateStore::Ticket ticket;
  return store.insert(packed.data(), store.hashOf(packed.data()), kNoState, ticket).id;
}

}  // namespace robur
