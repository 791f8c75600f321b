// Between a draft and the text it came from: finds the sites of a program in its source, and
// writes a choice back into it.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "repair/menu.h"
#include "repair/prices.h"
#include "repair/strengthening.h"
#include "repair/text_edit.h"

namespace robur {

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
