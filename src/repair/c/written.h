// Atomic calls and fences as the user wrote them, each with all instructions that it became:
// calls of functions are written out, so that one place in the text may be many in the program.
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

  // The name of the call, by which it is told from all others.
  TextPlace name() const { return {place.file, call.begin}; }
  bool fence() const { return call.does == OrderCall::Does::Fence; }
};

// The call or operator that became such an instruction, if it begins at this byte; or another call
// that begins there.
std::optional<OrderCall> callAt(const CFile& file, std::size_t begin, Instr::Op op);

// Those whose orders can be read and written. Spans of the program are in these files.
std::vector<Written> writtenIn(const Program& program, const std::vector<CFile>& files);

}  // namespace robur::repair_c
