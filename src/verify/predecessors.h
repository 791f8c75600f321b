// One step back: what the lossy semantics must have been able to do before a write.
//
// Reads go in front of the lists of the thread that reads, one predecessor for each thread
// that can have written the value. A write by t takes options away:
//
//   lists of t          every x-option is this write's; all of them go
//   lists of others     either none is this write's, or the first one that is stands at i:
//                       every x-option after i is this write's too and goes; what remains
//                       after i, t itself must have been able to follow (causality)
//
// An option for an update is never about an older write, so it must be this write's. The
// condition on x-options after i is what keeps coherence; Figure 4 in the printed text lacks it.
#pragma once

#include "verify/requirement.h"

namespace robur::potentials {

class Predecessors {
 public:
  Predecessors(const Setting& setting, ListStore& lists) : setting(setting), lists(lists) {}

  // All ways, none weaker than another, in which these demands can have been met before the
  // write. `again`: what t may have written to the cell before.
  std::vector<Demands> ofWrite(const Demands& after, std::uint32_t t, std::uint32_t cell,
                               ValueId value, ValueSet again);

  // The options, in front of every list of t; nothing if that cannot be.
  std::optional<Demands> ofReads(const Demands& after, std::uint32_t t, const OptionList& reads);

  // Every choice of writers for a word of reads.
  std::vector<OptionList> sourcesOf(const Word& word) const;
  std::vector<ReadOption> sourcesOf(std::uint32_t cell, ValueSet values, bool update) const;

  // Does `a` demand no more than `b`, for every thread?
  bool demandLess(const Demands& a, const Demands& b);

 private:
  struct Way {
    OptionList kept;
    OptionList justified;  // the writer must have been able to follow this
  };
  std::vector<Way> waysOf(const OptionList& list, std::uint32_t t, std::uint32_t cell,
                          ValueId value, ValueSet again) const;
  std::optional<Demands> combine(const Demands& after, std::uint32_t t,
                                 const std::vector<OptionList>& own,
                                 const std::vector<std::pair<std::uint32_t, const Way*>>& chosen);

  const Setting& setting;
  ListStore& lists;
};

}  // namespace robur::potentials
