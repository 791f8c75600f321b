// Strong release/acquire: release/acquire whose modification orders agree with happens-before
// all together. Its monitor is that of RA without the rows for writes; see ra.h.
#pragma once

#include "models/ra.h"

namespace robur {

template <int W>
using Sra = RaFamily<W, true>;

static_assert(MonitorModel<Sra>);

}  // namespace robur
