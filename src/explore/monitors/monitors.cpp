#include "explore/monitors/monitors.h"

namespace robur {

unsigned columnsOf(const Exploration& e) {
  unsigned columns = e.monitored.classCount();
  if (e.options.races != RaceRule::Shadows) return columns;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    if (!e.machine.cellAtomic(c)) columns += e.machine.threadCount();
  }
  return columns;
}

MonitorType monitorOf(ModelName model, const Exploration& e, unsigned rowWords) {
  switch (model) {
    case ModelName::Sc:
      break;
    case ModelName::Tso:
      return tsoMonitor(e, rowWords);
    case ModelName::Pso:
      return psoMonitor(e, rowWords);
    case ModelName::Sra:
      return sraMonitor(e, rowWords);
    case ModelName::Ra:
      return raMonitor(e, rowWords);
    case ModelName::Rc20:
      return rc20Monitor(e, rowWords);
    case ModelName::Rc11:
      return rc11Monitor(e, rowWords);
  }
  return scMonitor(e, rowWords);
}

}  // namespace robur
