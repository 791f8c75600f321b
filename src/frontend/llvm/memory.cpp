#include "frontend/llvm/memory.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

// An address through which every access is a fault.
Address nowhere() {
  Address a;
  a.pointer = true;
  a.index = constant(-1);
  return a;
}

}  // namespace

Access Memory::access(State& s, const Val& pointer, unsigned size, Order order, bool write,
                      bool isPointer) {
  if (order != Order::NonAtomic) privateMemory.commitAll(s);
  Access a;
  a.memory = true;
  a.pointer = isPointer;
  a.address = nowhere();
  const auto add = [&](const Target& t) {
    Leaf& leaf = cells.leafAt(t, size, order, isPointer);
    a.pointer |= leaf.pointer;
    a.contents.add(leaf.targets);
    a.unset |= leaf.unset;
    a.leaves.push_back(&leaf);
  };
  const auto outside = [&](const Target& t) {
    const Object& object = c.objects[t.object];
    return object.kind == Object::Kind::Function || t.offset < 0 || t.offset + size > object.size;
  };
  if (pointer.is(Val::Kind::Addr)) {
    const Target t{pointer.object, pointer.value};
    if (outside(t)) return a;
    if (!c.objects[t.object].permanent() &&
        (!s.memory.contains(t.object) || s.memory[t.object]->freed))
      return a;
    const bool constant = !write && c.objects[t.object].constant();
    if (!privateMemory.inMemory(s, t, write) || constant) {
      a.memory = false;
      a.target = t;
      return a;
    }
    heap.checkAlive(s, pointer);
    add(t);
    a.address = Address{};
    a.address.base = cells.locationOf(t);
    return a;
  }
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return a;
  heap.checkAlive(s, pointer);
  for (const Target& t : *pointer.targets) {
    if (outside(t)) continue;
    c.assumed.add(c.assumed.resident, t.object);
    add(t);
  }
  a.address.index = binary(BinaryOp::Sub, pointer.expr, constant(kPointerBase));
  bound(a.address, *pointer.targets);
  return a;
}

// Tells which cells the targets are, if this round has numbered all of them.
void Memory::bound(Address& address, const Targets& targets) {
  std::int64_t first = INT64_MAX;
  std::int64_t last = -1;
  for (const Target& t : targets) {
    const Object& object = c.objects[t.object];
    const bool none = object.kind == Object::Kind::Function;
    if (none || t.offset < 0 || t.offset >= object.size) continue;
    const std::int64_t cell = c.round.layout.cell(t);
    if (cell < 0) return;
    first = std::min(first, cell);
    last = std::max(last, cell);
  }
  if (last < 0) return;
  address.firstCell = static_cast<std::uint32_t>(first);
  address.endCell = static_cast<std::uint32_t>(last + 1);
}

Val Memory::valueIn(const Access& a, ExprPtr expr, unsigned width) {
  Val v = dynamic(std::move(expr), width);
  if (a.pointer) {
    v.lo = kPointerType.lo;
    v.hi = kPointerType.hi;
    v.targets = std::make_shared<Targets>(a.contents);
  }
  return v;
}

Val Memory::result(State& s, Instr instr, const Access& a, unsigned width) {
  instr.address = a.address;
  instr.dst =
      a.unset ? code.out.temporary(typeWithUnset(width, a.pointer)) : code.fresh(width, a.pointer);
  const RegId dst = instr.dst;
  code.emit(s, std::move(instr));
  if (a.unset) {
    code.must(s, binary(BinaryOp::Ne, reg(dst), constant(unsetIn(width, a.pointer))),
              "this reads memory that was never set");
  }
  return valueIn(a, reg(dst), width);
}

// The value as it is stored: as wide as its cell.
ExprPtr Memory::stored(const Access& a, const Val& value, unsigned width) {
  if (value.is(Val::Kind::Undef)) {
    for (Leaf* leaf : a.leaves) cells.leaveUnset(*leaf);
    return constant(unsetIn(width, a.pointer));
  }
  return cells.exprOf(value.width < width ? arithmetic.cast(I::ZExt, value, width) : value);
}

void Memory::noteStored(State& s, Access& a, const Val& value) {
  const Targets targets = targetsOf(value);
  privateMemory.escape(s, targets);
  for (Leaf* leaf : a.leaves) cells.noteWritten(*leaf, targets);
}

Val Memory::load(State& s, const Val& pointer, const llvm::Type* type, Order order) {
  if (type->isAggregateType()) {
    code.refuse(s, "reading a whole structure at once is not supported", "read its members");
  }
  const unsigned width = code.widthOf(type);
  const unsigned size = (width + 7) / 8;
  const Access a = access(s, pointer, size, order, false, type->isPointerTy());
  if (!a.memory) {
    const Val v = privateMemory.readBytes(s, a.target, size);
    return v.width == width || v.is(Val::Kind::Undef) ? v : arithmetic.cast(I::Trunc, v, width);
  }
  // A cell that no thread writes keeps its initial value.
  if (pointer.is(Val::Kind::Addr) && a.leaves.size() == 1 && !a.leaves[0]->written) {
    const auto first = c.round.initial.find({pointer.object, pointer.value});
    if (first != c.round.initial.end()) {
      const Val& v = first->second;
      if (v.is(Val::Kind::Undef)) return undef(width);
      return v.width == width ? v : arithmetic.cast(I::Trunc, v, width);
    }
  }
  Instr instr;
  instr.op = Instr::Op::Load;
  instr.order = order;
  Val v = result(s, std::move(instr), a, size * 8);
  return width == size * 8 ? v : arithmetic.cast(I::Trunc, v, width);
}

void Memory::store(State& s, const Val& pointer, const Val& value, Order order) {
  if (value.is(Val::Kind::Agg)) {
    code.refuse(s, "writing a whole structure at once is not supported", "write its members");
  }
  const unsigned width = value.width == 0 ? 64 : value.width;
  const unsigned size = (width + 7) / 8;
  const bool isPointer = !targetsOf(value).empty();
  Access a = access(s, pointer, size, order, true, isPointer);
  if (!a.memory) return privateMemory.writeBytes(s, a.target, size, value);
  noteStored(s, a, value);
  Instr instr;
  instr.op = Instr::Op::Store;
  instr.order = order;
  instr.address = a.address;
  instr.value = stored(a, value, size * 8);
  code.emit(s, std::move(instr));
}

}  // namespace robur::frontend_llvm
