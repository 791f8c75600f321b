#include "frontend/llvm/known_functions.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <bit>

#include "frontend/llvm/exit_handlers.h"
#include "program/internal_error.h"

namespace robur::frontend_llvm {

namespace {

using Op = Instr::Op;

// Every value of robur_nondet is a successor of its own in the search.
constexpr std::int64_t kMostNondetValues = 65536;

constexpr std::int64_t kLargestObject = std::int64_t{1} << 27;
constexpr std::int64_t kMostOfUnknownSize = 128;
constexpr std::int64_t kAddressSpace = std::int64_t{1} << 47;

// The argument of llvm.ubsantrap at the end of a function that should have returned a value.
constexpr std::int64_t kMissingReturn = 11;

// Operator new, but not with std::nothrow.
bool throwsOnFailure(const llvm::Function* function) {
  const llvm::StringRef name = function->getName();
  return name.starts_with("_Zn") && !name.ends_with("nothrow_t");
}

// A memory order as C's enumeration numbers it.
Order fromC(std::int64_t order) {
  constexpr Order kOrders[] = {Order::Rlx, Order::Acq,    Order::Acq,
                               Order::Rel, Order::AcqRel, Order::Sc};
  return order >= 0 && order <= 5 ? kOrders[order] : Order::Sc;
}

}  // namespace

std::optional<KnownFunctions::Outcome> KnownFunctions::call(State& s, const llvm::CallBase& in,
                                                            const llvm::Function* function) {
  const Call call{s, in, function};
  if (function->isIntrinsic()) {
    if (std::optional<Val> value = intrinsic(call)) return Outcome(std::move(*value));
  }
  const Handler handler = handlerOf(function);
  if (handler == nullptr) return std::nullopt;
  return (this->*handler)(call);
}

std::int64_t KnownFunctions::number(const Call& call, unsigned i, const char* what) {
  const Val v = argument(call, i);
  if (!v.is(Val::Kind::Int)) {
    code.refuse(call.s, fmt::format("{} is not a constant here", what),
                "pass a value that does not depend on shared memory");
  }
  return v.value;
}

std::string KnownFunctions::literal(const Call& call, unsigned i) {
  const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(call.in.getArgOperand(i));
  const auto* data =
      text != nullptr ? llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer()) : nullptr;
  return data != nullptr ? data->getAsCString().str() : "";
}

Val KnownFunctions::nothing(const llvm::Function* function) {
  const llvm::Type* type = function->getReturnType();
  if (type->isVoidTy() || type->isAggregateType()) return undef(0);
  return integer(0, code.widthOf(type));
}

void KnownFunctions::test(State& s, Op op, const Val& condition) {
  const Val holds = condition.width == 1 ? condition
                                         : arithmetic.compare(llvm::CmpInst::ICMP_NE, condition,
                                                              integer(0, condition.width));
  if (holds.isInt(1)) return;
  Instr instr;
  instr.op = op;
  instr.value = cells.exprOf(holds);
  code.emit(s, std::move(instr));
}

Val KnownFunctions::nondet(State& s, std::int64_t lo, std::int64_t hi, unsigned width) {
  Instr instr;
  instr.op = Op::Havoc;
  instr.lo = lo;
  instr.hi = hi;
  instr.dst = code.fresh(width, false);
  const RegId dst = instr.dst;
  code.emit(s, std::move(instr));
  return dynamic(reg(dst), width, lo, hi);
}

// What a pointer points to in private memory may be printed as well (write, %s). A buffer that
// other threads can access is not read, as the note about ignored calls says.
void KnownFunctions::observeArguments(const Call& call) {
  for (unsigned i = 0; i < call.in.arg_size(); ++i) {
    if (call.in.getArgOperand(i)->getType()->isFloatingPointTy()) continue;
    const Val value = argument(call, i);
    code.observe(call.s, value);
    if (!value.is(Val::Kind::Addr)) continue;
    const auto found = call.s.memory.find(value.object);
    if (found == call.s.memory.end() || found->second->escaped) continue;
    const std::shared_ptr<const Contents> behind = found->second;
    for (const auto& [offset, bytes] : behind->cells) code.observe(call.s, bytes.val);
  }
}

// Output and pauses: nothing that a thread does afterwards depends on them. Calls that print are
// listed in a note.
KnownFunctions::Outcome KnownFunctions::ignoreOutput(const Call& call) {
  observeArguments(call);
  c.ignored.insert(call.function->getName().str());
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::ignoreStream(const Call& call) {
  observeArguments(call);
  c.ignored.insert("operator<<");
  const bool chained = call.in.arg_size() > 0 && call.function->getReturnType()->isPointerTy();
  return chained ? argument(call, 0) : zero(call);
}
KnownFunctions::Outcome KnownFunctions::doNothing(const Call& call) {
  return zero(call);
}

// Failures: the run ends in an error.
KnownFunctions::Outcome KnownFunctions::fail(const Call& call, const std::string& why) {
  code.endUndefined(call.s, why);
  return std::nullopt;
}
KnownFunctions::Outcome KnownFunctions::failAssertion(const Call& call) {
  test(call.s, Op::Assert, integer(0, 1));
  code.out.halt(code.here(call.s));
  return std::nullopt;
}
KnownFunctions::Outcome KnownFunctions::abortProgram(const Call& call) {
  return fail(call,
              fmt::format("the program can end here by calling {}", demangled(call.function)));
}
KnownFunctions::Outcome KnownFunctions::trap(const Call& call) {
  return fail(call, "__builtin_trap() can be reached here");
}
// Clang is asked for this call where a function ends without the value that it returns (load.cpp).
// The call has an arbitrary place, so the function is named and its line is reported.
KnownFunctions::Outcome KnownFunctions::checkOfCompiler(const Call& call) {
  if (!argument(call, 0).isInt(kMissingReturn)) return trap(call);
  const llvm::DISubprogram* function = call.in.getFunction()->getSubprogram();
  if (function == nullptr) return fail(call, "a function can end without returning a value");
  Instr instr;
  instr.op = Op::Assert;
  instr.value = constant(0);
  instr.span = c.spans.ofLine(function->getFile(), function->getLine());
  instr.complaint = fmt::format("{} can end without returning a value", function->getName().str());
  code.emit(call.s, std::move(instr));
  code.out.halt(code.here(call.s));
  return std::nullopt;
}

KnownFunctions::Outcome KnownFunctions::registerAtExit(const Call& call) {
  const Val object = call.in.arg_size() > 1 ? argument(call, 1) : integer(0, 64);
  registerExitHandler(code, c, call.s, argument(call, 0), object);
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::exitProgram(const Call& call) {
  observeArguments(call);
  threads.finish();
  return std::nullopt;
}
KnownFunctions::Outcome KnownFunctions::endThreadWithResult(const Call& call) {
  observeArguments(call);
  threads.keepResult(call.s, argument(call, 0));
  for (; !call.s.frames.empty(); call.s.frames.pop_back()) locals.end(call.s);
  threads.finish();
  return std::nullopt;
}

const llvm::Function* KnownFunctions::throwerFor(State& s, const llvm::CallBase& in,
                                                 const llvm::Function* function) {
  const Handler handler = handlerOf(function);
  if (handler != &KnownFunctions::allocate || !throwsOnFailure(function)) return nullptr;
  const Val size = values.operand(s, in.getArgOperand(0));
  if (!size.is(Val::Kind::Int) || (size.value >= 0 && size.value < kAddressSpace)) return nullptr;
  const llvm::Function* thrower = c.info.module().getFunction(kThrowsBadAlloc);
  return thrower != nullptr && !thrower->isDeclaration() ? thrower : nullptr;
}

// No machine has as many bytes: `new` throws, malloc returns null. Containers contain such calls
// for sizes that overflow.
KnownFunctions::Outcome KnownFunctions::allocated(const Call& call, std::int64_t size,
                                                  bool zeroed) {
  if (size >= 0 && size < kLargestObject) {
    return address(heap.allocate(call.s, &call.in, size, zeroed), 0);
  }
  if (size > 0 && size < kAddressSpace) {
    code.refuse(call.s, "an object of more than 128 MiB is not supported", "make it smaller");
  }
  if (!throwsOnFailure(call.function)) return integer(0, 64);
  return fail(call, "std::bad_alloc can be thrown here");
}

// The object gets the largest size; a run in which it needs more is not decided.
KnownFunctions::Outcome KnownFunctions::allocateUpTo(const Call& call, const Val& size) {
  const Val fits =
      arithmetic.compare(llvm::CmpInst::ICMP_ULE, size, integer(kMostOfUnknownSize, 64));
  code.unsupportedUnless(
      call.s, cells.exprOf(fits),
      fmt::format("the size of this allocation depends on shared memory and is more than {} bytes; "
                  "reserve memory before threads are created",
                  kMostOfUnknownSize));
  c.note(
      code.innermost(call.s),
      fmt::format("the size of this allocation depends on shared memory: {} bytes are allocated, "
                  "and an access beyond the size but within them is not found",
                  kMostOfUnknownSize));
  return address(heap.allocate(call.s, &call.in, kMostOfUnknownSize, false), 0);
}

KnownFunctions::Outcome KnownFunctions::allocate(const Call& call) {
  const Val size = argument(call, 0);
  const bool unknown = call.s.concurrent && size.is(Val::Kind::Dyn);
  c.metUnknownSize |= unknown;
  if (unknown && c.followsUnknownSizes) return allocateUpTo(call, size);
  return allocated(call, number(call, 0, "the size of this allocation"), false);
}
KnownFunctions::Outcome KnownFunctions::allocateZeroed(const Call& call) {
  const Wide size = static_cast<Wide>(number(call, 0, "the number of elements")) *
                    number(call, 1, "the size of an element");
  return allocated(call, size >= 0 && size <= INT64_MAX ? static_cast<std::int64_t>(size) : -1,
                   true);
}
KnownFunctions::Outcome KnownFunctions::allocateAligned(const Call& call) {
  const std::int64_t alignment = number(call, 0, "the alignment of this allocation");
  if (alignment <= 0 || !std::has_single_bit(static_cast<std::uint64_t>(alignment))) {
    return fail(call, fmt::format("{} is no alignment: it is not a power of two", alignment));
  }
  return allocated(call, number(call, 1, "the size of this allocation"), false);
}
KnownFunctions::Outcome KnownFunctions::allocateArgument(const Call& call) {
  return allocated(call, number(call, 0, "the size of this argument"), true);
}
KnownFunctions::Outcome KnownFunctions::forget(const Call& call) {
  heap.forget(call.s, argument(call, 0));
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::release(const Call& call) {
  heap.release(call.s, argument(call, 0));
  return zero(call);
}

KnownFunctions::Outcome KnownFunctions::spawn(const Call& call) {
  const Val callee = argument(call, 0);
  return threads.spawn(call.s, callee, argument(call, 1));
}
KnownFunctions::Outcome KnownFunctions::spawnAny(const Call& call) {
  const Val callee = argument(call, 0);
  return threads.spawn(call.s, callee, argument(call, 1), true);
}
KnownFunctions::Outcome KnownFunctions::join(const Call& call) {
  threads.join(call.s, argument(call, 0));
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::threadResult(const Call& call) {
  return threads.resultOf(call.s, argument(call, 0), call.function->getReturnType());
}
KnownFunctions::Outcome KnownFunctions::threadCount(const Call& call) {
  threads.needNumber(call.s, "this looks at every thread", true);
  if (!c.assumed.threadsMatter) c.assumed.threadsMatter = c.assumed.changed = true;
  return integer(c.assumed.threads, code.widthOf(call.function->getReturnType()));
}
// Our own library uses the number for objects that only one thread uses.
KnownFunctions::Outcome KnownFunctions::threadNumber(const Call& call) {
  const bool ours = call.in.getFunction()->getSubprogram() == nullptr;
  if (!ours) threads.needNumber(call.s, "this uses which thread it is");
  return integer(code.self, code.widthOf(call.function->getReturnType()));
}
KnownFunctions::Outcome KnownFunctions::threadName(const Call& call) {
  threads.setName(call.s, argument(call, 0));
  return zero(call);
}

KnownFunctions::Outcome KnownFunctions::unsetValue(const Call& call) {
  return undef(code.widthOf(call.function->getReturnType()));
}
KnownFunctions::Outcome KnownFunctions::isKnown(const Call& call) {
  return integer(argument(call, 0).is(Val::Kind::Int) ? 1 : 0, 32);
}

KnownFunctions::Outcome KnownFunctions::sizeOfObject(const Call& call) {
  const Val at = arithmetic.coded(argument(call, 0));
  const bool whole =
      at.is(Val::Kind::Addr) && at.value == 0 && c.objects[at.object].kind == Object::Kind::Heap;
  if (!whole) {
    code.refuse(call.s, "the object whose size is changed here depends on shared memory",
                "allocate a new object and copy the old one");
  }
  return integer(c.objects[at.object].size, 64);
}

// Does the pointer always have the same target?
KnownFunctions::Outcome KnownFunctions::isFixed(const Call& call) {
  return integer(argument(call, 0).is(Val::Kind::Addr) ? 1 : 0, 32);
}

// Is it always the same variable with static storage?
KnownFunctions::Outcome KnownFunctions::isStatic(const Call& call) {
  const Val pointer = argument(call, 0);
  const bool is =
      pointer.is(Val::Kind::Addr) && c.objects[pointer.object].kind == Object::Kind::Global;
  return integer(is ? 1 : 0, 32);
}

KnownFunctions::Outcome KnownFunctions::must(const Call& call) {
  const Val holds = argument(call, 0);
  const std::string otherwise = literal(call, 1);
  if (holds.isInt(0)) return fail(call, otherwise);
  if (!holds.is(Val::Kind::Int)) code.must(call.s, cells.exprOf(holds), otherwise);
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::retire(const Call& call) {
  heap.retire(call.s, argument(call, 0).object);
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::revive(const Call& call) {
  heap.revive(call.s, argument(call, 0).object);
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::mustBeAlive(const Call& call) {
  const Val object = argument(call, 0);
  const std::string otherwise = literal(call, 1);
  if (heap.isRetired(call.s, object.object)) return fail(call, otherwise);
  heap.checkAlive(call.s, object, otherwise);
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::refuseUnsupported(const Call& call) {
  const std::string text = literal(call, 0);
  code.refuse(call.s, text.empty() ? "this call is not supported" : text,
              "docs/cpp.md lists what is supported");
}
KnownFunctions::Outcome KnownFunctions::note(const Call& call) {
  c.note(code.here(call.s), literal(call, 0));
  return zero(call);
}

// An object that the translator adds beside the one that the pointer points to.
KnownFunctions::Outcome KnownFunctions::hiddenObject(const Call& call) {
  const Val base = argument(call, 0);
  if (!base.is(Val::Kind::Addr)) {
    code.refuse(call.s, "this call uses an object that depends on shared memory",
                "pass the address of a variable");
  }
  const std::int64_t which = number(call, 1, "the number of the object");
  const Object& object = c.objects[base.object];
  return address(c.objects.intern({Object::Kind::Hidden, object.origin, object.context,
                                   static_cast<unsigned>(base.value + which), 4}),
                 0);
}

// One that only this thread uses: the numbers of threads follow each other.
KnownFunctions::Outcome KnownFunctions::ownHiddenObject(const Call& call) {
  const Outcome first = hiddenObject(call);
  const Object& object = c.objects[first->object];
  const ObjectId own = c.objects.intern(
      {Object::Kind::Hidden, object.origin, object.context, object.count + code.self, 4});
  if (c.round.threads[code.self].any) c.ownHidden.insert(own);
  return address(own, 0);
}

KnownFunctions::Outcome KnownFunctions::needNumber(const Call& call) {
  threads.needNumber(call.s, literal(call, 0));
  return zero(call);
}

KnownFunctions::Outcome KnownFunctions::wait(const Call& call) {
  const Val pointer = argument(call, 0);
  const Val value = argument(call, 1);
  const Val order = argument(call, 2);
  const bool goesOn = threads.wait(call.s, pointer, value,
                                   order.isInt(0)   ? Order::Rlx
                                   : order.isInt(5) ? Order::Sc
                                                    : Order::Acq);
  return goesOn ? Outcome(zero(call)) : std::nullopt;
}
KnownFunctions::Outcome KnownFunctions::blockingCas(const Call& call) {
  const Val pointer = argument(call, 0);
  const Val expected = argument(call, 1);
  const Val desired = argument(call, 2);
  const Order order = fromC(number(call, 3, "the memory order"));
  const bool goesOn = updates.bcas(call.s, pointer, expected, desired, order);
  return goesOn ? Outcome(zero(call)) : std::nullopt;
}

KnownFunctions::Outcome KnownFunctions::assume(const Call& call) {
  test(call.s, Op::Assume, argument(call, 0));
  return zero(call);
}
KnownFunctions::Outcome KnownFunctions::nondetInRange(const Call& call) {
  const std::int64_t lo = number(call, 0, "the lower bound");
  const std::int64_t hi = number(call, 1, "the upper bound");
  if (lo > hi || hi - lo >= kMostNondetValues) {
    code.refuse(call.s,
                lo > hi ? fmt::format("robur_nondet({}, {}) has no value", lo, hi)
                        : fmt::format("robur_nondet({}, {}) has more than {} values", lo, hi,
                                      kMostNondetValues),
                "every value is tried; choose other bounds");
  }
  return nondet(call.s, lo, hi, code.widthOf(call.function->getReturnType()));
}
KnownFunctions::Outcome KnownFunctions::nondetBool(const Call& call) {
  return nondet(call.s, 0, 1, code.widthOf(call.function->getReturnType()));
}
KnownFunctions::Outcome KnownFunctions::nondetByte(const Call& call) {
  return nondet(call.s, lowest(8), highest(8), code.widthOf(call.function->getReturnType()));
}
KnownFunctions::Outcome KnownFunctions::refuseNondet(const Call& call) {
  code.refuse(call.s,
              fmt::format("{} has too many values to try them all", call.function->getName().str()),
              "use robur_nondet(lo, hi) from robur.h");
}

}  // namespace robur::frontend_llvm
