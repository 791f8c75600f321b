// Between a draft and the text it came from: finds the sites of a program in its source, and
// writes a choice back into it.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "repair/prices.h"
#include "repair/strengthening.h"
#include "repair/text_edit.h"

namespace robur {

// What may be changed, and in what ways.
struct Allowed {
  bool fences = true;
  bool orders = true;
  bool locked = false;
  // Acquire and release mean something of their own only to RC20 and RC11; to the others all
  // accesses are as strong as they get, and only SC fences do anything.
  bool weakOrders = true;
  bool scOrders = false;  // to RC11 an sc access means something, too
};

// The sites at which the program can be strengthened; it has been read from this source.
Draft draftFor(Language language, const Parsed& parsed, const Allowed& allowed,
               const Prices& prices);

// The same program with every fence taken away and every order as weak as it can be: what
// strengthenings give back is at most what the user wrote. For `robur relax`.
Draft weakenedDraftFor(Language language, const Parsed& parsed, const Allowed& allowed,
                       const Prices& prices);

// The text with these strengthenings made.
std::string textOf(Language language, const Source& source, const Draft& draft,
                   const Choice& choice);

}  // namespace robur
