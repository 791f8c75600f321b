// The transitions in the text of a program in Trencher's format, and the edits that insert a fence.
// Automata have no gaps between statements. A fence after a transition needs a new state: the
// transition leads there, and an `mfence` leads from there to the old target. A fence before a
// transition is inserted in the same way at its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repair/text_edit.h"

namespace robur {

struct TrencherWord {
  std::size_t begin = 0;  // byte offset
  std::string text;
  std::size_t end() const { return begin + text.size(); }
};

struct TrencherTransition {
  std::size_t thread = 0;
  std::size_t begin = 0;  // of the word `transition`
  std::size_t end = 0;    // of its last word
  TrencherWord from, to;
  TrencherWord kind;    // "read", "mfence"
  bool locked = false;  // between lock and unlock
  bool alone = false;   // it is the only transition that leaves its source
};

// The text must be a program.
std::vector<TrencherTransition> transitionsOf(std::string_view text);

// A word derived from this one that does not occur in the text yet.
std::string freshWord(std::string_view text, const std::string& wish);

// The second edit contains the fence.
std::vector<TextEdit> fenceBehind(std::string_view text, const TrencherTransition& transition,
                                  const std::string& fresh);
std::vector<TextEdit> fenceInFront(std::string_view text, const TrencherTransition& transition,
                                   const std::string& fresh);

}  // namespace robur
