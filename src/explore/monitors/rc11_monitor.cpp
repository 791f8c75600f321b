// The monitor of models/rc11.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/rc11.h"

namespace robur {

MonitorType rc11Monitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Rc11>(exploration, rowWords);
}

}  // namespace robur
