// A report in the making: its lines, with places that get their names all at once.
#pragma once

#include "runtime/report/frames.h"
#include "runtime/report/output.h"
#include "runtime/report/report.h"

namespace robur::runtime {

class Story {
 public:
  void say(const char* text);
  void sayNumber(std::uint64_t number);
  void stack(Site site);
  void variable(std::uint64_t address);
  void thread(std::uint32_t number);  // "thread T1 'name'"
  // File and line of the first stack, or of the second; after both.
  void placeOfMine() { add({Piece::Kind::Mine}); }
  void placeOfTheirs() { add({Piece::Kind::Theirs}); }
  void creation(std::uint32_t number);
  // A block of the heap and where it was allocated, or whose stack it is; nothing for others.
  void surroundings(std::uint64_t address);

  // The whole text; `summary` gets the innermost place of the program's own code.
  void tell(Text& out, Text& summary);
  const char* otherPlace() { return other_.c_str(); }  // the same of the second stack

  // After tell: is the place of the access in the standard library's own code? Then the program
  // has called it, but did not choose the orders.
  bool inLibrary() const { return inLibrary_; }

 private:
  struct Piece {
    enum class Kind : std::uint8_t { Words, Frame, Variable, Local, Mine, Theirs } kind;
    std::size_t begin = 0;  // of Words, in words_
    std::size_t end = 0;
    std::uint64_t address = 0;
    bool first = false;  // Frame: the innermost of a stack
  };
  static constexpr int kPieces = 400;
  void add(const Piece& piece);
  void local(const StackFrame& frame, std::uint64_t address);  // at most once

  Text words_;
  Piece pieces_[kPieces];
  int count_ = 0;
  StackFrame frame_;
  Text mine_;
  Text other_;
  bool inLibrary_ = false;
};

}  // namespace robur::runtime
