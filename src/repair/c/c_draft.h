// The text editor for C and C++ (TextEditor::C).
//
// Gaps for fences and the positions of orders are guessed from the text, and the guesses are tested
// with the compiler. With a fence at every gap the compiled program must be the user's program plus
// those fences; with every order changed at once it must differ in those orders only. A guess that
// fails the test is no candidate. So a misread brace or an unusual macro can cost a candidate but
// never causes a wrong edit.
#pragma once

#include <optional>
#include <vector>

#include "repair/c/c_file.h"
#include "repair/c/reader.h"
#include "repair/candidates.h"

namespace robur {

class CDraft {
 public:
  struct Change {
    std::uint32_t file = 0;            // among the sources
    std::optional<repair_c::Gap> gap;  // this, or
    std::optional<repair_c::OrderCall> call;
    std::size_t offset = 0;      // where the call's expression begins
    Order written = Order::Rlx;  // the order in the text
  };

  Draft draft;
  std::vector<Change> changes;  // one per site
  std::vector<repair_c::CFile> files;

  // The edits of the choice, per file.
  std::vector<std::vector<TextEdit>> editsOf(const Choice& choice) const;
  // The new texts of the files that the choice changes.
  std::vector<Source> textsOf(const Choice& choice) const;
};

// The program must outlive the draft. `cplusplus`: some of its files are C++.
CDraft draftForC(const Program& original, bool cplusplus, const CReader& read,
                 const Allowed& allowed, const Prices& prices);
// For `robur relax`.
CDraft weakenedDraftForC(const Program& original, bool cplusplus, const CReader& read,
                         const Allowed& allowed, const Prices& prices);

}  // namespace robur
