// Turns a finding into words: a headline, one remark per access involved, and the reason why the
// model allows what no interleaving does. Text without layout, which all formats share.
#pragma once

#include <string>
#include <vector>

#include "result/finding.h"

namespace robur {

// One access of the narration, (1)..(n) in the order of the cycle, the offender last.
struct Remark {
  unsigned number = 0;  // 0: the narration has only one access
  EventId event = kNoEvent;
  std::string thread;  // empty: the initial value of a cell, which no thread wrote
  ThreadId threadId{};
  Span span;
  FrameId frame = kNoFrame;  // the calls that led to it
  std::string text;          // "may still be on its way when (2) runs"
  bool primary = false;      // the access that the headline is about
};

struct Narration {
  std::string kind;      // "store-buffering"
  std::string headline;  // "this load can miss a store that SC has already ordered before it"
  std::vector<Remark> remarks;
  std::string cycle;  // "(1) -po-> (2) -reads-before-> (1)"; empty if there is none
  std::string why;    // what the model guarantees and what it does not; may be empty

  // The number of an event in the narration; 0 if it has none.
  unsigned numberOf(EventId event) const;
};

Narration narrate(const Program& program, ModelName model, const Finding& finding);

// Two findings with the same identity look the same to a reader: same kind, same locations.
std::string identityOf(const Finding& finding, const Narration& narration);

// The narration of a robustness violation (cycle_words.cpp).
Narration narrateCycle(const Program& program, ModelName model, const Finding& finding);

}  // namespace robur
