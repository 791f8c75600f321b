// Gaps in C and C++ texts where a fence may stand, found by marking: fences are written in front
// of and behind every statement in which something atomic happens, and the program is compiled.
// The fences aside it must be the one that the user wrote; where they landed says which
// instructions a gap stands for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "repair/c/c_file.h"
#include "repair/c/reader.h"
#include "repair/edited_text.h"
#include "repair/strengthening.h"

namespace robur::ctext {

// A place in the text: a file among the sources, and an offset in it.
struct TextPlace {
  std::uint32_t file = 0;
  std::size_t offset = 0;
  friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

// The same program, whatever fences that are switched off stand in it.
bool sameCompiled(const Program& a, const Program& b);

class Marks {
 public:
  // The program must outlive this.
  Marks(const Program& original, bool cplusplus, const CReader& read);

  // May ask the compiler so often at most.
  void findGaps(unsigned& patience);

  const std::vector<CFile>& files() const { return files_; }
  // The original, with a jump where a fence may stand, and its sites.
  const Program& program() const { return program_; }
  const std::map<TextPlace, Site>& gaps() const { return gaps_; }

 private:
  std::vector<TextPlace> wanted() const;
  void settleSpelling(const TextPlace& gap);
  std::vector<EditedText> texts(const std::vector<TextPlace>& places) const;
  std::vector<Source> changed(const std::vector<EditedText>& edited) const;
  bool mark(const std::vector<TextPlace>& places);

  const Program& original_;
  const CReader& read_;
  std::vector<CFile> files_;
  Program program_;
  std::map<TextPlace, Site> gaps_;
  std::vector<TextPlace> marked_;  // where the program has fences
};

}  // namespace robur::ctext
