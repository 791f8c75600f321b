// A report being built: a list of pieces, some of which are addresses.
//
// Names and source lines for the addresses come from a symbolizer process, which is started once
// per report and asked for all of them. So a report is first collected and then rendered.
#pragma once

#include "runtime/report/code_location.h"
#include "runtime/report/frames.h"
#include "runtime/report/report.h"

namespace robur::runtime {

class ReportBuilder {
 public:
  ReportBuilder& add(const char* text);
  ReportBuilder& addNumber(std::uint64_t number);
  ReportBuilder& addThread(std::uint32_t number);  // "thread T1 'name'"
  ReportBuilder& addVariable(std::uint64_t address);
  void addStack(Site site);
  void addCreation(std::uint32_t thread);  // where it was created
  // The heap block that contains the address and where it was allocated, or the stack that contains
  // it; nothing for other addresses.
  void addMemory(std::uint64_t address);
  // The source location of the first or second stack of the report.
  ReportBuilder& addFirstLocation() { return add({Piece::Kind::FirstLocation}); }
  ReportBuilder& addSecondLocation() { return add({Piece::Kind::SecondLocation}); }

  void render(Text& out);

  // After render(): the innermost location in the program's own code, of the first two stacks.
  CodeLocation& first() { return first_; }
  CodeLocation& second() { return second_; }
  // After render(): whether the access is in the standard library's own code. Then the program has
  // called it but did not choose the memory orders.
  bool inLibrary() const { return inLibrary_; }

 private:
  struct Piece {
    enum class Kind : std::uint8_t {
      Text,
      Frame,
      Variable,
      Local,
      FirstLocation,
      SecondLocation
    } kind;
    std::size_t begin = 0;  // Text: in text_
    std::size_t end = 0;
    std::uint64_t address = 0;
    bool first = false;  // Frame: the innermost one of a stack
  };
  static constexpr int kMaxPieces = 400;
  ReportBuilder& add(const Piece& piece);
  void addLocal(const StackFrame& frame, std::uint64_t address);  // at most once

  void renderFrame(Text& out, const Piece& piece, const char*& answer);
  void renderLocal(Text& out, const char*& answer, std::uint64_t address) const;

  Text text_;
  Piece pieces_[kMaxPieces];
  int count_ = 0;
  StackFrame frame_;  // of the local variable
  CodeLocation first_;
  CodeLocation second_;
  bool inLibrary_ = false;
  int stacks_ = 0;            // rendered so far
  unsigned frameNumber_ = 0;  // in the current stack
};

}  // namespace robur::runtime
