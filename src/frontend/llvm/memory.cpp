// Accesses: to memory that others may see, as instructions; to private memory, right away.
#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

using I = llvm::Instruction;

constexpr unsigned kMostAlive = 64;  // objects from one place in the code

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
  Place p;
  p.memory = true;
  p.pointer = isPointer;
  p.address = nowhere();
  const auto add = [&](const Target& t) {
    Leaf& leaf = leafAt(t, size, order, isPointer);
    p.pointer |= leaf.pointer;
    p.contents.insert(leaf.targets.begin(), leaf.targets.end());
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
    if (!inMemory(s, t, write)) {
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

// An object that may be freed while others run has a cell that says so. It is plain: freeing
// races with every use that is not ordered before it.
void Evaluator::checkAlive(State& s, const Val& pointer) {
  bool mayBeFreed = false;
  for (const Target& t : targetsOf(pointer)) mayBeFreed |= c.facts.freed.contains(t.object);
  if (!mayBeFreed) return;
  Instr read;
  read.op = Op::Load;
  read.address = flagOf(s, pointer);
  read.order = Order::NonAtomic;
  read.dst = fresh(8, false);
  Instr test;
  test.op = Op::Assert;
  test.value = binary(BinaryOp::Eq, reg(read.dst), constant(0));
  emit(s, std::move(read));
  emit(s, std::move(test));
}

// The flag lies behind the object's own bytes.
Address Evaluator::flagOf(State& s, const Val& pointer) {
  (void)s;
  Address a;
  a.pointer = true;
  ExprPtr sum = constant(0);
  const Targets targets = targetsOf(pointer);
  for (const Target& t : targets) {
    const Target flag{t.object, c.objects[t.object].size};
    Leaf& leaf = leafAt(flag, 1, Order::NonAtomic, false);
    leaf.flag = true;
    const ExprPtr cell = constant(std::max<std::int64_t>(0, c.layout->cell(flag)));
    const ExprPtr one =
        targets.size() == 1
            ? cell
            : binary(BinaryOp::Mul, binary(BinaryOp::Eq, exprOf(pointer), encoded(t)), cell);
    sum = sum->kind == Expr::Kind::Const ? one : binary(BinaryOp::Add, sum, one);
  }
  a.index = sum;
  return a;
}

Val Evaluator::result(State& s, Instr instr, const Place& p, unsigned width) {
  instr.address = p.address;
  instr.dst = fresh(width, p.pointer);
  const RegId dst = instr.dst;
  emit(s, std::move(instr));
  Val v = dynamic(reg(dst), width);
  if (p.pointer) {
    v.lo = kPointerType.lo;
    v.hi = kPointerType.hi;
    v.targets = std::make_shared<Targets>(p.contents);
  }
  return v;
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
    const Val v = readBytes(s, p.target, size, type->isPointerTy());
    return v.width == width || v.is(Val::Kind::Undef) ? v : cast(I::Trunc, v, width);
  }
  // What nobody writes any more is known.
  if (pointer.is(Val::Kind::Addr) && p.leaves.size() == 1 && !p.leaves[0]->written) {
    const auto first = c.initial.find({pointer.object, pointer.value});
    if (first != c.initial.end()) {
      const Val& v = first->second;
      if (v.is(Val::Kind::Undef)) return integer(0, width);
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
  instr.value =
      exprOf(value.width < size * 8 && !value.is(Val::Kind::Undef) ? cast(I::ZExt, value, size * 8)
                                                                   : value);
  emit(s, std::move(instr));
}

Val Evaluator::rmw(State& s, const Val& pointer, const llvm::AtomicRMWInst& in,
                   const Val& operand) {
  using R = llvm::AtomicRMWInst;
  Instr instr;
  unsigned opcode = 0;
  switch (in.getOperation()) {
    case R::Xchg:
      instr.rmw = RmwOp::Exchange;
      break;
    case R::Add:
      instr.rmw = RmwOp::Add, opcode = I::Add;
      break;
    case R::Sub:
      instr.rmw = RmwOp::Sub, opcode = I::Sub;
      break;
    case R::And:
      instr.rmw = RmwOp::And, opcode = I::And;
      break;
    case R::Or:
      instr.rmw = RmwOp::Or, opcode = I::Or;
      break;
    case R::Xor:
      instr.rmw = RmwOp::Xor, opcode = I::Xor;
      break;
    default:
      refuse(s, "this atomic operation is not supported", "write it as a compare-exchange loop");
  }
  const Order order = orderOf(in.getOrdering());
  const unsigned width = operand.width;
  Place p = place(s, pointer, width / 8, order, true, !targetsOf(operand).empty());
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8, false);
    writeBytes(s, p.target, width / 8, opcode == 0 ? operand : binaryOp(opcode, old, operand));
    return old;
  }
  if (p.pointer && opcode != 0) {
    refuse(s, "atomic arithmetic on pointers is not supported", "use an index instead");
  }
  noteStored(s, p, operand);
  instr.op = Op::Rmw;
  instr.order = order;
  instr.value = exprOf(operand);
  if (!in.use_empty()) return result(s, std::move(instr), p, width);
  instr.address = p.address;
  emit(s, std::move(instr));
  return undef(width);
}

Val Evaluator::cas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                   Order order, Order failOrder) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Place p = place(s, pointer, width / 8, order, true, isPointer);
  Val both;
  both.kind = Val::Kind::Agg;
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8, false);
    const Val same = compare(llvm::CmpInst::ICMP_EQ, old, expected);
    writeBytes(s, p.target, width / 8, select(s, same, desired, old));
    both.parts = {old, same};
    return both;
  }
  noteStored(s, p, desired);
  Instr instr;
  instr.op = Op::Cas;
  instr.order = order;
  instr.failOrder = failOrder;
  instr.expected = exprOf(expected);
  instr.value = exprOf(desired);
  const Val old = result(s, std::move(instr), p, width);
  both.parts = {old, compare(llvm::CmpInst::ICMP_EQ, old, expected)};
  return both;
}

void Evaluator::bcas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                     Order order) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Place p = place(s, pointer, width / 8, order, true, isPointer);
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8, false);
    const Val same = compare(llvm::CmpInst::ICMP_EQ, old, expected);
    if (!same.known()) refuse(s, "what this waits for is not known before threads are created");
    if (same.isInt(1)) return writeBytes(s, p.target, width / 8, desired);
    Instr stuck;
    stuck.op = Op::Assume;
    stuck.value = constant(0);
    return emit(s, std::move(stuck));
  }
  noteStored(s, p, desired);
  Instr instr;
  instr.op = Op::Bcas;
  instr.order = order;
  instr.address = p.address;
  instr.expected = exprOf(expected);
  instr.value = exprOf(desired);
  emit(s, std::move(instr));
}

// Structures are copied piece by piece: private pieces as they are, others as they are
// accessed elsewhere.
void Evaluator::copy(State& s, const Val& to, const Val& from, std::int64_t size) {
  if (size == 0) return;
  const auto pieces = [&](const Val& pointer) {
    std::map<std::int64_t, unsigned> out;  // offset from the pointer, size
    for (const Target& t : targetsOf(pointer)) {
      if (pointer.is(Val::Kind::Addr) && s.memory.contains(t.object) &&
          !s.memory[t.object]->escaped) {
        for (const auto& [offset, bytes] : s.memory[t.object]->cells) {
          if (offset >= t.offset && offset + bytes.size <= t.offset + size) {
            out[offset - t.offset] = bytes.size;
          }
        }
        if (!s.memory[t.object]->zeroed) continue;
      }
      for (const auto& [offset, leaf] : c.facts.leaves[t.object]) {
        if (leaf.size == 0 || leaf.flag) continue;
        if (offset >= t.offset && offset + leaf.size <= t.offset + size) {
          out.try_emplace(offset - t.offset, leaf.size);
        }
      }
    }
    return out;
  };
  if (from.is(Val::Kind::Addr)) contents(s, from.object);
  if (to.is(Val::Kind::Addr)) contents(s, to.object);
  std::map<std::int64_t, unsigned> all = pieces(from);
  for (const auto& [offset, bytes] : pieces(to)) {
    bool covered = false;
    for (const auto& [o, b] : all) covered |= o < offset + bytes && offset < o + b;
    if (!covered) all[offset] = bytes;
  }
  // Everything is read before anything is written: the two may overlap.
  std::vector<std::pair<std::int64_t, Val>> values;
  for (const auto& [offset, bytes] : all) {
    const Val at = moved(s, from, offset);
    Place p = place(s, at, bytes, Order::NonAtomic, false, false);
    if (!p.memory) {
      values.emplace_back(offset, readBytes(s, p.target, bytes, false));
    } else {
      Instr instr;
      instr.op = Op::Load;
      instr.order = Order::NonAtomic;
      values.emplace_back(offset, result(s, std::move(instr), p, bytes * 8));
    }
  }
  for (auto& [offset, value] : values) {
    if (value.is(Val::Kind::Undef)) value.width = all[offset] * 8;
    store(s, moved(s, to, offset), value, Order::NonAtomic);
  }
}

void Evaluator::fill(State& s, const Val& to, const Val& byte, std::int64_t size) {
  if (!byte.is(Val::Kind::Int)) refuse(s, "this fills memory with a value that is not known");
  const auto put = [&](std::int64_t offset, unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | (byte.value & 0xff);
    store(s, moved(s, to, offset), integer(static_cast<std::int64_t>(value), bytes * 8),
          Order::NonAtomic);
  };
  if (to.is(Val::Kind::Addr) && (contents(s, to.object), !s.memory[to.object]->escaped)) {
    inMemory(s, {to.object, to.value}, true);
    Contents& all = contents(s, to.object);
    const bool whole = to.value == 0 && size >= c.objects[to.object].size;
    if (whole && byte.value == 0) {
      all.cells.clear();
      all.zeroed = true;
      return;
    }
    std::int64_t at = 0;
    for (; at + 8 <= size; at += 8) put(at, 8);
    for (; at < size; ++at) put(at, 1);
    return;
  }
  std::map<std::int64_t, unsigned> pieces;
  for (const Target& t : targetsOf(to)) {
    for (const auto& [offset, leaf] : c.facts.leaves[t.object]) {
      if (leaf.size == 0 || leaf.flag || offset < t.offset) continue;
      if (offset + leaf.size <= t.offset + size) pieces[offset - t.offset] = leaf.size;
    }
  }
  for (const auto& [offset, bytes] : pieces) put(offset, bytes);
}

ObjectId Evaluator::allocate(State& s, const llvm::Instruction* site, std::int64_t size,
                             bool zeroed) {
  for (unsigned n = 0; n < kMostAlive; ++n) {
    const ObjectId id = c.objects.intern({Object::Kind::Heap, site, s.top().context, n, size});
    const auto it = s.memory.find(id);
    if (it != s.memory.end() && !it->second->freed) continue;
    auto fresh = std::make_shared<Contents>();
    fresh->zeroed = zeroed;
    s.memory[id] = fresh;
    if (c.facts.freed.contains(id) && it != s.memory.end()) {
      Instr instr;
      instr.op = Op::Store;
      instr.order = Order::NonAtomic;
      instr.address = flagOf(s, address(id, 0));
      instr.value = constant(0);
      emit(s, std::move(instr));
    }
    return id;
  }
  exceed(s, fmt::format("more than {} objects from this allocation are alive at once", kMostAlive),
         "bound the loop that allocates, or free what is no longer used");
}

void Evaluator::release(State& s, const Val& pointer) {
  if (pointer.isInt(0) || pointer.is(Val::Kind::Undef)) return;
  const auto fail = [&] {
    Instr instr;
    instr.op = Op::Assert;
    instr.value = constant(0);
    emit(s, std::move(instr));
  };
  if (pointer.is(Val::Kind::Addr)) {
    const Object& object = c.objects[pointer.object];
    const auto it = s.memory.find(pointer.object);
    if (object.kind != Object::Kind::Heap || pointer.value != 0) return fail();
    if (it == s.memory.end() || it->second->freed) return fail();
    if (!it->second->escaped) {
      inMemory(s, {pointer.object, 0}, true);
      s.own(pointer.object).freed = true;
      return;
    }
  }
  const Targets targets = targetsOf(pointer);
  if (targets.empty()) return fail();
  // When all threads have ended, nobody else can use it any more.
  if (!s.concurrent || (self == 0 && s.joined == s.spawned)) {
    if (pointer.is(Val::Kind::Addr)) s.own(pointer.object).freed = true;
    return;
  }
  for (const Target& t : targets) {
    if (c.objects[t.object].kind != Object::Kind::Heap) continue;
    c.facts.add(c.facts.freed, t.object);
    c.facts.add(c.facts.resident, t.object);
  }
  if (pointer.is(Val::Kind::Dyn)) {
    // Freeing null does nothing.
    const CodeBuilder::Mark some = out.mark();
    const CodeBuilder::Mark done = out.mark();
    s.emitted = true;
    out.branch(binary(BinaryOp::Ne, pointer.expr, constant(0)), some, done, here(s));
    out.place(some);
    freeNow(s, pointer);
    out.place(done);
  } else {
    freeNow(s, pointer);
    s.own(pointer.object).freed = true;
  }
}

void Evaluator::freeNow(State& s, const Val& pointer) {
  checkAlive(s, pointer);
  Instr instr;
  instr.op = Op::Store;
  instr.order = Order::NonAtomic;
  instr.address = flagOf(s, pointer);
  instr.value = constant(1);
  emit(s, std::move(instr));
}

}  // namespace robur::llvmfront
