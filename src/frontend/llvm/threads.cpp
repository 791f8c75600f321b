// Threads that are created while the program runs.
//
// The thread gets its creator's private memory as it is at that moment: all that its creator did
// before is then known to it. What both use afterwards must be in memory (see residents in
// translate.cpp). The first thread that is created turns all memory the program has built so far
// into the initial memory. A thread waits for a flag of its own only if its creator has done
// something visible before creating it; another flag says that it has ended.
#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

LocationId startFlag(const Context& c, std::uint32_t thread) {
  return LocationId{c.layout->count() + 2 * thread};
}
LocationId doneFlag(const Context& c, std::uint32_t thread) {
  return LocationId{c.layout->count() + 2 * thread + 1};
}

void introduce(Context& c, std::uint32_t thread, const llvm::Function* function) {
  ThreadPlan& plan = c.threads[thread];
  const llvm::DISubprogram* info = function->getSubprogram();
  if (plan.end.known() || info == nullptr || !c.spans.ours(info->getFile())) return;
  if (info->getName().starts_with("__cxx_global_")) return;  // what sets variables before main
  plan.end = c.spans.ofLine(info->getFile(), info->getLine());
  if (!plan.name.empty()) return;
  plan.name = info->getName().str();
  if (plan.name == "operator()") plan.name = fmt::format("lambda:{}", info->getLine());
}

namespace {

bool sameVal(const Val& a, const Val& b) {
  return a.kind == b.kind && a.value == b.value && a.object == b.object;
}

}  // namespace

// The initial memory: contents of everything that several threads will use.
void Evaluator::commitInitial(State& s) {
  if (c.begun) {
    refuse(s, "the first thread is created on several ways through the program",
           "make choices after threads have been created, or in them");
  }
  c.begun = true;
  const std::set<ObjectId> residents = c.facts.resident;
  for (const ObjectId id : residents) {
    if (!c.objects[id].permanent() && !s.memory.contains(id)) continue;
    if (contents(s, id).escaped) continue;
    const auto leaves = c.facts.leaves[id];
    for (const auto& [offset, leaf] : leaves) {
      if (leaf.size == 0 || leaf.flag) continue;
      const Val value = readBytes(s, {id, offset}, leaf.size);
      Leaf& at = c.facts.leaves[id][offset];
      const Targets targets = targetsOf(value);
      c.facts.point(at.targets, targets);
      if (!targets.empty() && !at.pointer) at.pointer = c.facts.changed = true;
      if (value.is(Val::Kind::Dyn)) {
        Instr instr;
        instr.op = Op::Store;
        instr.address.base = LocationId{
            static_cast<std::uint32_t>(std::max<std::int64_t>(0, c.layout->cell({id, offset})))};
        instr.value = value.expr;
        instr.order = leaf.atomic ? Order::Rlx : Order::NonAtomic;
        emit(s, std::move(instr));
        if (!at.written) at.written = c.facts.changed = true;
      } else {
        if (isUnset(value)) leaveUnset(at);
        c.initial[{id, offset}] = value;
        exprOf(value);  // makes sure that what it points to has a cell
      }
    }
  }
  for (const ObjectId id : residents) {
    if (!s.memory.contains(id)) continue;
    Contents& all = contents(s, id);
    all.escaped = true;
    if (!c.objects[id].constant()) all.cells.clear();
  }
}

Val Evaluator::spawn(State& s, const llvm::CallBase& in) {
  const Val callee = operand(s, in.getArgOperand(0));
  const Val argument = operand(s, in.getArgOperand(1));
  if (!callee.is(Val::Kind::Addr) || c.objects[callee.object].kind != Object::Kind::Function) {
    refuse(s, "it is not known which function this thread runs",
           "name the function where the thread is created");
  }
  if (argument.is(Val::Kind::Dyn)) {
    refuse(s, "what this thread is given depends on what other threads do",
           "pass a constant or the address of a variable");
  }
  if (!s.concurrent) {
    commitInitial(s);
    s.concurrent = true;
  } else {
    commitAll(s);
  }
  ThreadPlan plan;
  plan.parent = self;
  plan.ordinal = s.spawned;
  plan.function = llvm::cast<llvm::Function>(c.objects[callee.object].origin);
  plan.arguments = {argument};
  plan.start.memory = s.memory;
  plan.start.concurrent = true;
  for (auto& [id, shared] : plan.start.memory) {
    // What only the creator's registers know cannot be handed over; the thread must not look.
    Contents all = *shared;
    for (auto& [offset, bytes] : all.cells) {
      if (bytes.val.is(Val::Kind::Dyn)) bytes.val = undef(kForeign);
    }
    shared = std::make_shared<Contents>(std::move(all));
  }
  std::uint32_t thread = 0;
  for (std::uint32_t t = 1; t < c.threads.size(); ++t) {
    if (c.threads[t].parent == self && c.threads[t].ordinal == s.spawned) thread = t;
  }
  if (thread != 0) {
    const ThreadPlan& old = c.threads[thread];
    if (old.function != plan.function || !sameVal(old.arguments[0], plan.arguments[0])) {
      refuse(s, "which thread is created here depends on what other threads do",
             "create all threads before, or in a fixed order");
    }
  } else {
    thread = static_cast<std::uint32_t>(c.threads.size());
    if (thread > kMostThreads) {
      exceed(s, fmt::format("more than {} threads are created", kMostThreads),
             "a state of the program holds all its threads; create fewer");
    }
    c.threads.push_back(std::move(plan));
  }
  if (s.visible) c.facts.add(c.facts.startFlags, thread);
  if (c.facts.startFlags.contains(thread)) {
    Instr instr;
    instr.op = Op::Store;
    instr.address.base = startFlag(c, thread);
    instr.value = constant(1);
    instr.order = Order::Rel;
    emit(s, std::move(instr));
  }
  ++s.spawned;
  return integer(thread, 64);
}

void Evaluator::joinThread(State& s, const Val& handle) {
  if (!handle.is(Val::Kind::Int) || handle.value <= 0 ||
      handle.value >= static_cast<std::int64_t>(c.threads.size())) {
    refuse(s, "it is not known which thread this waits for",
           "keep thread handles in variables that only their creator uses");
  }
  const auto thread = static_cast<std::uint32_t>(handle.value);
  commitAll(s);
  c.facts.add(c.facts.doneFlags, thread);
  Instr instr;
  instr.op = Op::Wait;
  instr.address.base = doneFlag(c, thread);
  instr.value = binary(BinaryOp::Eq, loaded(), constant(1));
  instr.order = Order::Acq;
  emit(s, std::move(instr));
  ++s.joined;
}

// What the thread's function returns lies in memory until somebody asks for it.
Val Evaluator::resultPlace(std::uint32_t thread) {
  const llvm::Function* start = c.info.module().getFunction("__robur_start");
  return address(
      c.objects.intern({Object::Kind::Hidden, start, c.contexts.root(thread), 0, sizeof(void*)}),
      0);
}

void Evaluator::keepResult(State& s, const Val& value) {
  if (self == 0 || !c.facts.results.contains(self)) return;
  const bool narrow = value.width < 64 && !isUnset(value);
  store(s, resultPlace(self),
        isUnset(value) ? undef(64)
        : narrow       ? cast(llvm::Instruction::SExt, value, 64)
                       : value,
        Order::NonAtomic);
}

Val Evaluator::resultOf(State& s, const Val& handle, const llvm::Type* type) {
  const auto thread = static_cast<std::uint32_t>(handle.value);  // joinThread has looked at it
  c.facts.add(c.facts.results, thread);
  return load(s, resultPlace(thread), type, Order::NonAtomic);
}

void Evaluator::setName(State& s, const Val& pointer) {
  std::string name;
  if (pointer.is(Val::Kind::Addr)) {
    for (std::int64_t i = pointer.value; i < c.objects[pointer.object].size && i < 64; ++i) {
      const Val v = readBytes(s, {pointer.object, i}, 1);
      if (!v.is(Val::Kind::Int) || v.value == 0) break;
      name += static_cast<char>(v.value);
    }
  }
  if (name.empty()) refuse(s, "robur_thread_name needs a string constant");
  c.threads[self].name = name;
}

// robur_wait(p, value): blocks until the 32-bit object holds the value.
void Evaluator::wait(State& s, const llvm::CallBase& in) {
  const Val pointer = operand(s, in.getArgOperand(0));
  const Val value = operand(s, in.getArgOperand(1));
  const Val order = operand(s, in.getArgOperand(2));
  const Order how = order.isInt(0) ? Order::Rlx : order.isInt(5) ? Order::Sc : Order::Acq;
  const Place p = place(s, pointer, 4, how, false, false);
  Instr instr;
  if (!p.memory) {
    instr.op = Op::Assume;
    instr.value = exprOf(compare(llvm::CmpInst::ICMP_EQ, readBytes(s, p.target, 4), value));
  } else {
    instr.op = Op::Wait;
    instr.address = p.address;
    instr.value = binary(BinaryOp::Eq, loaded(), exprOf(value));
    instr.order = how;
  }
  emit(s, std::move(instr));
}

}  // namespace robur::llvmfront
