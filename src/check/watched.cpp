#include "check/watched.h"

namespace robur {

RaceRule raceRuleOf(const Fragment& fragment, const ModelInfo& model) {
  if (!fragment.plain) return RaceRule::None;
  switch (model.races) {
    case DataRaces::None:
      return RaceRule::None;
    case DataRaces::Unordered:
      return RaceRule::States;
    case DataRaces::Synchronised:
      return fragment.weakReads || fragment.weakWrites ? RaceRule::Shadows : RaceRule::States;
  }
  return RaceRule::None;
}

ModelName watchedModel(const ModelInfo& model, const Fragment& fragment, bool inOrder) {
  const bool isSc = model.scAccesses == ScAccesses::Ordered && fragment.onlyScAccesses;
  return isSc || inOrder ? ModelName::Sc : model.model;
}

std::vector<bool> monitoredIn(const Machine& machine, ModelName watched) {
  std::vector<bool> out(machine.cellCount(), false);
  const ModelInfo& model = infoOf(watched);
  if (model.isReference()) return out;
  for (std::uint32_t c = 0; c < machine.cellCount(); ++c) {
    out[c] = model.monitorsPlainCells() || machine.cellAtomic(c);
  }
  return out;
}

}  // namespace robur
