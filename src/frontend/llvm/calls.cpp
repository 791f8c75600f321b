#include "frontend/llvm/calls.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

namespace robur::frontend_llvm {

namespace {

// Calls within calls. Recursion without a bound ends here.
constexpr std::size_t kDeepest = 400;

}  // namespace

bool Calls::call(State& s, const llvm::CallBase& in) {
  if (in.isInlineAsm()) return callAssembly(s, in);
  if (const llvm::Function* function = in.getCalledFunction()) return callTo(s, in, function);
  return callPointer(s, in);
}

// An empty statement only restrains the compiler; pause and similar instructions are hints.
bool Calls::callAssembly(State& s, const llvm::CallBase& in) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(in.getCalledOperand());
  const llvm::StringRef text = assembly->getAsmString();
  const bool hint =
      text.empty() || text == "pause" || text == "rep; nop" || text == "yield" || text == "nop";
  if (!in.getType()->isVoidTy() || !hint) {
    code.refuse(s, "inline assembly is not supported", "use the atomics of the language instead");
  }
  return finish(s, in, undef(0));
}

bool Calls::callPointer(State& s, const llvm::CallBase& in) {
  const Val callee = values.operand(s, in.getCalledOperand());
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
  if (function->isDeclaration() || function->isIntrinsic() ||
      KnownFunctions::replacesBody(function)) {
    return callKnown(s, in, function);
  }
  if (s.frames.size() >= kDeepest) {
    code.refuse(s, fmt::format("calls of {} are nested too deeply", demangled(function)),
                "the depth of recursion must not depend on shared memory");
  }
  introduce(c, code.self, function);
  CallFrame frame;
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
  const std::set<ValueId>& live = c.info.liveAfter(&in);
  std::erase_if(s.top().values, [&](const auto& entry) { return !live.contains(entry.first); });
  s.frames.push_back(std::move(frame));
  return true;
}

bool Calls::callKnown(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  const std::optional<KnownFunctions::Outcome> outcome = known.call(s, in, function);
  if (!outcome) {
    code.refuse(s, fmt::format("the body of {} is not known", demangled(function)),
                "also pass the file that defines it, or leave the call out");
  }
  return *outcome && finish(s, in, **outcome);
}

// After a call: stores its result and continues with what follows it. No exception is thrown.
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

bool Calls::leave(State& s, const Val& result) {
  if (endsThread(s)) code.observe(s, result);
  if (s.frames.size() == 1) threads.keepResult(s, result);
  for (const ObjectId local : s.top().locals) s.memory.erase(local);
  const llvm::CallBase* site = s.top().site;
  s.frames.pop_back();
  if (s.frames.empty()) {
    threads.finish();
    return false;
  }
  return finish(s, *site, result);
}

}  // namespace robur::frontend_llvm
