// What has to be feared from a strand.
#pragma once

#include "explore/strand_codec.h"
#include "explore/stubborn.h"
#include "models/rows.h"

namespace robur {

// Everybody for whom some access might be astray, or a race, with the strand in this column of the
// rows; who it is exactly is found out when somebody is about to make one.
template <template <int> class Model, int W>
ThreadMask threatenedBy(const Model<W>& model, const MonitorLayout<W>& layout,
                        const StrandCodec<W>& codec, Bits<W>* rows, unsigned column) {
  ThreadMask out = 0;
  if (column == StrandCodec<W>::kNoColumn) return out;
  const Bits<W> it = Bits<W>::single(column);
  for (unsigned t = 0; t < layout.threads; ++t) {
    bool afraid = false;
    if (codec.isShadow(column)) {
      afraid = model.races(rows, t, it);
    } else if (model.reached(rows, t, codec.where(column))) {
      Outcomes<W> reading, any;
      reading.read = any.read = any.update = it;
      afraid = model.stale(rows, t, reading) || model.stale(rows, t, any);
    }
    out |= ThreadMask{afraid} << t;
  }
  return out;
}

}  // namespace robur
