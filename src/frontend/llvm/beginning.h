// The private memory of a thread that is as it was when the thread began.
//
// Main often holds thousands of cells that no thread touches: tables and padding of a library. At a
// join they would be compared and copied again and again, only to find that they are the same on
// all paths. So objects are compared with their contents at the beginning first, and what has not
// changed counts as one thing. An object that was changed and changed back shares its contents with
// the beginning again.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "frontend/llvm/state.h"

namespace robur::frontend_llvm {

class Beginning {
 public:
  bool known() const { return taken; }
  // Objects with values that are not known do not count (those live in registers), nor do those
  // with aggregates.
  void take(const State& s);
  // Which objects of the state are as they were then. In order.
  std::vector<ObjectId> unchangedIn(State& s) const;
  // The bytes at this offset of an object then, or null.
  const Val* at(ObjectId object, std::int64_t offset) const;

 private:
  bool taken = false;
  std::map<ObjectId, std::shared_ptr<const Contents>> memory;
};

}  // namespace robur::frontend_llvm
