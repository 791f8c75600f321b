// The monitor of models/pso.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/pso.h"

namespace robur {

MonitorType psoMonitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Pso>(exploration, rowWords);
}

}  // namespace robur
