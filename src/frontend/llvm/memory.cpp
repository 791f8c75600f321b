// Accesses: to memory that others may see, as instructions; to private memory, right away.
#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

using I = llvm::Instruction;

Address nowhere() {
  Address a;
  a.pointer = true;
  a.index = constant(-1);
  return a;
}

}  // namespace

Leaf& Evaluator::leafAt(const Target& target, unsigned size, Order order, bool isPointer) {
  auto& leaves = c.facts.leaves[target.object];
  const auto [it, fresh] = leaves.try_emplace(target.offset);
  Leaf& leaf = it->second;
  if (fresh) c.facts.changed = true;
  if (size == 0) return leaf;
  const auto clash = [&](const Span& other) {
    refuse(*current,
           fmt::format("this accesses {} byte{} of an object that line {} accesses in pieces of "
                       "another size",
                       size, size == 1 ? "" : "s", other.line),
           "access each part of a shared object with one type only");
  };
  if (leaf.size == 0) {
    leaf.size = size;
    leaf.span = here(*current);
    c.facts.changed = true;
    for (const auto& [offset, other] : leaves) {
      const bool apart = offset + other.size <= target.offset || target.offset + size <= offset;
      if (&other != &leaf && other.size != 0 && !apart) clash(other.span);
    }
  } else if (leaf.size != size) {
    clash(leaf.span);
  }
  if (order != Order::NonAtomic && !leaf.atomic) leaf.atomic = c.facts.changed = true;
  if (isPointer && !leaf.pointer) leaf.pointer = c.facts.changed = true;
  return leaf;
}

bool Evaluator::inMemory(State& s, const Target& target, bool write) {
  if (s.concurrent) c.touches[target.object].insert({self, s.spawned, write});
  return contents(s, target.object).escaped;
}

Evaluator::Place Evaluator::place(State& s, const Val& pointer, unsigned size, Order order,
                                  bool write, bool isPointer) {
  if (order != Order::NonAtomic) commitAll(s);
  Place p;
  p.memory = true;
  p.pointer = isPointer;
  p.address = nowhere();
  const auto add = [&](const Target& t) {
    Leaf& leaf = leafAt(t, size, order, isPointer);
    p.pointer |= leaf.pointer;
    p.contents.insert(leaf.targets.begin(), leaf.targets.end());
    p.unset |= leaf.unset;
    p.leaves.push_back(&leaf);
  };
  const auto outside = [&](const Target& t) {
    const Object& object = c.objects[t.object];
    return object.kind == Object::Kind::Function || t.offset < 0 || t.offset + size > object.size;
  };
  if (pointer.is(Val::Kind::Addr)) {
    const Target t{pointer.object, pointer.value};
    if (outside(t)) return p;
    if (!c.objects[t.object].permanent() &&
        (!s.memory.contains(t.object) || s.memory[t.object]->freed))
      return p;
    const bool constant = !write && c.objects[t.object].constant();
    if (!inMemory(s, t, write) || constant) {
      p.memory = false;
      p.target = t;
      return p;
    }
    checkAlive(s, pointer);
    add(t);
    p.address = Address{};
    p.address.base =
        LocationId{static_cast<std::uint32_t>(std::max<std::int64_t>(0, c.layout->cell(t)))};
    return p;
  }
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return p;
  checkAlive(s, pointer);
  for (const Target& t : *pointer.targets) {
    if (outside(t)) continue;
    c.facts.add(c.facts.resident, t.object);
    add(t);
  }
  p.address.index = binary(BinaryOp::Sub, pointer.expr, constant(kPointerBase));
  return p;
}

// A value of the place, as it stands in a register or is about to be read.
Val Evaluator::valueIn(const Place& p, ExprPtr expr, unsigned width) {
  Val v = dynamic(std::move(expr), width);
  if (p.pointer) {
    v.lo = kPointerType.lo;
    v.hi = kPointerType.hi;
    v.targets = std::make_shared<Targets>(p.contents);
  }
  return v;
}

Val Evaluator::result(State& s, Instr instr, const Place& p, unsigned width) {
  instr.address = p.address;
  instr.dst = p.unset ? out.temporary(typeWithUnset(width, p.pointer)) : fresh(width, p.pointer);
  const RegId dst = instr.dst;
  emit(s, std::move(instr));
  if (p.unset) {
    must(s, binary(BinaryOp::Ne, reg(dst), constant(unsetIn(width, p.pointer))),
         "this reads memory that was never set");
  }
  return valueIn(p, reg(dst), width);
}

// As it goes into memory: as wide as its cell.
ExprPtr Evaluator::stored(const Place& p, const Val& value, unsigned width) {
  if (value.is(Val::Kind::Undef)) {
    for (Leaf* leaf : p.leaves) leaveUnset(*leaf);
    return constant(unsetIn(width, p.pointer));
  }
  return exprOf(value.width < width ? cast(I::ZExt, value, width) : value);
}

void Evaluator::leaveUnset(Leaf& leaf) {
  if (!leaf.unset) leaf.unset = c.facts.changed = true;
}

void Evaluator::noteStored(State& s, Place& p, const Val& value) {
  const Targets targets = targetsOf(value);
  escape(s, targets);
  for (Leaf* leaf : p.leaves) {
    c.facts.point(leaf->targets, targets);
    if (!targets.empty() && !leaf->pointer) leaf->pointer = c.facts.changed = true;
    if (!leaf->written) leaf->written = c.facts.changed = true;
  }
}

Val Evaluator::load(State& s, const Val& pointer, const llvm::Type* type, Order order) {
  if (type->isAggregateType()) refuse(s, "reading a whole structure at once is not supported");
  const unsigned width = widthOf(type);
  const unsigned size = (width + 7) / 8;
  const Place p = place(s, pointer, size, order, false, type->isPointerTy());
  if (!p.memory) {
    const Val v = readBytes(s, p.target, size);
    return v.width == width || v.is(Val::Kind::Undef) ? v : cast(I::Trunc, v, width);
  }
  // What nobody writes any more is known.
  if (pointer.is(Val::Kind::Addr) && p.leaves.size() == 1 && !p.leaves[0]->written) {
    const auto first = c.initial.find({pointer.object, pointer.value});
    if (first != c.initial.end()) {
      const Val& v = first->second;
      if (v.is(Val::Kind::Undef)) return undef(width);
      return v.width == width ? v : cast(I::Trunc, v, width);
    }
  }
  Instr instr;
  instr.op = Op::Load;
  instr.order = order;
  Val v = result(s, std::move(instr), p, size * 8);
  return width == size * 8 ? v : cast(I::Trunc, v, width);
}

void Evaluator::store(State& s, const Val& pointer, const Val& value, Order order) {
  if (value.is(Val::Kind::Agg)) refuse(s, "writing a whole structure at once is not supported");
  const unsigned width = value.width == 0 ? 64 : value.width;
  const unsigned size = (width + 7) / 8;
  const bool isPointer = !targetsOf(value).empty();
  Place p = place(s, pointer, size, order, true, isPointer);
  if (!p.memory) return writeBytes(s, p.target, size, value);
  noteStored(s, p, value);
  Instr instr;
  instr.op = Op::Store;
  instr.order = order;
  instr.address = p.address;
  instr.value = stored(p, value, size * 8);
  emit(s, std::move(instr));
}

}  // namespace robur::llvmfront
