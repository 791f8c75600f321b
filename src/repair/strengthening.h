// What a repair may change. A site is a place in the program whose strength is a choice: a
// gap between statements where a fence may stand, or an order that an access or a fence has.
// A strengthening gives a site one strength, at a price.
//
// All choices are made in one program, the draft, in which a fence stands at every gap. The
// draft with every site at its base strength is the program that the user wrote; hence
// instructions have the same numbers whatever is chosen, and a run found with one choice
// can be read with another. A place in the text can stand for several instructions, where calls
// are written out: they are one site, and change together.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace robur {

struct Site {
  enum class Kind : std::uint8_t {
    Gap,      // between statements: no fence, or one
    Fence,    // the order of a fence that the user wrote
    Access,   // the order of an access
    Failure,  // the order of a compare-and-swap that fails
    Locked,   // a store that may become an exchange, a load that may become a fetch_add of 0
  };

  struct Place {
    CodeId code{};
    Pc pc = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  Kind kind = Kind::Gap;
  std::vector<Place> places;    // in the draft; at least one, and all alike
  Span span;                    // in the user's text
  bool behind = false;          // Gap: it lies behind what the span shows
  bool given = false;           // Gap, Fence: a fence stands there at base strength
  Order base = Order::Rlx;      // what it has before anything is chosen
  bool failureFollows = false;  // Access: the order on failure is not written, but follows from it
  unsigned loopDepth = 0;
};

struct Strengthening {
  std::uint32_t site = 0;
  Order order = Order::Sc;  // of the fence or access; Locked: of the read-modify-write
  std::uint64_t price = 0;
};

// Numbers of strengthenings, sorted.
using Choice = std::vector<std::uint32_t>;

struct Draft {
  Program program;  // every site at base strength
  std::vector<Site> sites;
  std::vector<Strengthening> options;
  // Accesses and fences for which not everything is on offer that is allowed, because the text
  // does not tell how to write it: what is best among the options need not be best of all.
  std::vector<Span> untried;

  // The draft with these strengthenings made.
  Program with(const Choice& choice) const;
  // What stands at the site at base strength.
  const Instr& at(const Site& site) const;
  // What a site becomes: the join of what is chosen for it and its base; for gaps nothing
  // may be chosen.
  struct Strength {
    bool there = false;  // Gap, Fence: there is a fence; Locked: is an update
    Order order = Order::Rlx;
  };
  std::vector<Strength> strengths(const Choice& choice) const;
};

// The weakest order that is as strong as both.
Order join(Order a, Order b);
bool weakerOrEqual(Order a, Order b);
// The order on failure of a compare-and-swap that names only one.
Order onFailure(Order order);

}  // namespace robur
