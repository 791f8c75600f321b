#include "frontend/llvm/threads.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include "frontend/llvm/client.h"
#include "program/validate.h"

namespace robur::frontend_llvm {

namespace {

constexpr std::int64_t kLongestName = 64;

bool sameVal(const Val& a, const Val& b) {
  return a.kind == b.kind && a.value == b.value && a.object == b.object;
}

}  // namespace

LocationId startFlag(const Context& c, std::uint32_t thread) {
  return LocationId{c.round.layout.count() + 2 * thread};
}
LocationId doneFlag(const Context& c, std::uint32_t thread) {
  return LocationId{c.round.layout.count() + 2 * thread + 1};
}

void introduce(Context& c, std::uint32_t thread, const llvm::Function* function) {
  ThreadPlan& plan = c.round.threads[thread];
  const llvm::DISubprogram* info = function->getSubprogram();
  if (info == nullptr || !c.spans.ours(info->getFile())) return;
  if (info->getName().starts_with("__cxx_global_"))
    return;  // the initialisation of variables before main
  const bool given = c.spans.given(info->getFile());
  if (plan.end.known() && (plan.introduced || !given)) return;
  plan.end = c.spans.ofLine(info->getFile(), info->getLine());
  if (plan.name.empty() || plan.named) {
    plan.name = info->getName().str();
    if (plan.name == "operator()") plan.name = fmt::format("lambda:{}", info->getLine());
    plan.named = true;
  }
  plan.introduced = given;
}

void Threads::begin() {
  if (!c.assumed.startFlags.contains(code.self)) return;
  Instr instr;
  instr.op = Instr::Op::Wait;
  instr.address.base = startFlag(c, code.self);
  instr.value = binary(BinaryOp::Eq, loaded(), constant(1));
  instr.order = Order::Acq;
  instr.span = c.round.threads[code.self].end;
  code.out.emit(std::move(instr));
}

ThreadPlan Threads::planFor(State& s, const Val& callee, const Val& argument) {
  ThreadPlan plan;
  plan.parent = code.self;
  plan.ordinal = s.spawned;
  plan.function = llvm::cast<llvm::Function>(c.objects[callee.object].origin);
  plan.arguments = {argument};
  if (plan.function->getName().starts_with(kClient)) {
    plan.name = plan.function->getArg(0)->getName().str();
  }
  plan.start.memory = s.memory;
  plan.start.atExit = s.atExit;
  plan.start.concurrent = true;
  for (auto& [id, shared] : plan.start.memory) {
    // Values in the creator's registers cannot be passed on: the thread must not read them.
    Contents all = *shared;
    for (auto& [offset, bytes] : all.cells) {
      if (bytes.val.is(Val::Kind::Dyn)) bytes.val = undef(kForeign);
    }
    shared = std::make_shared<Contents>(std::move(all));
  }
  return plan;
}

// The number of the planned thread. A creator that gets here on another path creates the same
// thread.
std::uint32_t Threads::numberOf(State& s, ThreadPlan plan) {
  std::vector<ThreadPlan>& all = c.round.threads;
  std::uint32_t thread = 0;
  for (std::uint32_t t = 1; t < all.size(); ++t) {
    if (all[t].parent == plan.parent && all[t].ordinal == plan.ordinal) thread = t;
  }
  if (thread != 0) {
    const ThreadPlan& old = all[thread];
    if (old.function != plan.function || !sameVal(old.arguments[0], plan.arguments[0])) {
      code.refuse(s, "the thread that is created here depends on what other threads do",
                  "create all threads before, or in a fixed order");
    }
    return thread;
  }
  if (all.size() > kMaxThreads) {
    code.exceed(s, fmt::format("the program creates more than {} threads", kMaxThreads),
                "create fewer threads: every state holds all of them");
  }
  all.push_back(std::move(plan));
  return static_cast<std::uint32_t>(all.size() - 1);
}

void Threads::needNumber(State& s, const std::string& what, bool ofOthers) {
  const bool any = ofOthers ? std::ranges::any_of(c.round.threads, &ThreadPlan::any)
                            : c.round.threads[code.self].any;
  if (!any) return;
  std::string named = "f";
  if (c.round.threads[code.self].any && s.frames.size() > 1) {
    const llvm::Function* called = s.frames[1].function;  // by the client
    if (called->arg_size() <= 1) named = demangled(called);
  }
  Refusal refusal(code.innermost(s), what + ", and there are any number of threads",
                  fmt::format("ask for a number of threads: --entry {0},{0}", named), true);
  refusal.needsNumber = true;
  throw refusal;
}

Val Threads::spawn(State& s, const Val& callee, const Val& argument, bool any) {
  if (c.round.threads[code.self].any) needNumber(s, "this creates a thread");
  if (!callee.is(Val::Kind::Addr) || c.objects[callee.object].kind != Object::Kind::Function) {
    code.refuse(s, "the function that this thread runs is not known",
                "name the function where the thread is created");
  }
  if (argument.is(Val::Kind::Dyn)) {
    code.refuse(s, "the argument of this thread depends on what other threads do",
                "pass a constant or the address of a variable");
  }
  if (!s.concurrent) {
    privateMemory.commitInitial(s);
    s.concurrent = true;
  } else {
    privateMemory.commitAll(s);
  }
  const std::uint32_t thread = numberOf(s, planFor(s, callee, argument));
  c.round.threads[thread].any = any;
  if (s.visible) c.assumed.add(c.assumed.startFlags, thread);
  if (c.assumed.startFlags.contains(thread)) {
    Instr instr;
    instr.op = Instr::Op::Store;
    instr.address.base = startFlag(c, thread);
    instr.value = constant(1);
    instr.order = Order::Rel;
    code.emit(s, std::move(instr));
  }
  ++s.spawned;
  return integer(thread, 64);
}

void Threads::join(State& s, const Val& handle) {
  const auto count = static_cast<std::int64_t>(c.round.threads.size());
  const bool known = handle.is(Val::Kind::Int) && handle.value > 0 && handle.value < count;
  if (!known && (!handle.is(Val::Kind::Dyn) || count == 1)) {
    code.refuse(s, "the thread that this waits for is not known",
                "keep thread handles in variables that only their creator uses");
  }
  privateMemory.commitAll(s);
  if (known) {
    waitForEnd(s, static_cast<std::uint32_t>(handle.value));
  } else {
    // The handle is in memory that other threads see: one case for each thread.
    const CodeBuilder::Mark done = code.out.mark();
    for (std::uint32_t thread = 1; thread < count; ++thread) {
      const CodeBuilder::Mark yes = code.out.mark();
      const CodeBuilder::Mark no = code.out.mark();
      code.out.branch(binary(BinaryOp::Eq, handle.expr, constant(thread)), yes, no, code.here(s));
      code.out.place(yes);
      waitForEnd(s, thread);
      code.out.jump(done, code.here(s));
      code.out.place(no);
    }
    code.must(s, constant(0), "this waits for a thread that was never created");
    code.out.jump(done, code.here(s));
    code.out.place(done);
  }
  ++s.joined;
}

void Threads::waitForEnd(State& s, std::uint32_t thread) {
  c.assumed.add(c.assumed.doneFlags, thread);
  Instr instr;
  instr.op = Instr::Op::Wait;
  instr.address.base = doneFlag(c, thread);
  instr.value = binary(BinaryOp::Eq, loaded(), constant(1));
  instr.order = Order::Acq;
  code.emit(s, std::move(instr));
}

void Threads::finish() {
  const bool any = c.round.threads[code.self].any;  // one copy has ended, others may run
  if (code.self != 0 && !any && c.assumed.doneFlags.contains(code.self)) {
    Instr instr;
    instr.op = Instr::Op::Store;
    instr.address.base = doneFlag(c, code.self);
    instr.value = constant(1);
    instr.order = Order::Rel;
    instr.span = c.round.threads[code.self].end;
    code.out.emit(std::move(instr));
  }
  code.out.halt(c.round.threads[code.self].end);
}

// The result of a thread is kept in an object that the translator adds.
Val Threads::resultObject(std::uint32_t thread) {
  const llvm::Function* start = c.info.module().getFunction("__robur_start");
  return address(
      c.objects.intern({Object::Kind::Hidden, start, c.contexts.root(thread), 0, sizeof(void*)}),
      0);
}

void Threads::keepResult(State& s, const Val& value) {
  if (code.self == 0 || !c.assumed.results.contains(code.self)) return;
  const bool narrow = value.width < 64 && !isUnset(value);
  memory.store(s, resultObject(code.self),
               isUnset(value) ? undef(64)
               : narrow       ? arithmetic.cast(llvm::Instruction::SExt, value, 64)
                              : value,
               Order::NonAtomic);
}

Val Threads::resultOf(State& s, const Val& handle, const llvm::Type* type) {
  if (!handle.is(Val::Kind::Int)) {
    code.refuse("the thread whose result this asks for is not known",
                "keep thread handles in variables that only their creator uses");
  }
  const auto thread = static_cast<std::uint32_t>(handle.value);  // join() has checked it
  c.assumed.add(c.assumed.results, thread);
  return memory.load(s, resultObject(thread), type, Order::NonAtomic);
}

void Threads::setName(State& s, const Val& pointer) {
  std::string name;
  if (pointer.is(Val::Kind::Addr)) {
    for (std::int64_t i = pointer.value; i < c.objects[pointer.object].size && i < kLongestName;
         ++i) {
      const Val v = privateMemory.readBytes(s, {pointer.object, i}, 1);
      if (!v.is(Val::Kind::Int) || v.value == 0) break;
      name += static_cast<char>(v.value);
    }
  }
  if (name.empty()) {
    code.refuse(s, "the argument of robur_thread_name is not a string constant",
                "pass a string literal");
  }
  c.round.threads[code.self].name = name;
  c.round.threads[code.self].named = false;
}

bool Threads::wait(State& s, const Val& pointer, const Val& value, Order order) {
  const Access a = memory.access(s, pointer, 4, order, false, false);
  if (!a.memory) {
    return waitUnless(
        code, c, s,
        arithmetic.compare(llvm::CmpInst::ICMP_EQ, privateMemory.readBytes(s, a.target, 4), value));
  }
  Instr instr;
  instr.op = Instr::Op::Wait;
  instr.address = a.address;
  instr.value = binary(BinaryOp::Eq, loaded(), cells.exprOf(value));
  instr.order = order;
  code.emit(s, std::move(instr));
  return true;
}

// A thread that waits for its own end waits forever.
bool waitUnless(ThreadTranslation& code, Context& c, State& s, const Val& holds) {
  if (holds.isInt(1)) return true;
  const auto waitForever = [&] {
    c.assumed.add(c.assumed.doneFlags, code.self);
    Instr instr;
    instr.op = Instr::Op::Wait;
    instr.address.base = doneFlag(c, code.self);
    instr.value = binary(BinaryOp::Eq, loaded(), constant(1));
    instr.order = Order::Acq;
    code.emit(s, std::move(instr));
    code.out.halt(code.here(s));
  };
  if (isUnset(holds)) code.must(s, constant(0), "this depends on a value that was never set");
  if (!holds.is(Val::Kind::Dyn)) return waitForever(), false;
  const CodeBuilder::Mark on = code.out.mark();
  const CodeBuilder::Mark stuck = code.out.mark();
  s.emitted = true;
  code.out.branch(holds.expr, on, stuck, code.here(s));
  code.out.place(stuck);
  waitForever();
  code.out.place(on);
  return true;
}

}  // namespace robur::frontend_llvm
