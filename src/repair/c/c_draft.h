// Drafts of C and C++ programs.
//
// Where fences may stand and where orders are written is guessed from the text, and the
// guesses are put to the compiler: with a fence at every gap the program must be, those
// fences aside, the one that the user wrote, and with every order changed at once the compiled
// program must differ in those orders and in nothing else. What does not stand this test is
// no candidate. So a brace that was misread, or a macro that means something else, costs a
// candidate and never a wrong edit.
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
    std::uint32_t file = 0;         // among the sources
    std::optional<repair_c::Gap> gap;  // this, or
    std::optional<repair_c::OrderCall> call;
    std::size_t offset = 0;      // where the call's expression begins
    Order written = Order::Rlx;  // the order in the text
  };

  Draft draft;
  std::vector<Change> changes;  // one per site
  std::vector<repair_c::CFile> files;

  // What the choice does to each file.
  std::vector<std::vector<TextEdit>> editsOf(const Choice& choice) const;
  // The files that the choice changes, as they become.
  std::vector<Source> textsOf(const Choice& choice) const;
};

// The program has been read from these sources; it must outlive the draft. Paths of C++ files
// are told from those of C by `cplusplus`.
CDraft draftForC(const Program& original, bool cplusplus, const CReader& read,
                 const Allowed& allowed, const Prices& prices);
// For `robur relax`.
CDraft weakenedDraftForC(const Program& original, bool cplusplus, const CReader& read,
                         const Allowed& allowed, const Prices& prices);

}  // namespace robur
