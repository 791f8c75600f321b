// Objects of threads of any number of copies.
//
// The code of such a thread is translated once, so an object is the same for every copy. What no
// other thread gets to know stays private to each copy, as always. An object that others may see,
// because its address is stored in shared memory, comes from a pool of a fixed number of objects:
// a copy takes any that is free, in one step, and waits if there is none; free() or the end of the
// function gives it back. So copies need no identity, and objects are reused in any order, which is
// what ABA is about. That an object is taken is known to a cell of its own, and nothing is known to
// the copy once it has published the object.
//
// Taking acquires and giving back releases, as the standards say of allocation.
#pragma once

#include <optional>
#include <vector>

#include "frontend/llvm/private_memory.h"

namespace robur::frontend_llvm {

// Does the object belong to a thread of any number of copies, each of which has its own?
bool isOfCopies(const Context& c, ObjectId id);
// And is it taken from a pool?
bool isPooled(const Context& c, ObjectId id);
// What a thread of any number writes is shared by its copies, unless each copy has its own; and if
// it has, but the address is stored in shared memory, the object must come from a pool. Returns
// whether that is so for a new one. What was assumed up to now is then of no use: each object that
// was allocated was another one.
bool shareAmongCopies(Context& c);
// What the translation assumes about numbers of objects and values of arguments, in words.
std::vector<std::string> boundsOf(const Context& c);

class Pools {
 public:
  Pools(ThreadTranslation& code, Context& c, Cells& cells, PrivateMemory& privateMemory)
      : code(code), c(c), cells(cells), privateMemory(privateMemory) {}

  // The objects of a pool of which the thread takes one here, apart from those that this path holds
  // already; nothing if the object is private.
  std::optional<std::vector<ObjectId>> poolAt(const State& s, Object::Kind kind,
                                              const llvm::Value* origin);
  // Blocks until the object is free.
  void take(State& s, ObjectId id);
  // Gives back what the pointer points to, where that is an object of a pool.
  void giveBack(State& s, const Val& pointer);

  // Which one allocation takes: set by who tries all of them.
  std::optional<ObjectId> chosen;

 private:
  std::string wordsFor(const State& s, const Object& object);
  Instr accessTo(ObjectId id);
  void clear(State& s, ObjectId id);
  void free(State& s, ObjectId id);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  PrivateMemory& privateMemory;
};

}  // namespace robur::frontend_llvm
