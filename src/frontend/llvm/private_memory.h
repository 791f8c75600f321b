// Memory that only one thread can see, and how it becomes visible to others.
//
// Private objects are kept in the state of the path, as pieces with known or unknown values.
// An object that other threads may come to use (a resident one) is published before they can:
// its contents are then stores to cells.
#pragma once

#include "frontend/llvm/constants.h"

namespace robur::frontend_llvm {

class PrivateMemory {
 public:
  PrivateMemory(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
                Constants& constants)
      : code(code), c(c), cells(cells), arithmetic(arithmetic), constants(constants) {}

  Contents& contents(State& s, ObjectId object);
  Val readBytes(State& s, const Target& at, unsigned size);
  void writeBytes(State& s, const Target& at, unsigned size, Val value);
  // Is the object in memory that others can see? Notes the access, which decides whether it
  // has to be.
  bool inMemory(State& s, const Target& target, bool write);

  // Removes what a pointer cannot point to yet: objects that this thread will allocate.
  void removeFuture(const State& s, Targets& targets) const;

  // Publishing (publication.cpp).
  // A pointer to the targets is about to be seen by others: publishes what they can reach.
  void escape(State& s, const Targets& targets);
  // Publishes every resident object, before an operation that others may synchronise with.
  void commitAll(State& s);
  // Turns the memory built so far into the initial memory, when the first thread is created.
  void commitInitial(State& s);

 private:
  void initialise(Contents& contents, const Object& object);
  void cutInto(Contents& to, const Target& at, unsigned size);
  ExprPtr heldBy(const Leaf& leaf, const Val& value);
  void commit(State& s, ObjectId object);
  void commitInitialCell(State& s, const Target& at, const Leaf& leaf);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  Constants& constants;
};

}  // namespace robur::frontend_llvm
