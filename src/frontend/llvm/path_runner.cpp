// One path after another, instruction by instruction. A path that splits leaves the second half
// for later; a path ends when its thread does, or when it meets code already written.
#include "frontend/llvm/path_runner.h"

#include <fmt/format.h>

#include "frontend/llvm/asm_instructions.h"
#include "frontend/llvm/non_null.h"

namespace robur::frontend_llvm {

namespace {

// LLVM instructions, of all threads in one round: a few seconds.
constexpr std::uint64_t kMostSteps = 20'000'000;
// LLVM instructions of one path without an instruction of the IR: probably an endless loop.
constexpr std::uint64_t kMostSilentSteps = 1'000'000;

}  // namespace

Code PathRunner::run(State start) {
  threads.begin();
  paths.later(std::move(start), code.out.mark());
  while (!paths.done()) {
    Paths::Path path = paths.next();
    code.out.place(path.mark);
    follow(std::move(path.state));
  }
  return code.finish();
}

// What is not supported does not matter unless some run gets there. Before the first thread is
// created there is one run only, which does.
bool PathRunner::tryStep(State& s) {
  if (!s.concurrent) return step(s);
  try {
    return step(s);
  } catch (const Refusal& refusal) {
    if (refusal.limit) throw;
    code.endUnsupported(s, refusal);
    return false;
  }
}

void PathRunner::follow(State state) {
  while (tryStep(state)) {
    if (++c.round.steps > kMostSteps) {
      code.exceed(
          state, "translating this program takes too many steps" + code.whatGrew(state),
          "make loops shorter or data smaller: code that does not depend on shared memory is "
          "executed during translation");
    }
    if (++state.steps > kMostSilentSteps && state.concurrent) {
      // The reason may be that this round does not yet know what other threads write.
      if (!c.round.hung.known()) c.round.hung = code.innermost(state);
      code.out.halt(code.here(state));
      return;
    }
  }
}

bool PathRunner::step(State& s) {
  code.current = &s;
  const llvm::Instruction& in = *s.top().at;
  if (in.isTerminator() && !llvm::isa<llvm::InvokeInst>(in)) return branch(s, in);
  if (const auto* called = llvm::dyn_cast<llvm::CallBase>(&in)) return calls.call(s, *called);
  switch (in.getOpcode()) {
    case llvm::Instruction::Alloca:
      return allocateLocal(s, llvm::cast<llvm::AllocaInst>(in));
    case llvm::Instruction::Load:
      load(s, llvm::cast<llvm::LoadInst>(in));
      break;
    case llvm::Instruction::Store:
      store(s, llvm::cast<llvm::StoreInst>(in));
      break;
    case llvm::Instruction::AtomicRMW:
      updateAtomically(s, llvm::cast<llvm::AtomicRMWInst>(in));
      break;
    case llvm::Instruction::AtomicCmpXchg:
      compareAndSwap(s, llvm::cast<llvm::AtomicCmpXchgInst>(in));
      break;
    case llvm::Instruction::Fence:
      fence(s, llvm::cast<llvm::FenceInst>(in));
      break;
    case llvm::Instruction::LandingPad:
      values.set(s, in, exceptions.landed(s));
      break;
    default:
      values.set(s, in, values.compute(s, in));
  }
  ++s.top().at;
  return true;
}

// The order of a load or store. C gives volatile accesses none; older code means relaxed ones.
template <class Access>
Order PathRunner::orderIn(State& s, const Access& in) {
  const Order order = orderOf(in.getOrdering());
  if (!in.isVolatile() || order != Order::NonAtomic) return order;
  if (c.relaxedVolatile) return Order::Rlx;
  const Val pointer = arithmetic.coded(values.operand(s, in.getPointerOperand()));
  for (const Target& t : targetsOf(pointer)) {
    const bool shared = s.concurrent && c.assumed.resident.contains(t.object);
    if (shared && !c.round.plainVolatile.known()) c.round.plainVolatile = code.innermost(s);
  }
  return order;
}

// A structure as a value, such as a pointer to a member function: its members one by one.
void PathRunner::eachMember(
    State& s, llvm::Type* type,
    const std::function<void(unsigned, std::int64_t, llvm::Type*)>& access) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  const auto* members = llvm::dyn_cast<llvm::StructType>(type);
  const unsigned count = members != nullptr ? members->getNumElements()
                                            : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    llvm::Type* member =
        members != nullptr ? members->getElementType(i) : type->getArrayElementType();
    if (member->isAggregateType()) {
      code.refuse(s,
                  "a structure within a structure that is read or written at once is not supported",
                  "read or write its members");
    }
    const std::uint64_t offset =
        members != nullptr
            ? layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i)
            : i * layout.getTypeAllocSize(member).getFixedValue();
    access(i, static_cast<std::int64_t>(offset), member);
  }
}

void PathRunner::load(State& s, const llvm::LoadInst& in) {
  const Val pointer = values.operand(s, in.getPointerOperand());
  if (in.getType()->isAggregateType()) {
    Val all;
    all.kind = Val::Kind::Agg;
    eachMember(s, in.getType(), [&](unsigned, std::int64_t offset, llvm::Type* type) {
      all.parts.push_back(memory.load(s, arithmetic.moved(pointer, offset), type, orderIn(s, in)));
    });
    values.set(s, in, std::move(all));
    return;
  }
  values.set(s, in,
             memory.load(s, pointer, in.getType(), orderIn(s, in),
                         static_cast<std::int64_t>(in.getAlign().value())));
}

void PathRunner::store(State& s, const llvm::StoreInst& in) {
  const Val value = values.operand(s, in.getValueOperand());
  if (value.is(Val::Kind::Agg) && !isPair(value)) {
    const Val pointer = values.operand(s, in.getPointerOperand());
    eachMember(s, in.getValueOperand()->getType(),
               [&](unsigned i, std::int64_t offset, llvm::Type* type) {
                 Val part = value.parts[i];
                 if (part.is(Val::Kind::Undef)) part.width = code.widthOf(type);
                 memory.store(s, arithmetic.moved(pointer, offset), part, orderIn(s, in));
               });
    return;
  }
  memory.store(s, values.operand(s, in.getPointerOperand()), value, orderIn(s, in),
               static_cast<std::int64_t>(in.getAlign().value()));
}

bool PathRunner::allocateLocal(State& s, const llvm::AllocaInst& in) {
  const Val count = values.operand(s, in.getArraySize());
  if (!count.is(Val::Kind::Int)) {
    code.refuse(s, "the size of this local array is not a constant", "give it a constant size");
  }
  const auto size = static_cast<std::int64_t>(
      c.info.module().getDataLayout().getTypeAllocSize(in.getAllocatedType()));
  const auto begin = [&](State& at, unsigned number) {
    const ObjectId id = c.objects.intern({Object::Kind::Stack, &in, at.top().context, number,
                                          size * std::max<std::int64_t>(count.value, 1)});
    locals.begin(at, at.top(), id, std::make_shared<Contents>());
    values.set(at, in, address(id, 0));
    ++at.top().at;
    return true;
  };
  const auto pool = pools.poolAt(s, Object::Kind::Stack, &in);
  if (!pool) return begin(s, 0);
  return paths.anyOf(s, *pool,
                     [&](State& at, ObjectId id) { return begin(at, c.objects[id].count); });
}

void PathRunner::updateAtomically(State& s, const llvm::AtomicRMWInst& in) {
  const Val value = values.operand(s, in.getValOperand());
  const Val pointer = values.operand(s, in.getPointerOperand());
  values.set(s, in, updates.rmw(s, pointer, in, value));
}

void PathRunner::compareAndSwap(State& s, const llvm::AtomicCmpXchgInst& in) {
  const Val expected = values.operand(s, in.getCompareOperand());
  const Val desired = values.operand(s, in.getNewValOperand());
  const Val pointer = values.operand(s, in.getPointerOperand());
  values.set(s, in,
             updates.cas(s, pointer, expected, desired, orderOf(in.getSuccessOrdering()),
                         orderOf(in.getFailureOrdering()), isLocked(in)));
}

// Fences within one thread only restrain the compiler.
void PathRunner::fence(State& s, const llvm::FenceInst& in) {
  if (!s.concurrent || in.getSyncScopeID() != llvm::SyncScope::System) return;
  Instr instr;
  instr.op = Instr::Op::Fence;
  instr.order = orderOf(in.getOrdering());
  privateMemory.commitAll(s);
  code.emit(s, std::move(instr));
}

bool PathRunner::branch(State& s, const llvm::Instruction& in) {
  if (const auto* jump = llvm::dyn_cast<llvm::BranchInst>(&in)) {
    if (jump->isUnconditional()) return paths.enterBlock(s, jump->getSuccessor(0));
    const Val condition = values.operand(s, jump->getCondition());
    return fork(s, condition, jump->getSuccessor(0), jump->getSuccessor(1));
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&in)) return choose(s, *choice);
  if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&in)) {
    const llvm::Value* value = back->getReturnValue();
    return calls.leave(s, value != nullptr ? values.operand(s, value) : undef(0));
  }
  if (llvm::isa<llvm::ResumeInst>(in)) {
    return exceptions.raise(s, values.operand(s, in.getOperand(0)).parts[0]);
  }
  if (llvm::isa<llvm::UnreachableInst>(in)) {
    const auto* before = llvm::dyn_cast_or_null<llvm::CallBase>(in.getPrevNonDebugInstruction());
    const bool returned = before != nullptr && before->doesNotReturn();
    return code.endUndefined(s, returned || in.getFunction()->doesNotReturn()
                                    ? "a function that is declared noreturn can return here"
                                    : "__builtin_unreachable() can be reached here");
  }
  if (llvm::isa<llvm::CallBrInst>(in)) {
    code.refuse(s, "inline assembly that jumps is not supported", "use statements of the language");
  }
  code.refuse(s, fmt::format("{} is not supported", in.getOpcodeName()),
              "docs/cpp.md lists what is supported");
}

bool PathRunner::choose(State& s, const llvm::SwitchInst& in) {
  const Val value = values.operand(s, in.getCondition());
  if (isUnset(value)) return code.endUnset(s);
  for (const auto& option : in.cases()) {
    const Val same = arithmetic.compare(llvm::CmpInst::ICMP_EQ, value,
                                        constants.constantVal(option.getCaseValue()));
    if (same.isInt(0)) continue;
    if (same.isInt(1)) return paths.enterBlock(s, option.getCaseSuccessor());
    const CodeBuilder::Mark yes = code.out.mark();
    const CodeBuilder::Mark no = code.out.mark();
    s.emitted = true;
    code.out.branch(cells.exprOf(same), yes, no, code.here(s));
    State taken = s;
    code.out.place(yes);
    if (paths.enterBlock(taken, option.getCaseSuccessor())) {
      paths.laterFromHere(std::move(taken), code.here(s));
    }
    code.out.place(no);
  }
  return paths.enterBlock(s, in.getDefaultDest());
}

bool PathRunner::fork(State& s, const Val& condition, const llvm::BasicBlock* yes,
                      const llvm::BasicBlock* no) {
  if (isUnset(condition)) return code.endUnset(s);
  if (condition.known()) return paths.enterBlock(s, condition.isInt(1) ? yes : no);
  if (yes == no) return paths.enterBlock(s, yes);
  const CodeBuilder::Mark taken = code.out.mark();
  const CodeBuilder::Mark other = code.out.mark();
  s.emitted = true;
  code.out.branch(cells.exprOf(condition), taken, other, code.here(s));
  State half = s;
  refineByNull(condition.expr, s, half);
  code.out.place(other);
  if (paths.enterBlock(half, no)) {
    paths.laterFromHere(std::move(half), code.here(s));
  }
  code.out.place(taken);
  return paths.enterBlock(s, yes);
}

}  // namespace robur::frontend_llvm
