// Blocks of memory: structures that are copied, arrays that are filled.
#pragma once

#include "frontend/llvm/memory.h"

namespace robur::frontend_llvm {

class Blocks {
 public:
  Blocks(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
         PrivateMemory& privateMemory, Memory& memory)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        memory(memory) {}

  void copy(State& s, const Val& to, const Val& from, std::int64_t size);
  void fill(State& s, const Val& to, const Val& byte, std::int64_t size);

 private:
  using Pieces = std::map<std::int64_t, unsigned>;  // offset from a pointer, size
  bool isGone(const State& s, const Val& pointer) const;
  Pieces piecesAt(State& s, const Val& pointer, std::int64_t size);
  void addEdges(Pieces& pieces, const Val& pointer, std::int64_t size) const;
  void mustHold(State& s, const Val& pointer, std::int64_t size);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Memory& memory;
};

}  // namespace robur::frontend_llvm
