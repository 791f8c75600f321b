// Assumptions about the whole program: which objects are in memory, what cells they consist of,
// what pointers can point to, which values are kept in registers.
//
// The first round of the translation starts with as few as possible. Each round assumes those of
// the round before and adds the ones it finds missing; when a round adds none, all of them hold.
// They only grow and there are finitely many, so this terminates.
#pragma once

#include <array>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "frontend/llvm/objects.h"
#include "frontend/llvm/value.h"
#include "program/types.h"

namespace robur::frontend_llvm {

// What a value in a register of a join can be, or half of a cell of 16 bytes.
struct Kept {
  Targets targets;
  bool wide = false;
  bool null = false;  // if not, paths on which it is null are kept apart
  bool zero = false;  // the same of a number that points to nothing; paths are not kept apart
  bool coded() const { return !targets.empty() && !wide; }
};

// A cell of memory: some bytes of an object that are always accessed together.
struct Leaf {
  unsigned size = 0;  // in bytes; 0: only its address is used
  bool atomic = false;
  bool pointer = false;
  bool wide = false;     // can hold numbers that are neither addresses nor markers
  bool written = false;  // while several threads run; if not, it keeps its initial value
  bool flag = false;     // not of the program: says whether the object has been freed
  bool unset = false;    // can be in memory before it has a value
  Targets targets;       // if it holds numbers: their origins
  Span span;             // of the first access
  // Of a cell of 16 bytes: what its halves can be. They are packed into one number (pairs.h).
  std::array<Kept, 2> halves;

  // Does it hold codes of pointers? If not, addresses are stored as numbers.
  bool coded() const { return pointer && !wide; }
};

// The head of a block where paths meet, in a chain of calls.
using JoinPlace = std::pair<ContextId, ValueId>;

// A value that is live at a join: an SSA value of a call frame, or bytes of a private object.
struct JoinVariable {
  ContextId owner = 0;  // of the frame that has the value, or 0 for bytes
  ValueId value = 0;    // the SSA value, or 0 for bytes
  ObjectId object{};
  std::int64_t offset = 0;
  friend auto operator<=>(const JoinVariable&, const JoinVariable&) = default;
};

struct Assumptions {
  std::map<ObjectId, std::map<std::int64_t, Leaf>> leaves;  // of resident objects, by offset
  std::set<ObjectId> resident;                              // objects that are in memory
  std::set<ObjectId> freed;  // objects that can be freed while several threads run
  // Values that are kept in registers, even where they are known, and what they can point to.
  std::map<JoinPlace, std::map<JoinVariable, Kept>> inRegister;
  // Blocks that can be reached after something visible was done (State::visible).
  std::set<JoinPlace> visible;
  std::set<std::uint32_t> startFlags;  // threads that wait for a flag of their creator
  std::set<std::uint32_t> doneFlags;   // threads that others wait for
  std::set<std::uint32_t> results;     // threads whose result is used
  // The number of threads, if the program depends on it (__robur_threads).
  bool threadsMatter = false;
  std::uint32_t threads = 1;
  bool changed = false;  // by the current round

  template <class Set, class Key>
  void add(Set& set, const Key& key) {
    changed |= set.insert(key).second;
  }
  void raise(bool& fact) {
    changed |= !fact;
    fact = true;
  }
  void point(Targets& at, const Targets& more) { changed |= at.add(more); }
};

// Numbers of the cells in one round.
class Layout {
 public:
  Layout() = default;
  explicit Layout(const Assumptions& assumed) {
    for (const auto& [object, leaves] : assumed.leaves) {
      for (const auto& [offset, leaf] : leaves) {
        cells_.emplace(Target{object, offset}, static_cast<std::uint32_t>(order_.size()));
        order_.push_back({object, offset});
      }
    }
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }
  // -1 if there is no such cell yet.
  std::int64_t cell(const Target& target) const {
    const auto it = cells_.find(target);
    return it == cells_.end() ? -1 : it->second;
  }
  const std::vector<Target>& order() const { return order_; }

 private:
  std::map<Target, std::uint32_t> cells_;
  std::vector<Target> order_;
};

}  // namespace robur::frontend_llvm
