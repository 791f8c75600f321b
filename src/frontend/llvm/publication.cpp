// Private objects that become visible to other threads: their contents are written to memory.
#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/private_memory.h"

namespace robur::frontend_llvm {

ExprPtr PrivateMemory::heldBy(const Leaf& leaf, const Val& value) {
  if (isPair(value)) return arithmetic.packed(leaf.halves, value);
  return cells.exprOf(leaf.coded() ? value : arithmetic.number(value));
}

void PrivateMemory::commit(State& s, ObjectId object) {
  contents(s, object).escaped = true;
  const auto leaves = c.assumed.leaves[object];
  for (const auto& [offset, leaf] : leaves) {
    if (leaf.size == 0 || leaf.flag) continue;
    Val value = readBytes(s, {object, offset}, leaf.size);
    escape(s, originsOf(value));
    Leaf& at = c.assumed.leaves[object][offset];
    if (isUnset(value)) cells.leaveUnset(at);
    cells.noteWritten(at, value);
    Instr instr;
    instr.op = Instr::Op::Store;
    const auto written = s.memory.at(object)->cells.find(offset);
    if (written != s.memory.at(object)->cells.end()) instr.frame = written->second.frame;
    instr.address.base = cells.locationOf({object, offset});
    instr.value =
        isUnset(value) ? constant(unsetIn(leaf.size * 8, leaf.coded())) : heldBy(leaf, value);
    instr.order = leaf.atomic ? Order::Rlx : Order::NonAtomic;
    code.emit(s, std::move(instr));
  }
  contents(s, object).cells.clear();
}

// A release covers everything that the thread has done so far, also to objects that it publishes
// later. So all objects that it may publish are written to memory before. This is done before every
// atomic operation, whatever its order, so that changing an order or adding a fence does not move
// these stores.
void PrivateMemory::commitAll(State& s) {
  if (!s.concurrent) return;
  const std::set<ObjectId> residents = c.assumed.resident;
  for (const ObjectId id : residents) {
    const auto it = s.memory.find(id);
    if (it != s.memory.end() && !it->second->escaped && !it->second->freed) commit(s, id);
  }
}

void PrivateMemory::escape(State& s, const Targets& targets) {
  for (const Target& target : targets) {
    if (!c.assumed.resident.contains(target.object)) continue;
    const Object& object = c.objects[target.object];
    if (object.kind == Object::Kind::Function) continue;
    if (!object.permanent() && !s.memory.contains(target.object)) continue;
    if (!contents(s, target.object).escaped) commit(s, target.object);
  }
}

// The initial memory holds the contents of every object that several threads use.
void PrivateMemory::commitInitial(State& s) {
  if (c.round.begun) {
    code.refuse(s, "the first thread is created on more than one path through the program",
                "make choices after the threads have been created, or in them");
  }
  c.round.begun = true;
  c.round.atStart.memory = s.memory;
  const std::set<ObjectId> residents = c.assumed.resident;
  for (const ObjectId id : residents) {
    if (!c.objects[id].permanent() && !s.memory.contains(id)) continue;
    if (contents(s, id).escaped) continue;
    const auto leaves = c.assumed.leaves[id];
    for (const auto& [offset, leaf] : leaves) {
      if (leaf.size != 0 && !leaf.flag) commitInitialCell(s, {id, offset}, leaf);
    }
  }
  for (const ObjectId id : residents) {
    if (!s.memory.contains(id)) continue;
    Contents& all = contents(s, id);
    all.escaped = true;
    if (!c.objects[id].constant()) all.cells.clear();
  }
}

void PrivateMemory::commitInitialCell(State& s, const Target& at, const Leaf& leaf) {
  const Val value = readBytes(s, at, leaf.size);
  Leaf& assumed = c.assumed.leaves[at.object][at.offset];
  cells.noteHeld(assumed, value);
  const bool known =
      isPair(value) ? halfOf(value, 0).known() && halfOf(value, 1).known() : value.known();
  if (known) {
    if (isUnset(value)) cells.leaveUnset(assumed);
    c.round.initial[at] = value;
    // Makes sure that what it points to has a cell.
    cells.exprOf(value);
    for (const Val& half : value.parts) cells.exprOf(half);
    return;
  }
  Instr instr;
  instr.op = Instr::Op::Store;
  instr.address.base = cells.locationOf(at);
  instr.value = heldBy(leaf, value);
  instr.order = leaf.atomic ? Order::Rlx : Order::NonAtomic;
  code.emit(s, std::move(instr));
  if (!assumed.written) assumed.written = c.assumed.changed = true;
}

}  // namespace robur::frontend_llvm
