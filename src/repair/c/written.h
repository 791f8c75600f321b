// Atomic calls and fences in the user's text, each with all instructions it was compiled to: since
// functions are inlined, one position in the text can be many instructions.
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

// The call or operator at this byte that was compiled to such an instruction, or another call that
// begins there.
std::optional<OrderCall> callAt(const CFile& file, std::size_t begin, Instr::Op op);

// Those whose orders can be read and changed. The spans of the program refer to these files.
std::vector<Written> writtenIn(const Program& program, const std::vector<CFile>& files);

}  // namespace robur::repair_c
