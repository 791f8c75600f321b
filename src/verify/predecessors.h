// Predecessors of a node by one macro step: what the lossy semantics must allow before it.
//
// Reads are prepended to the lists of the reading thread, with one predecessor for each thread
// that can have written the value. A write to x by thread t removes options for x (x-options):
//
//   lists of t        every x-option must match this write; all of them are removed
//   lists of others   either no x-option is about this write, or i is the first one that is: then
//                     every x-option after i is about it too and is removed, and t itself must
//                     be able to follow what remains after i (causality)
//
// An update option is never about an older write, so it must match this one. The condition on
// x-options after i ensures coherence; Figure 4 of the paper omits it.
//
// The effect of a write on a set of lists, and of a word of reads on another, is memoised.
#pragma once

#include <map>

#include "verify/writer_choices.h"

namespace robur::verify {

class Predecessors {
 public:
  Predecessors(const ThreadSystem& system, ListStore& lists);

  // Calls visit(demands, reads) for every predecessor by macro step m of thread t, where `reads` is
  // its choice of writers. False if there are too many choices.
  template <class Visit>
  bool forEach(const Demands& after, std::uint32_t t, std::uint32_t m, const Visit& visit) {
    const Step& step = steps[t][m];
    if (step.reads.empty() && !findReads(t, m)) return false;
    for (Demands& source : beforeWrite(after, t, step.write)) {
      const SetId mine = source[t];
      for (const std::uint32_t reads : step.reads) {
        if (!beforeReads(mine, t, reads, source[t])) continue;
        visit(source, reads);
      }
    }
    return true;
  }

  const OptionList& reads(std::uint32_t id) const { return words[id]; }

  // True if `a` demands no more than `b`, of every thread.
  bool isWeaker(const Demands& a, const Demands& b);

 private:
  struct Write {
    std::uint32_t cell = 0;
    ValueId value = 0;
    ValueSet again = 0;  // values that the thread may have written to the cell before

    friend auto operator<=>(const Write&, const Write&) = default;
  };
  struct Step {
    std::uint32_t write = 0;  // index into `writes`
    std::vector<std::uint32_t>
        reads;  // indices into `words`; the read of an update is the last one
  };
  // A choice of which options of a list, or of a set of lists, are about the write: what is still
  // demanded of the owner, and what is required of the writer.
  struct ListSplit {
    ListId remaining = kEmptyList;
    ListId required = kEmptyList;
  };
  struct SetSplit {
    SetId remaining = kNoDemand;
    std::vector<ListId> required;

    friend bool operator==(const SetSplit&, const SetSplit&) = default;
  };

  bool findReads(std::uint32_t t, std::uint32_t m);
  std::vector<Demands> beforeWrite(const Demands& after, std::uint32_t t, std::uint32_t write);
  bool beforeReads(SetId after, std::uint32_t t, std::uint32_t reads, SetId& before);
  bool beforeOwnWrite(SetId after, std::uint32_t t, std::uint32_t write, SetId& before);
  const std::vector<SetSplit>& splitsOf(SetId set, std::uint32_t owner, std::uint32_t t,
                                        std::uint32_t write);
  std::vector<ListSplit> splitsOf(ListId list, std::uint32_t owner, std::uint32_t t,
                                  const Write& write);

  const ThreadSystem& system;
  ListStore& lists;
  std::vector<std::vector<Step>> steps;  // per thread and macro
  std::vector<Write> writes;
  std::vector<OptionList> words;
  std::map<OptionList, std::uint32_t> wordIds;
  std::deque<std::vector<SetSplit>> splits;
  Memo knownSplits;  // set and write: index into `splits`
  Memo knownOwnWrites;
  Memo knownReads;
};

}  // namespace robur::verify
