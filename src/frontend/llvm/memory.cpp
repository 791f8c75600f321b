#include "frontend/llvm/memory.h"

#include "frontend/llvm/numeric_addresses.h"

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

Access Memory::access(State& s, const Val& given, unsigned size, Order order, bool write,
                      bool isPointer, std::int64_t alignment) {
  // Lists of members of over-aligned structures are walked through pointers to the structures, also
  // where there is none around the head of the list. The access itself needs no more than its size.
  alignment = std::min<std::int64_t>(alignment, size);
  if (order != Order::NonAtomic) privateMemory.commitAll(s);
  const Val pointer = arithmetic.coded(given);
  if (given.is(Val::Kind::Dyn) && given.origins) privateMemory.escape(s, *given.origins);
  Access a;
  a.memory = true;
  a.pointer = isPointer;
  a.address = nowhere();
  const auto add = [&](const Target& t) {
    Leaf& leaf = cells.leafAt(t, size, order, isPointer);
    a.contents.add(leaf.targets);
    a.unset |= leaf.unset;
    a.leaves.push_back(&leaf);
    a.targets.push_back(t);
  };
  const auto outside = [&](const Target& t) {
    const Object& object = c.objects[t.object];
    return object.kind == Object::Kind::Function || t.offset < 0 || t.offset + size > object.size;
  };
  // One instruction accesses all cells in the same way.
  const auto decideForm = [&] {
    bool wide = false;
    bool holdsPointers = false;
    for (const Leaf* leaf : a.leaves) wide |= leaf->wide, holdsPointers |= leaf->pointer;
    for (Leaf* leaf : a.leaves) {
      if (wide && holdsPointers) c.assumed.raise(leaf->wide);
      if (holdsPointers) c.assumed.raise(leaf->pointer);
    }
    a.pointer = a.leaves.empty() ? isPointer : holdsPointers && !wide;
    if (size * 8 == kPairWidth) decideHalves(a);
  };
  if (pointer.is(Val::Kind::Addr)) {
    const Target t{pointer.object, pointer.value};
    if (outside(t)) return a;
    if (!c.objects[t.object].permanent() && !isPooled(c, t.object) &&
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
    privateMemory.removeFuture(s, a.contents);
    decideForm();
    a.address = Address{};
    a.address.base = cells.locationOf(t);
    return a;
  }
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return a;
  heap.checkAlive(s, pointer);
  ExprPtr outsiders = constant(0);
  for (const Target& t : *pointer.targets) {
    if (outside(t) || numberOf(c, t) % alignment != 0) {
      if (c.objects[t.object].kind == Object::Kind::Function) continue;
      outsiders =
          binary(BinaryOp::Or, outsiders, binary(BinaryOp::Eq, pointer.expr, cells.encoded(t)));
      continue;
    }
    c.assumed.add(c.assumed.resident, t.object);
    add(t);
  }
  privateMemory.removeFuture(s, a.contents);
  decideForm();
  a.address.index = binary(BinaryOp::Sub, pointer.expr, constant(kPointerBase));
  bound(a);
  if (outsiders->kind != Expr::Kind::Const) {
    // Outside of its object, or not aligned: an address that is out of bounds.
    a.address.index = binary(BinaryOp::Sub, a.address.index,
                             binary(BinaryOp::Mul, outsiders, constant(2 * kFunctionBase)));
  }
  return a;
}

// Tells which cells the targets are, if this round has numbered all of them.
void Memory::bound(Access& a) {
  std::int64_t first = INT64_MAX;
  std::int64_t last = -1;
  for (const Target& t : a.targets) {
    const std::int64_t cell = c.round.layout.cell(t);
    if (cell < 0) return;
    first = std::min(first, cell);
    last = std::max(last, cell);
  }
  if (last < 0) return;
  a.address.firstCell = static_cast<std::uint32_t>(first);
  a.address.endCell = static_cast<std::uint32_t>(last + 1);
}

// Cells that one instruction accesses hold their halves in the same form.
void Memory::decideHalves(Access& a) {
  for (unsigned i = 0; i < 2; ++i) {
    for (const Leaf* leaf : a.leaves) {
      a.halves[i].targets.add(leaf->halves[i].targets);
      a.halves[i].wide |= leaf->halves[i].wide;
    }
    for (Leaf* leaf : a.leaves) {
      c.assumed.point(leaf->halves[i].targets, a.halves[i].targets);
      if (a.halves[i].wide) c.assumed.raise(leaf->halves[i].wide);
    }
  }
}

Val Memory::valueIn(const Access& a, ExprPtr expr, unsigned width) {
  if (width == kPairWidth) return arithmetic.unpacked(a.halves, expr);
  Val v = dynamic(std::move(expr), width);
  if (!a.pointer) return withOrigins(std::move(v), a.contents);
  v.lo = kPointerType.lo;
  v.hi = kPointerType.hi;
  v.targets = std::make_shared<Targets>(a.contents);
  return v;
}

// A plain access to cells that are atomic elsewhere is relaxed and marked as plain. If it may be to
// cells of both kinds, there is an instruction for each.
void Memory::emit(State& s, Instr instr, const Access& a) {
  instr.address = a.address;
  if (instr.order != Order::NonAtomic) return code.emit(s, std::move(instr));
  ExprPtr atomic = constant(0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.leaves.size(); ++i) {
    if (!a.leaves[i]->atomic) continue;
    ++count;
    const ExprPtr cell = constant(std::max<std::int64_t>(0, c.round.layout.cell(a.targets[i])));
    if (a.address.pointer) {
      atomic = binary(BinaryOp::Or, atomic, binary(BinaryOp::Eq, a.address.index, cell));
    }
  }
  if (count == 0) return code.emit(s, std::move(instr));
  Instr relaxed = instr;
  relaxed.order = Order::Rlx;
  relaxed.plain = true;
  if (count == a.leaves.size()) return code.emit(s, std::move(relaxed));
  const CodeBuilder::Mark yes = code.out.mark();
  const CodeBuilder::Mark no = code.out.mark();
  const CodeBuilder::Mark done = code.out.mark();
  code.out.branch(atomic, yes, no, code.here(s));
  code.out.place(yes);
  code.emit(s, std::move(relaxed));
  code.out.jump(done, code.here(s));
  code.out.place(no);
  code.emit(s, std::move(instr));
  code.out.place(done);
}

Val Memory::result(State& s, Instr instr, const Access& a, unsigned width) {
  instr.dst =
      a.unset ? code.out.temporary(typeWithUnset(width, a.pointer)) : code.fresh(width, a.pointer);
  const RegId dst = instr.dst;
  emit(s, std::move(instr), a);
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
  return heldIn(a, value.width < width ? arithmetic.cast(I::ZExt, value, width) : value);
}

ExprPtr Memory::heldIn(const Access& a, const Val& value) {
  if (isPair(value)) return arithmetic.packed(a.halves, value);
  return cells.exprOf(a.pointer ? value : arithmetic.number(value));
}

void Memory::noteStored(State& s, Access& a, const Val& value) {
  privateMemory.escape(s, originsOf(value));
  for (Leaf* leaf : a.leaves) cells.noteWritten(*leaf, value);
}

Val Memory::load(State& s, const Val& given, const llvm::Type* type, Order order,
                 std::int64_t alignment) {
  if (type->isAggregateType()) {
    code.refuse(s, "reading a whole structure at once is not supported", "read its members");
  }
  const unsigned width = code.widthOf(type);
  const unsigned size = (width + 7) / 8;
  if (width == kPairWidth) return loadPair(s, arithmetic.coded(given), order, alignment);
  const Val v =
      loadBytes(s, arithmetic.coded(given), size, order, type->isPointerTy(), alignment, false);
  return v.width == width || v.is(Val::Kind::Undef) ? v : arithmetic.cast(I::Trunc, v, width);
}

Val Memory::loadBytes(State& s, const Val& given, unsigned size, Order order, bool isPointer,
                      std::int64_t alignment, bool copies) {
  if (const auto forms = formsOf(given, size); forms.size() > 1 && s.concurrent) {
    return loadByForm(s, given, forms, size, order, alignment, copies);
  }
  const Val pointer = uniform(s, given, size);
  const std::set<unsigned> cuts = cutsIn(s, pointer, size, order);
  if (!cuts.empty()) return loadInParts(s, pointer, size, cuts);
  if (s.concurrent) {
    if (const auto part = partOfAtomic(pointer, size)) {
      const Val at = arithmetic.moved(pointer, -static_cast<std::int64_t>(part->distance));
      return partOf(loadBytes(s, at, part->size, order, false, 1, copies), *part, size);
    }
  }
  const Access a = access(s, pointer, size, order, false, isPointer, alignment);
  if (!a.memory) return privateMemory.readBytes(s, a.target, size);
  // A cell that no thread writes keeps its initial value. An atomic load stays: a loop that waits
  // for a value that nobody writes is a hang.
  if (order == Order::NonAtomic && pointer.is(Val::Kind::Addr) && a.leaves.size() == 1 &&
      !a.leaves[0]->written) {
    const auto first = c.round.initial.find({pointer.object, pointer.value});
    if (first != c.round.initial.end()) {
      return first->second.is(Val::Kind::Undef) ? undef(size * 8) : first->second;
    }
    // The cell is new in this round. Its value as it was when threads began keeps the round from
    // assuming more than it has to.
    State& start = c.round.atStart;
    if (c.round.begun &&
        (c.objects[pointer.object].permanent() || start.memory.contains(pointer.object))) {
      const Val v = privateMemory.readBytes(start, {pointer.object, pointer.value}, size);
      if (v.is(Val::Kind::Int) || v.is(Val::Kind::Addr)) {
        return v.width == size * 8 ? v : arithmetic.cast(I::Trunc, v, size * 8);
      }
    }
  }
  Instr instr;
  instr.op = Instr::Op::Load;
  instr.order = order;
  if (copies && a.unset) return copied(s, std::move(instr), a, size * 8);
  return result(s, std::move(instr), a, size * 8);
}

// A member that was never set may be copied; the copy is zero.
Val Memory::copied(State& s, Instr instr, const Access& a, unsigned width) {
  if (!a.unset) return result(s, std::move(instr), a, width);
  instr.dst = code.out.temporary(typeWithUnset(width, a.pointer));
  const ExprPtr value = reg(instr.dst);
  emit(s, std::move(instr), a);
  const ExprPtr set = binary(BinaryOp::Ne, value, constant(unsetIn(width, a.pointer)));
  return valueIn(a, binary(BinaryOp::Mul, set, value), width);
}

void Memory::store(State& s, const Val& given, const Val& value, Order order,
                   std::int64_t alignment) {
  if (value.is(Val::Kind::Agg) && !isPair(value)) {
    code.refuse(s, "writing a whole structure at once is not supported", "write its members");
  }
  const unsigned width = value.width == 0 ? 64 : value.width;
  const unsigned size = (width + 7) / 8;
  const Val pointer = uniform(s, arithmetic.coded(given), size);
  if (isPair(value) && order == Order::NonAtomic && !wholePairs(pointer)) {
    store(s, pointer, halfOf(value, 0), order, alignment);
    return store(s, arithmetic.moved(pointer, 8), halfOf(value, 1), order);
  }
  const std::set<unsigned> cuts = cutsIn(s, pointer, size, order);
  if (!cuts.empty()) return storeInParts(s, pointer, value, size, cuts);
  if (s.concurrent && !isPrivate(s, pointer)) {
    if (const auto part = partOfAtomic(pointer, size)) {
      const Val whole = arithmetic.moved(pointer, -static_cast<std::int64_t>(part->distance));
      return order == Order::NonAtomic ? storeToPart(s, whole, *part, value)
                                       : replacePart(s, whole, *part, value, order);
    }
  }
  Access a = access(s, pointer, size, order, true, isPointer(value), alignment);
  if (!a.memory) return privateMemory.writeBytes(s, a.target, size, value);
  noteStored(s, a, value);
  Instr instr;
  instr.op = Instr::Op::Store;
  instr.order = order;
  instr.value = stored(a, value, size * 8);
  emit(s, std::move(instr), a);
}

}  // namespace robur::frontend_llvm
