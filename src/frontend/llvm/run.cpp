// One path after another, instruction by instruction. A path that splits leaves the second
// half for later; a path ends when its thread does, or when it meets code already written.
#include <fmt/format.h>
#include <llvm/IR/CFG.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {
constexpr std::uint64_t kMostSteps = 20'000'000;     // of all threads in one round
constexpr std::uint64_t kMostSilentSteps = 300'000;  // without an instruction of ours
constexpr std::size_t kDeepest = 400;                // calls within calls
}  // namespace

Code Evaluator::run(State start) {
  if (c.facts.startFlags.contains(self)) {
    Instr instr;
    instr.op = Op::Wait;
    instr.address.base = startFlag(c, self);
    instr.value = binary(BinaryOp::Eq, loaded(), constant(1));
    instr.order = Order::Acq;
    instr.span = c.threads[self].end;
    out.emit(std::move(instr));
  }
  later(std::move(start), out.mark());
  while (!waiting.empty()) {
    auto [state, mark] = std::move(waiting.back());
    waiting.pop_back();
    out.place(mark);
    follow(std::move(state));
  }
  return out.finish("", {});
}

void Evaluator::later(State s, CodeBuilder::Mark mark) {
  waiting.emplace_back(std::move(s), mark);
}

void Evaluator::follow(State state) {
  while (step(state)) {
    if (++c.steps > kMostSteps) {
      exceed(state, "following this program takes too many steps" + whatGrew(state),
             "make loops shorter or data smaller: everything that does not depend on shared "
             "memory is run while the program is being read");
    }
    if (++state.steps > kMostSilentSteps && state.concurrent) {
      // Perhaps only because it is not yet known what others write.
      if (!c.hung.known()) c.hung = here(state);
      out.halt(here(state));
      return;
    }
  }
}

void Evaluator::emit(State& s, Instr instr) {
  if (!instr.span.known()) instr.span = here(s);
  s.emitted = true;
  s.steps = 0;
  s.visible |= accessesMemory(instr.op) || instr.op == Op::Fence;
  if (out.size() > 60000) {
    exceed(s, "this thread becomes too long when all its calls are written out" + whatGrew(s),
           "make loops with known bounds shorter");
  }
  out.emit(std::move(instr));
}

void Evaluator::must(State& s, ExprPtr holds, const std::string& otherwise) {
  Instr instr;
  instr.op = Op::Assert;
  instr.value = std::move(holds);
  instr.complaint = otherwise;
  emit(s, std::move(instr));
}

bool Evaluator::endUnset(State& s) {
  must(s, constant(0), "this depends on a value that was never set");
  out.halt(here(s));
  return false;
}

void Evaluator::refuse(const State& s, const std::string& message, const std::string& help) {
  throw Refusal(here(s), message, help);
}

void Evaluator::exceed(const State& s, const std::string& message, const std::string& help) {
  throw Refusal(here(s), message, help, true);
}

// The allocation from which most objects are alive, if that is more than a few.
std::string Evaluator::whatGrew(const State& s) {
  constexpr int kFew = 4;
  std::map<const llvm::Value*, int> alive;
  for (const auto& [id, contents] : s.memory) {
    const Object& object = c.objects[id];
    if (object.kind == Object::Kind::Heap && !contents->freed) ++alive[object.origin];
  }
  const llvm::Instruction* most = nullptr;
  for (const auto& [origin, count] : alive) {
    const bool more = most == nullptr ? count > kFew : count > alive[most];
    if (more) most = llvm::dyn_cast_or_null<llvm::Instruction>(origin);
  }
  if (most == nullptr) return {};
  const Span span = c.spans.of(most->getDebugLoc().get());
  return fmt::format("; {} objects from the allocation {} are alive", alive[most],
                     span.known() ? fmt::format("in line {}", span.line)
                                  : fmt::format("in {}", most->getFunction()->getName().str()));
}

RegId Evaluator::fresh(unsigned width, bool pointer) {
  return out.temporary(pointer ? kPointerType : typeOfWidth(width));
}

bool Evaluator::step(State& s) {
  current = &s;
  const llvm::Instruction& in = *s.top().at;
  if (in.isTerminator() && !llvm::isa<llvm::InvokeInst>(in)) return branch(s, in);
  if (const auto* called = llvm::dyn_cast<llvm::CallBase>(&in)) return call(s, *called);
  switch (in.getOpcode()) {
    case llvm::Instruction::Alloca: {
      const auto& variable = llvm::cast<llvm::AllocaInst>(in);
      const Val count = operand(s, variable.getArraySize());
      if (!count.is(Val::Kind::Int)) {
        refuse(s, "the size of this local array is not known", "give it a constant size");
      }
      const auto size = static_cast<std::int64_t>(
          c.info.module().getDataLayout().getTypeAllocSize(variable.getAllocatedType()));
      const ObjectId id = c.objects.intern({Object::Kind::Stack, &in, s.top().context, 0,
                                            size * std::max<std::int64_t>(count.value, 1)});
      s.memory[id] = std::make_shared<Contents>();
      s.top().locals.push_back(id);
      set(s, in, address(id, 0));
      break;
    }
    case llvm::Instruction::Load: {
      const auto& access = llvm::cast<llvm::LoadInst>(in);
      const Val pointer = operand(s, access.getPointerOperand());
      set(s, in, load(s, pointer, in.getType(), orderOf(access.getOrdering())));
      break;
    }
    case llvm::Instruction::Store: {
      const auto& access = llvm::cast<llvm::StoreInst>(in);
      const Val value = operand(s, access.getValueOperand());
      store(s, operand(s, access.getPointerOperand()), value, orderOf(access.getOrdering()));
      break;
    }
    case llvm::Instruction::AtomicRMW: {
      const auto& access = llvm::cast<llvm::AtomicRMWInst>(in);
      const Val value = operand(s, access.getValOperand());
      set(s, in, rmw(s, operand(s, access.getPointerOperand()), access, value));
      break;
    }
    case llvm::Instruction::AtomicCmpXchg: {
      const auto& access = llvm::cast<llvm::AtomicCmpXchgInst>(in);
      const Val expected = operand(s, access.getCompareOperand());
      const Val desired = operand(s, access.getNewValOperand());
      set(s, in,
          cas(s, operand(s, access.getPointerOperand()), expected, desired,
              orderOf(access.getSuccessOrdering()), orderOf(access.getFailureOrdering())));
      break;
    }
    case llvm::Instruction::Fence: {
      const auto& fence = llvm::cast<llvm::FenceInst>(in);
      if (s.concurrent && fence.getSyncScopeID() == llvm::SyncScope::System) {
        Instr instr;
        instr.op = Op::Fence;
        instr.order = orderOf(fence.getOrdering());
        commitAll(s);
        emit(s, std::move(instr));
      }
      break;
    }
    default:
      set(s, in, compute(s, in));
  }
  ++s.top().at;
  return true;
}

bool Evaluator::branch(State& s, const llvm::Instruction& in) {
  if (const auto* jump = llvm::dyn_cast<llvm::BranchInst>(&in)) {
    if (jump->isUnconditional()) return enterBlock(s, jump->getSuccessor(0));
    const Val condition = operand(s, jump->getCondition());
    return fork(s, condition, jump->getSuccessor(0), jump->getSuccessor(1));
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&in)) {
    const Val value = operand(s, choice->getCondition());
    if (isUnset(value)) return endUnset(s);
    for (const auto& option : choice->cases()) {
      const Val same = compare(llvm::CmpInst::ICMP_EQ, value, constantVal(option.getCaseValue()));
      if (same.isInt(0)) continue;
      if (same.isInt(1)) return enterBlock(s, option.getCaseSuccessor());
      const CodeBuilder::Mark yes = out.mark();
      const CodeBuilder::Mark no = out.mark();
      s.emitted = true;
      out.branch(exprOf(same), yes, no, here(s));
      State taken = s;
      out.place(yes);
      if (enterBlock(taken, option.getCaseSuccessor())) {
        const CodeBuilder::Mark go = out.mark();
        out.jump(go, here(s));
        later(std::move(taken), go);
      }
      out.place(no);
    }
    return enterBlock(s, choice->getDefaultDest());
  }
  if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&in)) {
    const llvm::Value* value = back->getReturnValue();
    return leave(s, value != nullptr ? operand(s, value) : undef(0));
  }
  if (llvm::isa<llvm::UnreachableInst>(in)) {
    out.halt(here(s));
    return false;
  }
  refuse(s, fmt::format("{} is not supported", in.getOpcodeName()),
         "exceptions that are caught cannot be followed");
}

bool Evaluator::fork(State& s, const Val& condition, const llvm::BasicBlock* yes,
                     const llvm::BasicBlock* no) {
  if (isUnset(condition)) return endUnset(s);
  if (condition.known()) return enterBlock(s, condition.isInt(1) ? yes : no);
  if (yes == no) return enterBlock(s, yes);
  const CodeBuilder::Mark taken = out.mark();
  const CodeBuilder::Mark other = out.mark();
  s.emitted = true;
  out.branch(exprOf(condition), taken, other, here(s));
  State half = s;
  out.place(other);
  if (enterBlock(half, no)) {
    const CodeBuilder::Mark go = out.mark();
    out.jump(go, here(s));
    later(std::move(half), go);
  }
  out.place(taken);
  return enterBlock(s, yes);
}

bool Evaluator::enterBlock(State& s, const llvm::BasicBlock* to) {
  Frame& frame = s.top();
  const llvm::BasicBlock* from = frame.block;
  std::vector<std::pair<ValueId, Val>> phis;
  for (const llvm::PHINode& phi : to->phis()) {
    phis.emplace_back(c.info.id(&phi), operand(s, phi.getIncomingValueForBlock(from)));
  }
  for (auto& [id, val] : phis) frame.values[id] = std::move(val);
  frame.block = to;
  frame.at = to->getFirstNonPHIIt();
  // Several cases of one switch that lead here are one way to it.
  if (to->getUniquePredecessor() != nullptr) return true;
  return join(s);
}

bool Evaluator::leave(State& s, const Val& result) {
  if (s.frames.size() == 1) keepResult(s, result);
  for (const ObjectId local : s.top().locals) s.memory.erase(local);
  const llvm::CallBase* site = s.top().site;
  s.frames.pop_back();
  if (s.frames.empty()) {
    finishThread();
    return false;
  }
  bool goesOn = true;
  finishCall(s, *site, result, goesOn);
  return goesOn;
}

// After a call: its result, and on to what follows it. An exception is never thrown.
void Evaluator::finishCall(State& s, const llvm::CallBase& in, const Val& result, bool& goesOn) {
  if (!in.getType()->isVoidTy()) s.top().values[c.info.id(&in)] = result;
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&in)) {
    goesOn = enterBlock(s, invoke->getNormalDest());
  } else {
    ++s.top().at;
    goesOn = true;
  }
}

bool Evaluator::callTo(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  if (function->isDeclaration() || function->isIntrinsic() || isOutput(function)) {
    bool goesOn = true;
    if (!builtin(s, in, function, goesOn)) {
      refuse(s, fmt::format("the body of {} is not known", demangled(function)),
             "give the file that defines it as well, or leave the call out");
    }
    return goesOn;
  }
  if (s.frames.size() >= kDeepest) {
    refuse(s, fmt::format("calls of {} are nested too deeply", demangled(function)),
           "recursion must end after a number of calls that is known while reading the program");
  }
  introduce(c, self, function);
  Frame frame;
  frame.function = function;
  frame.block = &function->getEntryBlock();
  frame.at = frame.block->begin();
  frame.site = &in;
  frame.context = c.contexts.call(s.top().context, &in, function);
  for (const llvm::Argument& argument : function->args()) {
    if (argument.getArgNo() < in.arg_size()) {
      frame.values[c.info.id(&argument)] = operand(s, in.getArgOperand(argument.getArgNo()));
    }
  }
  const std::set<ValueId>& live = c.info.liveAfter(&in);
  std::erase_if(s.top().values, [&](const auto& entry) { return !live.contains(entry.first); });
  s.frames.push_back(std::move(frame));
  return true;
}

void Evaluator::finishThread() {
  if (self != 0 && c.facts.doneFlags.contains(self)) {
    Instr instr;
    instr.op = Op::Store;
    instr.address.base = doneFlag(c, self);
    instr.value = constant(1);
    instr.order = Order::Rel;
    instr.span = c.threads[self].end;
    out.emit(std::move(instr));
  }
  out.halt(c.threads[self].end);
}

}  // namespace robur::llvmfront
