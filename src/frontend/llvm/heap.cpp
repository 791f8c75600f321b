// Objects that come and go: allocation, and what shows that one has been freed.
#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

constexpr unsigned kMostAlive = 64;  // objects from one place in the code

}  // namespace

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
    must(s, constant(0), "this frees what is not an allocated object, or not any more");
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
  const ExprPtr alive = binary(BinaryOp::Eq, reg(read.dst), constant(0));
  emit(s, std::move(read));
  must(s, alive, "this uses memory that has been freed");
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

}  // namespace robur::llvmfront
