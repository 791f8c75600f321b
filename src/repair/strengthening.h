// What a repair may change. A site is a position in the program whose strength can be chosen: a gap
// between statements that can hold a fence, or the order of an access or fence. A strengthening
// gives a site one strength, at a price.
//
// All choices are made in one program, the draft, which has a fence at every gap. The draft with
// every site at its base strength is the program that the user wrote. Hence instructions have the
// same numbers whatever is chosen, and a run found with one choice can be replayed with another.
// Since calls are inlined, one position in the text can be several instructions: they are one site
// and change together.
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
  std::vector<Place> places;    // in the draft; at least one, and all of the same kind
  Span span;                    // in the user's text
  bool behind = false;          // Gap: it comes after what the span shows
  bool given = false;           // Gap, Fence: there is a fence at base strength
  Order base = Order::Rlx;      // the strength if nothing is chosen
  bool failureFollows = false;  // Access: the order on failure is implied by this one
  std::vector<Order> orders;    // those that the text can express; empty: all
  unsigned callers = 1;         // calls that change with it, because it is in a function they share
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
  // Accesses and fences for which some allowed changes are missing from the options, because the
  // text does not show how to write them. The best of the options need not be the best repair.
  std::vector<Span> untried;

  // The draft with these strengthenings applied.
  Program with(const Choice& choice) const;
  // The instruction of the site at base strength.
  const Instr& at(const Site& site) const;
  // The resulting strength of a site: the join of its base and what is chosen for it. A gap for
  // which nothing is chosen has no fence.
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
