// The monitor of models/sra.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/sra.h"

namespace robur {

MonitorType sraMonitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Sra>(exploration, rowWords);
}

}  // namespace robur
