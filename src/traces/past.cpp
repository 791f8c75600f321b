#include "traces/past.h"

namespace robur::traces {

namespace {

// A bijection of 64 bits whose every output bit depends on every input bit.
std::uint64_t mixBits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t bitsOf(EventRef e) {
  return (std::uint64_t{e.thread} << 16) | e.index;
}

// One number of two, which differ in `seed`.
std::uint64_t numberOf(const ScTrace& trace, EventRef e, std::uint64_t seed) {
  const LiveGraph& g = trace.graph();
  const LiveEvent& event = g[e];
  std::uint64_t z = mixBits(seed ^ bitsOf(e) ^ (std::uint64_t{event.pc} << 32));
  if (event.kind == Kind::Choice) return mixBits(z ^ static_cast<std::uint64_t>(event.read));
  if (reads(event)) z = mixBits(z ^ bitsOf(event.source));
  if (writes(event)) {
    const std::uint32_t position = trace.positionOf(e);
    z = mixBits(z ^ bitsOf(g.writeAt(event.cell, position - 1)) ^ (std::uint64_t{1} << 40));
  }
  return z;
}

}  // namespace

void Fingerprints::assign(const ScTrace& next) {
  trace = &next;
  const LiveGraph& g = next.graph();
  sums.assign(next.eventCount(), {});
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    for (std::uint32_t i = 1; i < g.threads[t].events.size(); ++i) {
      const EventRef e{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(i)};
      const Fingerprint& before = sums[next.idOf(poPredecessor(e))];
      sums[next.idOf(e)] = {before[0] + numberOf(next, e, 0x9e3779b97f4a7c15u),
                            before[1] + numberOf(next, e, 0xc2b2ae3d27d4eb4fu)};
    }
  }
}

Fingerprint Fingerprints::of(const std::uint16_t* clock) const {
  Fingerprint out{};
  for (std::uint32_t t = 0; t < trace->graph().threadCount(); ++t) {
    const Fingerprint& sum = sums[trace->idOf({static_cast<std::uint16_t>(t), clock[t]})];
    out[0] += sum[0];
    out[1] += sum[1];
  }
  return out;
}

}  // namespace robur::traces
