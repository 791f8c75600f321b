// What holds for the program as a whole: which objects live in memory, what they consist of,
// what their pointers point to, which values are not followed any more.
//
// Facts are guessed to be as few as possible. Each round of the translation assumes those of
// the round before and adds what it finds missing; when nothing is added, all of them hold.
// They only ever grow and there are finitely many, so this ends.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "frontend/llvm/objects.h"
#include "frontend/llvm/value.h"
#include "program/types.h"

namespace robur::llvmfront {

// A cell of memory: some bytes of an object that are always accessed together.
struct Leaf {
  unsigned size = 0;  // in bytes; 0: only its address is used
  bool atomic = false;
  bool pointer = false;
  bool written = false;  // while several threads run; if not, it is what it was at first
  bool flag = false;     // says whether the object has been freed
  bool unset = false;    // may be in memory before it has a value
  Targets targets;
  Span span;  // of the first access
};

// Where a value waits at the head of a block: an SSA value of a frame, or bytes of an object
// that this thread has to itself.
struct Slot {
  ValueId block = 0;
  ContextId context = 0;  // of the innermost frame
  ValueId value = 0;      // the SSA value, or 0 for bytes
  ContextId owner = 0;    // of the frame that has the value
  ObjectId object{};
  std::int64_t offset = 0;
  friend auto operator<=>(const Slot&, const Slot&) = default;
};

struct Facts {
  std::map<ObjectId, std::map<std::int64_t, Leaf>> leaves;  // of resident objects
  std::set<ObjectId> resident;
  std::set<ObjectId> freed;       // perhaps, while several threads run
  std::map<Slot, Targets> slots;  // values that are kept in registers at this place
  // Places that can be reached after something visible was done (State::visible).
  std::set<std::pair<ContextId, ValueId>> visible;
  std::set<std::uint32_t> startFlags;
  std::set<std::uint32_t> doneFlags;
  std::set<std::uint32_t> results;  // of threads, that somebody asks for
  // How many threads there are, in case that matters (__robur_threads).
  bool threadsMatter = false;
  std::uint32_t threads = 1;
  bool changed = false;

  template <class Set, class Key>
  void add(Set& set, const Key& key) {
    changed |= set.insert(key).second;
  }
  void point(Targets& at, const Targets& more) {
    for (const Target& t : more) changed |= at.insert(t).second;
  }
};

// Numbers for the cells of one round.
class Layout {
 public:
  explicit Layout(const Facts& facts) {
    for (const auto& [object, leaves] : facts.leaves) {
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

}  // namespace robur::llvmfront
