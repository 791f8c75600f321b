// The monitor of models/rc20.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/rc20.h"

namespace robur {

MonitorType rc20Monitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Rc20>(exploration, rowWords);
}

}  // namespace robur
