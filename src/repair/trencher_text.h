// The transitions of a program in Trencher's format, as they stand in its text, and how a fence is
// written there: automata have no statements between which it could stand, so a transition is
// led to a new state, from which `mfence` leads to where it went before; or it begins in a new
// state, to which `mfence` leads.
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
  bool alone = false;   // nothing else leaves the state in which it begins
};

// The text must be a program.
std::vector<TrencherTransition> transitionsOf(std::string_view text);

// A word that does not occur in the text yet, made from this one.
std::string freshWord(std::string_view text, const std::string& wish);

// The second edit is the one that holds the fence.
std::vector<TextEdit> fenceBehind(std::string_view text, const TrencherTransition& transition,
                                  const std::string& fresh);
std::vector<TextEdit> fenceInFront(std::string_view text, const TrencherTransition& transition,
                                   const std::string& fresh);

}  // namespace robur
