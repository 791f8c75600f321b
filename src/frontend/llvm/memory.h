// Accesses to memory: to objects that others may see, as instructions; to private ones,
// immediately.
#pragma once

#include "frontend/llvm/heap.h"
#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

// What an access goes to: a private object, or memory at an address, and what is assumed about
// the cells there.
struct Access {
  bool memory = false;
  Target target;  // unless memory
  Address address;
  bool pointer = false;  // the cells hold codes of pointers
  bool unset = false;    // may be read before it has a value
  Targets contents;
  std::array<Kept, 2> halves;  // of cells of 16 bytes
  std::vector<Leaf*> leaves;
  std::vector<Target> targets;  // of the leaves
};

class Memory {
 public:
  Memory(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
         PrivateMemory& privateMemory, Heap& heap)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        heap(heap) {}

  // A piece of memory that is copied: what was never set counts as 0.
  Val loadPiece(State& s, const Val& pointer, unsigned size) {
    return size * 8 == kPairWidth ? loadPair(s, pointer, Order::NonAtomic, 1)
                                  : loadBytes(s, pointer, size, Order::NonAtomic, false, 1, true);
  }
  // An address that is not aligned is an error.
  Val load(State& s, const Val& pointer, const llvm::Type* type, Order order,
           std::int64_t alignment = 1);
  void store(State& s, const Val& pointer, const Val& value, Order order,
             std::int64_t alignment = 1);

  // For operations that are more than a load or a store: resolves the pointer, then emits an
  // instruction of the caller's with the result, if there is one.
  Access access(State& s, const Val& pointer, unsigned size, Order order, bool write,
                bool isPointer, std::int64_t alignment = 1);
  Val result(State& s, Instr instr, const Access& a, unsigned width);
  Val copied(State& s, Instr instr, const Access& a, unsigned width);
  void emit(State& s, Instr instr, const Access& a);
  void noteStored(State& s, Access& a, const Val& value);
  // A value of the accessed cells, as it stands in a register or is about to be read.
  // The value as the cells hold it: as a code of a pointer, or as a number.
  ExprPtr heldIn(const Access& a, const Val& value);
  Val valueIn(const Access& a, ExprPtr expr, unsigned width);

  // parts.cpp
  struct Part {
    unsigned distance, size;  // in bytes; the size is that of the cell
  };
  // The atomic cell that the bytes are part of, and their distance from its beginning. Nothing if
  // they are a cell of their own.
  std::optional<Part> partOfAtomic(const Val& pointer, unsigned size);
  Val uniform(State& s, const Val& pointer, unsigned size);
  // The bytes of a cell that a part is; and the cell with other bytes there.
  Val partOf(const Val& whole, const Part& part, unsigned size);
  Val withPart(const Val& whole, const Part& part, const Val& value);

 private:
  void bound(Access& a);
  void decideHalves(Access& a);
  // parts.cpp
  std::set<unsigned> cutsIn(State& s, const Val& pointer, unsigned size, Order order);
  std::optional<Part> partAt(const Target& t, unsigned size) const;
  bool isPrivate(State& s, const Val& pointer);
  // Do all of these addresses begin an atomic cell of 16 bytes?
  bool wholePairs(const Val& pointer) const;
  Val loadPair(State& s, const Val& pointer, Order order, std::int64_t alignment);
  // The targets of the pointer in classes: whole cells, and the same part of cells.
  std::vector<Targets> formsOf(const Val& pointer, unsigned size) const;
  Val loadByForm(State& s, const Val& pointer, const std::vector<Targets>& forms, unsigned size,
                 Order order, std::int64_t alignment, bool copies);
  void storeToPart(State& s, const Val& whole, const Part& part, const Val& value);
  void replacePart(State& s, const Val& whole, const Part& part, const Val& value, Order order);
  Val loadInParts(State& s, const Val& pointer, unsigned size, const std::set<unsigned>& cuts);
  void storeInParts(State& s, const Val& pointer, const Val& value, unsigned size,
                    const std::set<unsigned>& cuts);
  // `copies`: what was never set counts as 0.
  Val loadBytes(State& s, const Val& pointer, unsigned size, Order order, bool isPointer,
                std::int64_t alignment, bool copies);
  ExprPtr stored(const Access& a, const Val& value, unsigned width);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Heap& heap;
};

}  // namespace robur::frontend_llvm
