// Which accesses of a trace could deviate from SC under a weak memory model?
//
// An access e deviates if the model lets it take, in the graph of its past, a write that is not the
// last one there: SC orders that last write before the predecessor of e, so the graph has a cycle.
// By locality the rest of the trace does not matter. The positions that the model still allows come
// from Views. A write cannot come between an update and what the update reads. If sc events have
// an order of their own (RC11, RC20), the axioms decide what is left, once for each past.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/model_info.h"
#include "traces/past.h"
#include "traces/sc_trace.h"
#include "traces/views.h"

namespace robur::traces {

enum class Deviation : std::uint8_t {
  None,
  Sequential,  // only the order of sc accesses forbids it, in a model that does not have them
  Allowed,
};

class StaleAccesses {
 public:
  // `scEvents`: the program has accesses or fences that are sc.
  StaleAccesses(const Machine& machine, ModelName model, bool scEvents);

  // The first access of the trace for which wanted(access, deviation) is true.
  template <class Wanted>
  std::optional<EventRef> find(const ScTrace& trace, const Wanted& wanted) {
    begin(trace);
    for (const EventRef e : trace.run()) {
      const Deviation deviation = examine(e);
      if (deviation != Deviation::None && wanted(e, deviation)) return e;
      views->add(e);
      noteFence(e);
    }
    return std::nullopt;
  }

  std::uint64_t judged() const { return judgements; }  // graphs that the axioms have decided

 private:
  struct PastHash {
    std::size_t operator()(const PastOfAccess& p) const {
      return p.past[0] ^ (std::size_t{p.access.thread} << 16) ^ p.access.index;
    }
  };

  void begin(const ScTrace& next);
  void noteFence(EventRef e);
  Deviation examine(EventRef e);
  // What the access does if it reads, or follows, a write of this value.
  Action actionWith(EventRef e, std::int64_t value);
  bool isOpen(EventRef e, const Action& action, std::uint32_t position, std::uint32_t latest) const;
  bool scOrderMatters(EventRef e, const Action& action) const;
  Deviation byScOrder(EventRef e, std::uint32_t earliest, std::uint32_t latest);
  Deviation judge(EventRef e, std::uint32_t earliest, std::uint32_t latest);

  const Machine& machine;
  const ModelName model;
  const ModelInfo& info;
  const bool scEvents;
  std::unique_ptr<Views> views;
  std::vector<std::int64_t> scratch;  // a machine state
  const ScTrace* trace = nullptr;
  Fingerprints fingerprints;
  bool haveFingerprints = false;   // of this trace
  std::vector<EventRef> scFences;  // of this trace, so far
  std::unordered_map<PastOfAccess, Deviation, PastHash> decided;
  std::uint64_t judgements = 0;
};

}  // namespace robur::traces
