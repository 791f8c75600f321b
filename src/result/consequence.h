// Does a violation of robustness matter? What becomes of a program that is not robust, as far as
// its executions under the model were enumerated. Plain data: check's caller fills it, and
// src/report says it in words and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "program/source.h"
#include "result/finding.h"

namespace robur {

struct Consequence {
  enum class Answer : std::uint8_t {
    Harmful,    // something bad happens that no SC run does; see `property` and `finding`
    Different,  // nothing bad, but a run can end as no SC run does; see `outcome`
    Harmless,   // every execution ends as some SC run does, and nothing bad happens
    Unknown,    // not everything was looked at, and nothing was found; see `reason`
  };

  // What happens: the first bad thing, or a new outcome.
  enum class Bad : std::uint8_t { Nothing, Assertion, Fault, Race, Hang, Outcome };

  Answer answer = Answer::Unknown;
  bool complete = false;  // every execution was enumerated
  std::string reason;     // not complete: why, without the place: "this loop writes in every round"
  Span place;  // not complete: the loop, if one is the reason; Hang: where a thread waits
  std::optional<std::uint64_t> unroll = {};  // loops were followed for so many rounds only

  std::uint64_t graphs = 0;      // executions enumerated
  std::uint64_t notSc = 0;       // of these, not sequentially consistent
  std::uint64_t unfair = 0;      // of these, in which a thread waits without a reason
  std::uint64_t dropped = 0;     // of these, left out for another reason
  std::uint64_t outcomes = 0;    // distinct final states
  std::uint64_t scOutcomes = 0;  // of these, such that an SC run ends there too

  Bad property = Bad::Nothing;
  std::optional<Finding> finding = {};  // Harmful: what happens and where; Different: its execution
  std::optional<Finding> departure = {};  // of `finding`: where its execution leaves SC
  std::string outcome;   // Different: the new final state, "t1.r == 0 && t2.r == 0"
  std::string details;   // may be empty: more about `finding`, in one clause
  std::string observed;  // what a final state is made of: "x, y and the registers that ..."
  double seconds = 0;
};

const char* spelling(Consequence::Answer answer);  // "harmful", as in JSON
const char* spelling(Consequence::Bad bad);        // "assertion"; "none" if nothing happens

}  // namespace robur
