#include "frontend/llvm/locals.h"

namespace robur::frontend_llvm {

// A variable of a function that is called again is the same object as before.
void Locals::begin(State& s, CallFrame& frame, ObjectId id,
                   std::shared_ptr<const Contents> contents) {
  if (isPooled(c, id)) {
    heap.takeFromPool(s, id, std::move(contents));
  } else {
    if (Heap::isRetired(s, id)) heap.revive(s, id);
    s.memory[id] = std::move(contents);
  }
  frame.locals.push_back(id);
}

void Locals::forget(State& s, const Val& pointer) {
  if (!pointer.is(Val::Kind::Addr) || c.objects[pointer.object].kind != Object::Kind::Stack) return;
  const auto found = s.memory.find(pointer.object);
  if (found == s.memory.end() || found->second->escaped || found->second->cells.empty()) return;
  s.own(pointer.object).cells.clear();
}

// For other threads the end is like a write: a variable that they only read must be in memory too.
void Locals::end(State& s) {
  for (const ObjectId id : s.top().locals) {
    if (isPooled(c, id)) {
      heap.retire(s, id);
      continue;
    }
    if (!s.memory.contains(id) || Heap::isRetired(s, id)) continue;
    if (!heap.isAlone(s) && privateMemory.inMemory(s, {id, 0}, true)) {
      heap.retire(s, id);
    } else {
      s.memory.erase(id);
    }
  }
  s.top().locals.clear();
}

}  // namespace robur::frontend_llvm
