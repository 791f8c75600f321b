#include "frontend/llvm/heap.h"

#include <fmt/format.h>

namespace robur::frontend_llvm {

namespace {

// Objects from one allocation in the source, before several threads run.
constexpr unsigned kMostAliveBefore = 4096;

constexpr const char* kNotAllocated =
    "this frees a pointer that does not point to an allocated object";

}  // namespace

ObjectId Heap::allocate(State& s, const llvm::Instruction* site, std::int64_t size, bool zeroed) {
  if (pools.chosen) {
    const ObjectId id = *pools.chosen;
    c.objects.intern({Object::Kind::Heap, site, s.top().context, c.objects[id].count, size});
    auto fresh = std::make_shared<Contents>();
    fresh->zeroed = zeroed;
    takeFromPool(s, id, std::move(fresh));
    return id;
  }
  const unsigned most = s.concurrent ? c.mostAlive : kMostAliveBefore;
  for (unsigned n = 0; n < most; ++n) {
    const ObjectId id = c.objects.intern({Object::Kind::Heap, site, s.top().context, n, size});
    const auto it = s.memory.find(id);
    if (it != s.memory.end() && !it->second->freed) continue;
    auto fresh = std::make_shared<Contents>();
    fresh->zeroed = zeroed;
    s.memory[id] = fresh;
    if (c.assumed.freed.contains(id) && it != s.memory.end()) setFlag(s, address(id, 0), false);
    return id;
  }
  // While several threads run, every join of paths compares all objects, and the loop that
  // allocates may be endless.
  const std::string what =
      fmt::format("more than {} objects from this allocation are alive at once", most);
  const char* help = "bound the loop that allocates, or free objects that are no longer used";
  if (s.concurrent && c.refusesMoreAlive) code.refuse(s, what, help);
  c.metMoreAlive |= s.concurrent;
  code.exceed(s, what, help);
}

void Heap::takeFromPool(State& s, ObjectId id, std::shared_ptr<const Contents> contents) {
  pools.take(s, id);
  if (c.assumed.freed.contains(id)) setFlag(s, address(id, 0), false);
  s.memory[id] = std::move(contents);
}

void Heap::forget(State& s, const Val& given) {
  const Val pointer = arithmetic.coded(given);
  if (!pointer.is(Val::Kind::Addr)) return;
  const auto it = s.memory.find(pointer.object);
  if (it != s.memory.end() && !it->second->escaped && !it->second->freed) release(s, pointer);
}

void Heap::release(State& s, const Val& given) {
  const Val pointer = arithmetic.coded(given);
  if (pointer.isInt(0) || pointer.is(Val::Kind::Undef)) return;
  const auto fail = [&] { code.must(s, constant(0), kNotAllocated); };
  if (pointer.is(Val::Kind::Addr)) {
    const Object& object = c.objects[pointer.object];
    const auto it = s.memory.find(pointer.object);
    if (object.kind != Object::Kind::Heap || pointer.value != 0) return fail();
    const bool pooled = isPooled(c, pointer.object);
    if (!pooled && (it == s.memory.end() || it->second->freed)) return fail();
    if (it != s.memory.end() && !it->second->escaped) {
      privateMemory.inMemory(s, {pointer.object, 0}, true);
      if (pooled) {
        if (c.assumed.freed.contains(pointer.object)) setFlag(s, pointer, true);
        return pools.giveBack(s, pointer);
      }
      // An object that no thread has ever seen in memory is forgotten, so that paths which have
      // allocated and freed different ones meet again.
      if (c.assumed.resident.contains(pointer.object)) {
        s.own(pointer.object).freed = true;
      } else {
        s.memory.erase(pointer.object);
      }
      return;
    }
  }
  const Targets targets = targetsOf(pointer);
  if (targets.empty()) return fail();
  if (isAlone(s)) {
    if (pointer.is(Val::Kind::Addr)) s.own(pointer.object).freed = true;
    return;
  }
  for (const Target& t : targets) {
    if (c.objects[t.object].kind != Object::Kind::Heap) continue;
    c.assumed.add(c.assumed.freed, t.object);
    c.assumed.add(c.assumed.resident, t.object);
  }
  if (pointer.is(Val::Kind::Dyn)) {
    mustBeAllocated(s, pointer);
    // Freeing null does nothing.
    const CodeBuilder::Mark some = code.out.mark();
    const CodeBuilder::Mark done = code.out.mark();
    s.emitted = true;
    code.out.branch(binary(BinaryOp::Ne, pointer.expr, constant(0)), some, done, code.here(s));
    code.out.place(some);
    freeNow(s, pointer);
    pools.giveBack(s, pointer);
    code.out.place(done);
  } else {
    freeNow(s, pointer);
    if (isPooled(c, pointer.object)) return pools.giveBack(s, pointer);
    s.own(pointer.object).freed = true;
  }
}

// Null, or the beginning of an object of the heap.
void Heap::mustBeAllocated(State& s, const Val& pointer) {
  ExprPtr allocated = binary(BinaryOp::Eq, pointer.expr, constant(0));
  bool certain = true;
  for (const Target& t : targetsOf(pointer)) {
    if (c.objects[t.object].kind != Object::Kind::Heap || t.offset != 0) {
      certain = false;
      continue;
    }
    allocated =
        binary(BinaryOp::Or, allocated, binary(BinaryOp::Eq, pointer.expr, cells.encoded(t)));
  }
  if (!certain) code.must(s, allocated, kNotAllocated);
}

bool Heap::isAlone(const State& s) const {
  return !s.concurrent || (code.self == 0 && s.joined == s.spawned);
}

void Heap::retire(State& s, ObjectId id) {
  if (!isAlone(s)) {
    c.assumed.add(c.assumed.freed, id);
    c.assumed.add(c.assumed.resident, id);
    setFlag(s, address(id, 0), true);
  }
  if (isPooled(c, id)) return pools.giveBack(s, address(id, 0));
  auto retired = std::make_shared<Contents>();
  retired->freed = true;
  s.memory[id] = std::move(retired);
}

void Heap::revive(State& s, ObjectId id) {
  if (isRetired(s, id)) s.memory.erase(id);
  if (c.assumed.freed.contains(id)) setFlag(s, address(id, 0), false);
}

bool Heap::isRetired(const State& s, ObjectId id) {
  const auto it = s.memory.find(id);
  return it != s.memory.end() && it->second->freed;
}

void Heap::freeNow(State& s, const Val& pointer) {
  checkAlive(s, pointer);
  setFlag(s, pointer, true);
}

void Heap::setFlag(State& s, const Val& pointer, bool freed) {
  Instr instr;
  instr.op = Instr::Op::Store;
  instr.order = Order::NonAtomic;
  instr.address = flagOf(pointer);
  instr.value = constant(freed ? 1 : 0);
  code.emit(s, std::move(instr));
}

void Heap::checkAlive(State& s, const Val& pointer) {
  bool local = false;
  bool allocated = false;
  for (const Target& t : targetsOf(pointer)) {
    if (!c.assumed.freed.contains(t.object)) continue;
    (c.objects[t.object].kind == Object::Kind::Stack ? local : allocated) = true;
  }
  if (!local && !allocated) return;
  // What is on the stack of this thread lives.
  if (pointer.is(Val::Kind::Addr) && s.isLocal(pointer.object)) return;
  checkAlive(s, pointer,
             local && allocated ? "this uses memory that has been freed, or a local variable of a "
                                  "function that has returned"
             : local            ? "this uses a local variable of a function that has returned"
                                : "this uses memory that has been freed");
}

void Heap::checkAlive(State& s, const Val& pointer, const std::string& otherwise) {
  bool mayBeFreed = false;
  for (const Target& t : targetsOf(pointer)) mayBeFreed |= c.assumed.freed.contains(t.object);
  if (!mayBeFreed) return;
  Instr read;
  read.op = Instr::Op::Load;
  read.address = flagOf(pointer);
  read.order = Order::NonAtomic;
  read.dst = code.fresh(8, false);
  const ExprPtr alive = binary(BinaryOp::Eq, reg(read.dst), constant(0));
  code.emit(s, std::move(read));
  code.must(s, alive, otherwise);
}

// The flag is the last cell of the object.
Address Heap::flagOf(const Val& pointer) {
  Address a;
  a.pointer = true;
  ExprPtr sum = constant(0);
  const Targets targets = targetsOf(pointer);
  for (const Target& t : targets) {
    if (c.objects[t.object].kind == Object::Kind::Function) continue;
    const Target flag{t.object, kFlagOffset};
    Leaf& leaf = cells.leafAt(flag, 1, Order::NonAtomic, false);
    leaf.flag = true;
    const ExprPtr cell = constant(std::max<std::int64_t>(0, c.round.layout.cell(flag)));
    const ExprPtr one =
        targets.size() == 1
            ? cell
            : binary(BinaryOp::Mul, binary(BinaryOp::Eq, cells.exprOf(pointer), cells.encoded(t)),
                     cell);
    sum = sum->kind == Expr::Kind::Const ? one : binary(BinaryOp::Add, sum, one);
  }
  a.index = sum;
  return a;
}

}  // namespace robur::frontend_llvm
