// The text editor for Trencher's format (TextEditor::Transitions). Its drafts have an mfence after
// every read and write outside of locks, and before those that are the only transition of their
// state. An mfence of the user is removed by turning it into a noop.
#pragma once

#include <string>
#include <vector>

#include "frontend/common/parsed.h"
#include "repair/candidates.h"
#include "repair/trencher_text.h"

namespace robur {

class TrencherDraft {
 public:
  struct Change {
    TrencherTransition transition;
    bool behind = false;  // of a new fence
    std::string fresh;    // the new state; empty: the fence is the user's own
  };

  Draft draft;
  std::vector<Change> changes;  // one per site

  std::string textOf(std::string_view text, const Choice& choice) const;
};

TrencherDraft draftForTrencher(const Parsed& parsed, const Allowed& allowed, const Prices& prices);
TrencherDraft weakenedDraftForTrencher(const Parsed& parsed, const Prices& prices);

}  // namespace robur
