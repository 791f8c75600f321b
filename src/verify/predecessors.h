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
//
// What a write does to a set of lists, and a word of reads to another, is remembered.
#pragma once

#include <map>

#include "verify/requirement.h"

namespace robur::verify {

// Every choice of writers for a read, and for a word of reads; for that, nothing if there are too
// many.
std::vector<ReadOption> sourcesOf(const Setting& setting, std::uint32_t cell, ValueSet values,
                                  bool update);
std::optional<std::vector<OptionList>> sourcesOf(const Setting& setting, const Word& word);
inline constexpr std::size_t kMostSources = 20000;

class Predecessors {
 public:
  Predecessors(const Setting& setting, ListStore& lists);

  // The step of thread t over its macro m: calls visit(demands, reads) for each way in which
  // these demands can have been met before it, reading so. False if there are too many ways to
  // read.
  template <class Visit>
  bool forEach(const Demands& after, std::uint32_t t, std::uint32_t m, const Visit& visit) {
    const Step& step = steps[t][m];
    if (step.reads.empty() && !findReads(t, m)) return false;
    for (Demands& source : ofWrite(after, t, step.write)) {
      const SetId mine = source[t];
      for (const std::uint32_t reads : step.reads) {
        if (!ofReads(mine, t, reads, source[t])) continue;
        visit(source, reads);
      }
    }
    return true;
  }

  const OptionList& reads(std::uint32_t id) const { return words[id]; }

  // Does `a` demand no more than `b`, for every thread?
  bool demandLess(const Demands& a, const Demands& b);

 private:
  struct Write {
    std::uint32_t cell = 0;
    ValueId value = 0;
    ValueSet again = 0;  // what the thread may have written to the cell before

    friend auto operator<=>(const Write&, const Write&) = default;
  };
  struct Step {
    std::uint32_t write = 0;           // in `writes`
    std::vector<std::uint32_t> reads;  // in `words`: the word of reads, an update's own read last
  };
  // What remains to be demanded of a list, or set of lists, of another thread; and what the writer
  // must have been able to follow.
  struct Way {
    ListId kept = kEmptyList;
    ListId justified = kEmptyList;
  };
  struct SetWay {
    SetId kept = kNoDemand;
    std::vector<ListId> justified;

    friend bool operator==(const SetWay&, const SetWay&) = default;
  };

  bool findReads(std::uint32_t t, std::uint32_t m);
  std::vector<Demands> ofWrite(const Demands& after, std::uint32_t t, std::uint32_t write);
  bool ofReads(SetId after, std::uint32_t t, std::uint32_t reads, SetId& before);
  bool ownRest(SetId after, std::uint32_t t, std::uint32_t write, SetId& before);
  const std::vector<SetWay>& waysOf(SetId set, std::uint32_t owner, std::uint32_t t,
                                    std::uint32_t write);
  std::vector<Way> waysOf(ListId list, std::uint32_t owner, std::uint32_t t, const Write& write);

  const Setting& setting;
  ListStore& lists;
  std::vector<std::vector<Step>> steps;  // per thread and macro
  std::vector<Write> writes;
  std::vector<OptionList> words;
  std::map<OptionList, std::uint32_t> wordIds;
  std::deque<std::vector<SetWay>> ways;
  Memo knownWays;  // set, write: in `ways`
  Memo knownRests;
  Memo knownReads;
};

}  // namespace robur::verify
