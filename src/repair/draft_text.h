// The text editor for languages whose accesses are calls (TextEditor::Calls): finds the sites of a
// draft in the source text, and writes a choice back into the text.
#pragma once

#include <string>
#include <vector>

#include "frontend/language.h"
#include "repair/candidates.h"
#include "repair/prices.h"
#include "repair/strengthening.h"
#include "repair/text_edit.h"

namespace robur {

// The program with the sites at which it can be strengthened.
Draft draftFor(Language language, const Parsed& parsed, const Allowed& allowed,
               const Prices& prices);

// For `robur relax`: the program without its fences and with every order as weak as possible.
// Strengthenings give back at most what the user wrote.
Draft weakenedDraftFor(Language language, const Parsed& parsed, const Allowed& allowed,
                       const Prices& prices);

// The text with these strengthenings applied.
std::string textOf(Language language, const Source& source, const Draft& draft,
                   const Choice& choice);

}  // namespace robur
