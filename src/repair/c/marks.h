// Finds the gaps for fences in C and C++ texts by marking: fences are inserted before and after
// every statement that uses shared memory, and the program is compiled. Apart from the fences it
// must be the user's program; the positions of the fences in it show which instructions a gap
// stands for.
//
// The marks are acquire fences. The front end emits the stores to an object that is not published
// yet as late as possible, and a releasing fence would make it emit them earlier.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repair/c/c_file.h"
#include "repair/c/reader.h"
#include "repair/c/written.h"
#include "repair/edited_text.h"
#include "repair/strengthening.h"

namespace robur::repair_c {

// Are these the same program, apart from disabled fences?
bool sameCompiled(const Program& a, const Program& b);

// Changes of orders that are tried together with the gaps.
struct Raised {
  std::vector<std::vector<TextEdit>> edits;  // per file
  // Restores the orders in a program that was compiled with the edits; false if the program does
  // not have the orders that the edits wrote.
  std::function<bool(Program&)> lower;
};

// A gap of a file among the sources.
struct GapPlace {
  std::uint32_t file = 0;
  Gap gap;
  friend auto operator<=>(const GapPlace&, const GapPlace&) = default;
};

class Marks {
 public:
  // The program must outlive this.
  Marks(const Program& original, bool cplusplus, const CReader& read);

  // Tests all gaps, if wanted, and these orders with one compilation. False if the test fails;
  // nothing is known then.
  bool findAll(bool gaps, const Raised& raised);
  // Finds the gaps that pass the test, with a limited number of compilations.
  void findGaps(unsigned& attempts);
  // Does a thread store the contents of an object when it publishes it? Such stores are next to the
  // call that publishes it.
  bool publishes() const;
  // Do these changes of orders have the intended effect? A releasing order may also make the front
  // end emit stores to objects earlier, which is harmless.
  bool ordersStand(const Raised& raised) const;
  // Switches to the program in which the stores to objects are emitted before every gap, as they
  // are if its fence releases. True if that succeeded with the same gaps.
  bool writeOutBeforeGaps();

  const std::vector<CFile>& files() const { return files_; }
  const Program& original() const { return original_; }
  // The original program with a jump at each gap, and its sites.
  const Program& program() const { return program_; }
  const std::map<GapPlace, Site>& gaps() const { return gaps_; }

 private:
  // Around which accesses: a fence between what an object gets before it is published may have the
  // rest of it written out, too.
  enum class Around { Everything, AllButPlainStores, Atomics };
  std::vector<GapPlace> wanted(Around around) const;
  void settleSpelling(const GapPlace& gap);
  // A text per file, and per edit of it the place whose fence it writes.
  struct Texts {
    std::vector<EditedText> edited;
    std::vector<std::vector<std::optional<GapPlace>>> fences;
  };
  Texts texts(const std::vector<GapPlace>& places, const Raised* raised, Order fence) const;
  std::vector<Source> changed(const std::vector<EditedText>& edited) const;
  struct Marked {
    Program program;
    std::map<GapPlace, Site> gaps;
  };
  std::optional<Marked> read(const std::vector<GapPlace>& places, const Raised* raised,
                             Order fence) const;
  bool mark(const std::vector<GapPlace>& places, const Raised* raised = nullptr);

  const Program& original_;
  const CReader& read_;
  std::vector<CFile> files_;
  Program program_;
  std::map<GapPlace, Site> gaps_;
  std::vector<GapPlace> marked_;  // where the program has fences
};

}  // namespace robur::repair_c
