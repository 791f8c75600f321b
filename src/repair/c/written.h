// Atomic calls and fences in the user's text, each with all instructions it was compiled to: since
// functions are inlined, one position in the text can be many instructions. What happens in a
// wrapper of a library belongs to the call of the wrapper.
#pragma once

#include <vector>

#include "program/program.h"
#include "repair/c/c_file.h"
#include "repair/strengthening.h"

namespace robur::repair_c {

// A place in the text: a file among the sources, and an offset in it.
struct TextPlace {
  std::uint32_t file = 0;
  std::size_t offset = 0;
  friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

struct Written {
  TextPlace place;  // where its expression begins
  OrderCall call;
  Site site;

  // Identifies the call.
  TextPlace name() const { return {place.file, call.begin}; }
  bool fence() const { return call.does == OrderCall::Does::Fence; }
};

// Where the order of an instruction is written. Of the chain of calls that led to it, that is the
// innermost call of the user's files that names the order, so that a change affects no other call
// of the same wrapper. An order that is a name of another kind, such as a parameter, is replaced
// only if no caller names it. Nothing if no order is written anywhere.
struct OrderPlace {
  TextPlace place;  // where the expression begins
  OrderCall call;
  Span span;
  FrameId frame = kNoFrame;
};
std::optional<OrderPlace> orderPlaceOf(const Program& program, const std::vector<CFile>& files,
                                       const Instr& in);

// The call or operator at this byte that was compiled to such an instruction, or another call that
// begins there.
std::optional<OrderCall> callAt(const CFile& file, std::size_t begin, Instr::Op op);

// Those whose orders can be read and changed. The spans of the program refer to these files.
std::vector<Written> writtenIn(const Program& program, const std::vector<CFile>& files);

}  // namespace robur::repair_c
