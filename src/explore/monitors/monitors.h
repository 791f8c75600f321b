// From the name of a model to its monitor. Each model is compiled in a file of its own.
#pragma once

#include "explore/explore.h"
#include "explore/rows/monitor.h"

namespace robur {

inline constexpr unsigned kNarrowRow = 1, kWideRow = 64;  // words

// Columns that the rows need.
unsigned columnsOf(const Exploration& exploration);

// The monitor with rows of kNarrowRow or kWideRow words. The exploration must outlive it.
MonitorType monitorOf(ModelName model, const Exploration& exploration, unsigned rowWords);

MonitorType scMonitor(const Exploration& exploration, unsigned rowWords);
MonitorType tsoMonitor(const Exploration& exploration, unsigned rowWords);
MonitorType psoMonitor(const Exploration& exploration, unsigned rowWords);
MonitorType sraMonitor(const Exploration& exploration, unsigned rowWords);
MonitorType raMonitor(const Exploration& exploration, unsigned rowWords);
MonitorType rc20Monitor(const Exploration& exploration, unsigned rowWords);
MonitorType rc11Monitor(const Exploration& exploration, unsigned rowWords);

}  // namespace robur
