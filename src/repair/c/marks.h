// Gaps in C and C++ texts where a fence may stand, found by marking: fences are written in front
// of and behind every statement that uses memory which threads share, and the program is compiled.
// The fences aside it must be the one that the user wrote; where they landed says which
// instructions a gap stands for.
//
// The marks are acquire fences. An object that its thread has not published yet is written out in
// the program as late as can be, and a fence that releases would have it written out before.
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

// The same program, whatever fences that are switched off stand in it.
bool sameCompiled(const Program& a, const Program& b);

// Changes of orders that are tried together with the gaps.
struct Raised {
  std::vector<std::vector<TextEdit>> edits;  // per file
  // Puts the orders back in a program that was compiled with the edits; false if they are not
  // what the edits say.
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

  // All gaps, if they are wanted, and these orders, with one question to the compiler; false if
  // something is wrong, and nothing is known then.
  bool findAll(bool gaps, const Raised& raised);
  // The gaps alone, as many as stand the test. May ask the compiler so often at most.
  void findGaps(unsigned& patience);
  // Does a thread write out an object when it publishes it? Such stores stand beside the call that
  // does the publishing.
  bool publishes() const;
  // Do these changes of orders do what they say? An order that releases may also have objects
  // written out before, which is no harm.
  bool ordersStand(const Raised& raised) const;
  // Takes the program in which objects are written out before every gap, as they are if a fence
  // there releases. True if it has been taken, with the same gaps.
  bool writeOutBeforeGaps();

  const std::vector<CFile>& files() const { return files_; }
  const Program& original() const { return original_; }
  // The original, with a jump where a fence may stand, and its sites.
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
