#include "frontend/llvm/calls.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

#include "frontend/llvm/asm_lowering.h"
#include "frontend/llvm/asm_text.h"

namespace robur::frontend_llvm {

namespace {

// Calls within calls. Recursion without a bound ends here.
constexpr std::size_t kDeepest = 400;
// Calls of a function within itself, each after an access to shared memory.
constexpr std::size_t kDeepestShared = 6;

}  // namespace

bool Calls::call(State& s, const llvm::CallBase& in) {
  if (in.isInlineAsm()) refuseAssembly(s, in);
  if (const llvm::Function* function = in.getCalledFunction()) return callTo(s, in, function);
  return callPointer(s, in);
}

// What could be rewritten as instructions of LLVM is no longer here (asm_lowering.h).
void Calls::refuseAssembly(State& s, const llvm::CallBase& in) {
  const std::string text =
      asWritten(llvm::cast<llvm::InlineAsm>(in.getCalledOperand())->getAsmString());
  code.refuse(
      s, fmt::format("inline assembly is not supported here: `{}`; {}", text, whyNotLowered(in)),
      "docs/cpp.md lists what is supported; use the atomics of the language instead");
}

bool Calls::callPointer(State& s, const llvm::CallBase& in) {
  const Val callee = values.coded(values.operand(s, in.getCalledOperand()));
  Targets functions;
  for (const Target& t : targetsOf(callee)) {
    if (c.objects[t.object].kind == Object::Kind::Function) functions.insert(t);
  }
  if (callee.is(Val::Kind::Addr) && !functions.empty()) {
    return callTo(s, in, llvm::cast<llvm::Function>(c.objects[callee.object].origin));
  }
  if (isUnset(callee)) return code.endUnset(s);
  for (const Target& t : functions) {
    const CodeBuilder::Mark yes = code.out.mark();
    const CodeBuilder::Mark no = code.out.mark();
    s.emitted = true;
    code.out.branch(binary(BinaryOp::Eq, callee.expr, cells.encoded(t)), yes, no, code.here(s));
    code.out.place(yes);
    State taken = s;
    if (callTo(taken, in, llvm::cast<llvm::Function>(c.objects[t.object].origin))) {
      paths.laterFromHere(std::move(taken), code.here(s));
    }
    code.out.place(no);
  }
  code.must(s, constant(0), "this calls through a pointer that points to no function");
  code.out.halt(code.here(s));
  return false;
}

bool Calls::callTo(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  const bool exits = function->getName() == "pthread_exit" || function->getName() == "thrd_exit";
  if (exits && function->isDeclaration() && code.self == 0) exitHandlers.drop(s);
  if (exits && function->isDeclaration() && endOfThread() != nullptr) return exitThread(s, in);
  if (function->getName() == "exit" && function->isDeclaration()) {
    if (code.self == 0 && !s.atExit.empty()) return exitProgram(s, in);
    exitHandlers.drop(s);
  }
  if (function->getName() == "__robur_raise") {
    return exceptions.raise(s, values.operand(s, in.getArgOperand(0)));
  }
  if (function->getIntrinsicID() == llvm::Intrinsic::eh_typeid_for) {
    return finish(s, in, exceptions.selectorOf(in.getArgOperand(0)->stripPointerCasts()));
  }
  if (function->isDeclaration() || function->isIntrinsic() ||
      KnownFunctions::replacesBody(function)) {
    if (const llvm::Function* thrower = known.throwerFor(s, in, function)) {
      return callTo(s, in, thrower);
    }
    return callKnown(s, in, function);
  }
  if (lastDestructors.leavesOut(s, in)) return finish(s, in, undef(0));
  if (s.frames.size() >= kDeepest) {
    code.refuse(s, fmt::format("calls of {} are nested too deeply", demangled(function)),
                "the depth of recursion must not depend on shared memory");
  }
  // Calls of itself with instructions between them: a recursion that depends on shared memory.
  std::size_t written = code.out.size();
  std::size_t depth = 0;
  for (auto outer = s.frames.rbegin(); outer != s.frames.rend(); ++outer) {
    if (outer->function != function) continue;
    if (outer->written < written) ++depth;
    written = std::min(written, outer->written);
  }
  if (depth > kDeepestShared && s.concurrent) {
    code.refuse(s, fmt::format("calls of {} are nested too deeply", demangled(function)),
                "the depth of recursion must not depend on shared memory");
  }
  introduce(c, code.self, function);
  CallFrame frame;
  frame.written = code.out.size();
  frame.function = function;
  frame.block = &function->getEntryBlock();
  frame.at = frame.block->begin();
  frame.site = &in;
  frame.context = c.contexts.call(s.top().context, &in, function);
  for (const llvm::Argument& argument : function->args()) {
    if (argument.getArgNo() < in.arg_size()) {
      frame.values[c.info.id(&argument)] = values.operand(s, in.getArgOperand(argument.getArgNo()));
    }
  }
  if (function->isVarArg()) keepVariadic(s, in, frame);
  const std::set<ValueId>& live = c.info.liveAfter(&in);
  std::erase_if(s.top().values, [&](const auto& entry) { return !live.contains(entry.first); });
  s.frames.push_back(std::move(frame));
  return true;
}

// The arguments after the named ones, in an object of eight bytes each; va_start finds it.
void Calls::keepVariadic(State& s, const llvm::CallBase& in, CallFrame& frame) {
  auto all = std::make_shared<Contents>();
  std::int64_t size = 0;
  for (unsigned i = static_cast<unsigned>(frame.function->arg_size()); i < in.arg_size(); ++i) {
    const llvm::Type* type = in.getArgOperand(i)->getType();
    if (type->isAggregateType() || type->isX86_FP80Ty() || type->isIntegerTy(kPairWidth) ||
        in.isByValArgument(i)) {
      code.refuse(s, "a variable argument of this type is not supported",
                  "pass integers, pointers or double");
    }
    const Val value = values.operand(s, in.getArgOperand(i));
    all->cells[size] = {(code.widthOf(type) + 7) / 8, value};
    size += 8;
  }
  const ObjectId id =
      c.objects.intern({Object::Kind::Stack, frame.function, frame.context, 0, size});
  locals.begin(s, frame, id, std::move(all));
}

// An allocation from a pool takes any of its objects.
bool Calls::callKnown(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  const auto pool =
      KnownFunctions::allocates(function) ? pools.poolAt(s, Object::Kind::Heap, &in) : std::nullopt;
  if (!pool) return callOnce(s, in, function);
  return paths.anyOf(s, *pool, [&](State& taken, ObjectId id) {
    pools.chosen = id;
    const bool goesOn = callOnce(taken, in, function);
    pools.chosen.reset();
    return goesOn;
  });
}

bool Calls::callOnce(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  const std::optional<KnownFunctions::Outcome> outcome = known.call(s, in, function);
  if (!outcome) {
    const std::string name = function->getName().str();
    if (c.pure.contains(name) || c.pure.contains(demangled(function))) {
      c.note(code.here(s), fmt::format("calls of {} are assumed to do nothing and to return 0",
                                       demangled(function)));
    } else if (s.concurrent) {
      // It matters only if some run gets here. What follows is translated to find more of them.
      c.round.unknownLater.add(name, demangled(in.getFunction()), code.innermost(s));
      UnknownBodies missing;
      missing.add(name, demangled(in.getFunction()), code.innermost(s));
      const Refusal refusal = missing.refusal();
      code.unsupportedUnless(s, constant(0), fmt::format("{}; {}", refusal.what(), refusal.help));
    } else {
      // The rest of the round only serves to find more of them.
      c.round.unknown.add(name, demangled(in.getFunction()), code.innermost(s));
    }
    return finish(s, in, known.nothing(function));
  }
  return *outcome && finish(s, in, **outcome);
}

// After a call that has returned: stores its result and continues with what follows it.
bool Calls::finish(State& s, const llvm::CallBase& in, const Val& result) {
  if (!in.getType()->isVoidTy()) s.top().values[c.info.id(&in)] = result;
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&in)) {
    return paths.enterBlock(s, invoke->getNormalDest());
  }
  ++s.top().at;
  return true;
}

// The function of the thread returns. That of the first thread is main, which __robur_start calls.
bool Calls::endsThread(const State& s) const {
  if (code.self != 0) return s.frames.size() == 1;
  return s.frames.size() == 2 && s.top().function->getName() == "main";
}

// Destructors of thread-local variables and of keys (library_threads.c).
const llvm::Function* Calls::endOfThread() const {
  const llvm::Function* function = c.info.module().getFunction("__robur_end_of_thread");
  return function != nullptr && !function->isDeclaration() ? function : nullptr;
}

// In place of the function that has returned.
bool Calls::enterEndOfThread(State& s) {
  locals.end(s);
  CallFrame& frame = s.top();
  frame.function = endOfThread();
  frame.block = &frame.function->getEntryBlock();
  frame.at = frame.block->begin();
  frame.context = c.contexts.call(frame.context, nullptr, frame.function);
  frame.values.clear();
  frame.values[c.info.id(frame.function->getArg(0))] = integer(code.self == 0 ? 1 : 0, 32);
  return true;
}

bool Calls::exitThread(State& s, const llvm::CallBase& in) {
  const Val result = values.operand(s, in.getArgOperand(0));
  code.observe(s, result);
  threads.keepResult(s, result);
  while (s.frames.size() > 1) {
    locals.end(s);
    s.frames.pop_back();
  }
  s.top().site = nullptr;
  return enterEndOfThread(s);
}

// Local variables live on.
bool Calls::exitProgram(State& s, const llvm::CallBase& in) {
  code.observe(s, values.operand(s, in.getArgOperand(0)));
  CallFrame frame;
  frame.context = s.top().context;
  if (exitHandlers.next(s, frame)) return s.frames.push_back(std::move(frame)), true;
  threads.finish();
  return false;
}

bool Calls::inEndOfProgram(const State& s) const {
  if (code.self != 0) return false;
  return s.top().atExit || endsThread(s) ||
         (s.frames.size() == 2 && s.top().function == endOfThread());
}

bool Calls::leave(State& s, const Val& result) {
  const bool ended = s.top().function == endOfThread();
  if (endsThread(s) && !ended) {
    code.observe(s, result);
    if (s.frames.size() == 1) threads.keepResult(s, result);
    if (endOfThread() != nullptr) return enterEndOfThread(s);
  }
  const bool atEnd = inEndOfProgram(s);
  locals.end(s);
  if (atEnd && exitHandlers.next(s, s.top())) return true;
  const llvm::CallBase* site = s.top().site;
  s.frames.pop_back();
  // Without a call it was exit that began it.
  if (s.frames.empty() || (atEnd && site == nullptr)) {
    threads.finish();
    return false;
  }
  return finish(s, *site, result);
}

}  // namespace robur::frontend_llvm
