#include "frontend/llvm/pools.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/llvm/client.h"

namespace robur::frontend_llvm {

namespace {

bool mayBeShared(const Context& c, ObjectId id) {
  return c.objects[id].kind != Object::Kind::Function && !c.objects[id].constant();
}

// Each copy has one of its own, and no pool can hold it: a copy may keep it forever.
Refusal sharedThreadLocal(const Context& c, ObjectId id) {
  const Object& object = c.objects[id];
  const Namer namer(c.contexts);
  Span span;
  if (const llvm::DIVariable* variable = namer.variableOf(object)) {
    span = c.spans.ofLine(variable->getFile(), variable->getLine());
  }
  Refusal out(span,
              fmt::format("every thread has a variable {} of its own, and its address is stored in "
                          "shared memory, so any number of threads have no finite memory",
                          namer.nameOf(object)),
              "ask for a number of threads (--entry), or use a local variable or malloc", true);
  out.needsNumber = true;
  return out;
}

PoolKey poolKeyOf(const Object& object) {
  return {object.kind, object.origin, object.context};
}

void addToPool(Context& c, const Targets& targets) {
  for (const Target& t : targets) {
    if (isOfCopies(c, t.object)) c.assumed.add(c.assumed.resident, t.object);
  }
}

}  // namespace

bool isOfCopies(const Context& c, ObjectId id) {
  const Object& object = c.objects[id];
  if (c.ownHidden.contains(id)) return true;
  if (object.kind == Object::Kind::Function || object.context == 0) return false;
  const std::uint32_t thread = c.contexts.threadOf(object.context);
  return thread < c.round.threads.size() && c.round.threads[thread].any;
}

bool isPooled(const Context& c, ObjectId id) {
  return c.pools.contains(poolKeyOf(c.objects[id]));
}

bool shareAmongCopies(Context& c) {
  for (const auto& [object, touches] : c.round.touches) {
    if (!mayBeShared(c, object) || isOfCopies(c, object)) continue;
    bool byCopies = false;
    bool written = false;
    for (const Touch& touch : touches) {
      byCopies |= c.round.threads[touch.thread].any;
      written |= touch.write && c.round.threads[touch.thread].any;
    }
    if (byCopies && written) c.assumed.add(c.assumed.resident, object);
  }
  for (const auto& [object, leaves] : c.assumed.leaves) {
    for (const auto& [offset, leaf] : leaves) {
      addToPool(c, leaf.targets);
      for (const Kept& half : leaf.halves) addToPool(c, half.targets);
    }
  }
  bool fresh = false;
  for (const ObjectId id : c.assumed.resident) {
    if (!isOfCopies(c, id)) continue;
    const Object::Kind kind = c.objects[id].kind;
    if (kind != Object::Kind::Stack && kind != Object::Kind::Heap) throw sharedThreadLocal(c, id);
    fresh |= c.pools.insert(poolKeyOf(c.objects[id])).second;
  }
  return fresh;
}

std::vector<std::string> boundsOf(const Context& c) {
  std::vector<std::string> out;
  for (const auto& [words, pool] : c.round.bounds) {
    out.push_back(c.round.givenBack.contains(pool) ? words : words + ", which nothing frees");
  }
  if (const llvm::NamedMDNode* given = c.info.module().getNamedMetadata(kBounds)) {
    for (const llvm::MDNode* one : given->operands()) {
      std::string words = llvm::cast<llvm::MDString>(one->getOperand(0))->getString().str();
      if (std::ranges::find(out, words) == out.end()) out.push_back(std::move(words));
    }
  }
  return out;
}

std::optional<std::vector<ObjectId>> Pools::poolAt(const State& s, Object::Kind kind,
                                                   const llvm::Value* origin) {
  if (!c.round.threads[code.self].any) return std::nullopt;
  if (!c.pools.contains(PoolKey{kind, origin, s.top().context})) return std::nullopt;
  std::vector<ObjectId> all;
  for (unsigned n = 0; n < c.poolSize; ++n) {
    all.push_back(c.objects.intern({kind, origin, s.top().context, n, 0}));
    c.assumed.add(c.assumed.resident, all.back());
  }
  const Object& first = c.objects[all.front()];
  c.round.bounds.emplace(wordsFor(s, first), poolKeyOf(first));
  std::erase_if(all, [&](ObjectId id) {
    const auto mine = s.memory.find(id);
    return mine != s.memory.end() && !mine->second->escaped;
  });
  return all;
}

// "at most 2 objects node (stack.c:12)"
std::string Pools::wordsFor(const State& s, const Object& object) {
  const Namer namer(c.contexts);
  const llvm::DIVariable* variable =
      object.kind == Object::Kind::Stack ? namer.variableOf(object) : nullptr;
  const Span span =
      variable != nullptr ? c.spans.ofLine(variable->getFile(), variable->getLine()) : code.here(s);
  std::string out =
      fmt::format("at most {} {} {}", c.poolSize, variable != nullptr ? "variables" : "objects",
                  namer.nameOf(object));
  if (span.known()) out += fmt::format(" ({}:{})", c.spans.sources()[span.file].path, span.line);
  return out;
}

Instr Pools::accessTo(ObjectId id) {
  const Target taken{id, kTakenOffset};
  Leaf& leaf = cells.leafAt(taken, 1, Order::Acq, false);
  leaf.flag = true;
  c.assumed.raise(leaf.written);
  Instr instr;
  instr.address.base = cells.locationOf(taken);
  return instr;
}

void Pools::take(State& s, ObjectId id) {
  Instr instr = accessTo(id);
  instr.op = Instr::Op::Bcas;
  instr.expected = constant(0);
  instr.value = constant(1);
  instr.order = Order::Acq;
  code.emit(s, std::move(instr));
}

// What the object holds does not matter any more. Without this, every history of a free object
// would be a state of its own.
void Pools::clear(State& s, ObjectId id) {
  const auto leaves = c.assumed.leaves[id];
  for (const auto& [offset, leaf] : leaves) {
    if (leaf.size == 0 || leaf.flag || !leaf.written) continue;
    Instr instr;
    instr.op = Instr::Op::Store;
    instr.address.base = cells.locationOf({id, offset});
    instr.value = constant(leaf.unset ? unsetIn(leaf.size * 8, leaf.coded()) : 0);
    instr.order = leaf.atomic ? Order::Rlx : Order::NonAtomic;
    code.emit(s, std::move(instr));
  }
}

void Pools::free(State& s, ObjectId id) {
  c.round.givenBack.insert(poolKeyOf(c.objects[id]));
  Instr instr = accessTo(id);
  instr.op = Instr::Op::Store;
  instr.value = constant(0);
  instr.order = Order::Rel;
  code.emit(s, std::move(instr));
}

void Pools::giveBack(State& s, const Val& pointer) {
  if (pointer.is(Val::Kind::Addr)) {
    if (!isPooled(c, pointer.object)) return;
    const auto mine = s.memory.find(pointer.object);
    const bool published = mine == s.memory.end() || mine->second->escaped;
    s.memory.erase(pointer.object);
    privateMemory.commitAll(s);
    if (published) clear(s, pointer.object);
    return free(s, pointer.object);
  }
  privateMemory.commitAll(s);
  const CodeBuilder::Mark done = code.out.mark();
  for (const Target& t : targetsOf(pointer)) {
    if (!isPooled(c, t.object)) continue;
    const CodeBuilder::Mark yes = code.out.mark();
    const CodeBuilder::Mark no = code.out.mark();
    code.out.branch(binary(BinaryOp::Eq, cells.exprOf(pointer), cells.encoded(t)), yes, no,
                    code.here(s));
    code.out.place(yes);
    clear(s, t.object);
    free(s, t.object);
    code.out.jump(done, code.here(s));
    code.out.place(no);
  }
  code.out.jump(done, code.here(s));
  code.out.place(done);
}

}  // namespace robur::frontend_llvm
