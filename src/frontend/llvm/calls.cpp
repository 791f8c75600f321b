// Calls: into functions with a body, through pointers, and to what the language, its libraries
// and Robur's own header provide.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

template <std::size_t N>
bool among(llvm::StringRef name, const std::array<const char*, N>& list) {
  return std::any_of(list.begin(), list.end(), [&](const char* x) { return name == x; });
}

// Output and pauses: nothing that a thread does afterwards depends on them.
constexpr std::array kIgnored{"printf", "fprintf", "puts",         "putchar",       "putc",
                              "fputs",  "fputc",   "fflush",       "perror",        "vprintf",
                              "fwrite", "write",   "__printf_chk", "__fprintf_chk", "syslog"};
constexpr std::array kHints{"sched_yield",
                            "pthread_yield",
                            "usleep",
                            "sleep",
                            "nanosleep",
                            "clock_nanosleep",
                            "thrd_yield",
                            "thrd_sleep",
                            "__cxa_atexit",
                            "srand",
                            "pthread_attr_init",
                            "pthread_attr_destroy",
                            "pthread_setname_np",
                            "pthread_attr_setdetachstate",
                            "pthread_mutexattr_init",
                            "pthread_mutexattr_destroy",
                            "pthread_condattr_init",
                            "pthread_condattr_destroy",
                            "_ZNSt6thread6_StateD2Ev",
                            "_ZNSt8ios_base4InitC1Ev",
                            "_ZNSt8ios_base4InitD1Ev",
                            "__gxx_personality_v0",
                            "llvm.x86.sse2.pause",
                            "llvm.aarch64.hint"};
constexpr std::array kFailures{"__assert_fail",
                               "__cxa_allocate_exception",
                               "abort",
                               "_ZSt9terminatev",
                               "__cxa_pure_virtual",
                               "__cxa_throw",
                               "__cxa_rethrow",
                               "_ZSt20__throw_system_errori",
                               "_ZSt20__throw_length_errorPKc",
                               "_ZSt17__throw_bad_allocv",
                               "_ZSt28__throw_bad_array_new_lengthv",
                               "_ZSt24__throw_out_of_range_fmtPKcz",
                               "_ZSt19__throw_logic_errorPKc",
                               "_ZSt25__throw_bad_function_callv",
                               "__VERIFIER_error",
                               "reach_error",
                               "__clang_call_terminate",
                               "llvm.trap",
                               "llvm.ubsantrap",
                               "__cxa_bad_cast",
                               "_ZSt22__throw_bad_shared_ptrv"};
constexpr std::array kAssertions{"__assert_fail", "__VERIFIER_error", "reach_error"};
constexpr std::array kEnds{"exit", "_exit", "_Exit", "quick_exit"};
constexpr std::array kNews{"malloc",
                           "_Znwm",
                           "_Znam",
                           "_ZnwmRKSt9nothrow_t",
                           "_ZnamRKSt9nothrow_t",
                           "_ZnwmSt11align_val_t",
                           "_ZnamSt11align_val_t"};
constexpr std::array kDeletes{"free",
                              "_ZdlPv",
                              "_ZdlPvm",
                              "_ZdaPv",
                              "_ZdaPvm",
                              "_ZdlPvSt11align_val_t",
                              "_ZdlPvmSt11align_val_t"};

Order fromC(std::int64_t order) {
  constexpr Order kOrders[] = {Order::Rlx, Order::Acq,    Order::Acq,
                               Order::Rel, Order::AcqRel, Order::Sc};
  return order >= 0 && order <= 5 ? kOrders[order] : Order::Sc;
}

}  // namespace

bool Evaluator::call(State& s, const llvm::CallBase& in) {
  if (in.isInlineAsm()) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(in.getCalledOperand());
    const llvm::StringRef text = assembly->getAsmString();
    bool goesOn = true;
    // An empty statement only holds the compiler back; pause and its like are hints.
    if (in.getType()->isVoidTy() && (text.empty() || text == "pause" || text == "rep; nop" ||
                                     text == "yield" || text == "nop")) {
      finishCall(s, in, undef(0), goesOn);
      return goesOn;
    }
    refuse(s, "inline assembly is not supported", "use atomics of the language instead");
  }
  if (const llvm::Function* function = in.getCalledFunction()) return callTo(s, in, function);
  const Val callee = operand(s, in.getCalledOperand());
  Targets functions;
  for (const Target& t : targetsOf(callee)) {
    if (c.objects[t.object].kind == Object::Kind::Function) functions.insert(t);
  }
  if (callee.is(Val::Kind::Addr) && !functions.empty()) {
    return callTo(s, in, llvm::cast<llvm::Function>(c.objects[callee.object].origin));
  }
  if (isUnset(callee)) return endUnset(s);
  for (const Target& t : functions) {
    const CodeBuilder::Mark yes = out.mark();
    const CodeBuilder::Mark no = out.mark();
    s.emitted = true;
    out.branch(binary(BinaryOp::Eq, callee.expr, encoded(t)), yes, no, here(s));
    out.place(yes);
    State taken = s;
    if (callTo(taken, in, llvm::cast<llvm::Function>(c.objects[t.object].origin))) {
      const CodeBuilder::Mark go = out.mark();
      out.jump(go, here(s));
      later(std::move(taken), go);
    }
    out.place(no);
  }
  must(s, constant(0), "this calls through a pointer to no function");
  out.halt(here(s));
  return false;
}

Val Evaluator::nondet(State& s, std::int64_t lo, std::int64_t hi, unsigned width) {
  Instr instr;
  instr.op = Op::Havoc;
  instr.lo = lo;
  instr.hi = hi;
  instr.dst = fresh(width, false);
  const RegId dst = instr.dst;
  emit(s, std::move(instr));
  return dynamic(reg(dst), width, lo, hi);
}

// Operators << on streams of C++, and what else can be done with std::cout. Some are templates and
// have bodies.
bool Evaluator::isOutput(const llvm::Function* function) {
  constexpr std::array kStreams{"_ZNSo",
                                "_ZStlsISt11char_traits",
                                "_ZSt4endlI",
                                "_ZSt5flushI",
                                "_ZSt4endsI",
                                "_ZSt16__ostream_insertI",
                                "_ZStlsIcSt11char_traits"};
  return std::any_of(kStreams.begin(), kStreams.end(),
                     [&](const char* x) { return function->getName().starts_with(x); });
}

// False if the function is none of these.
bool Evaluator::builtin(State& s, const llvm::CallBase& in, const llvm::Function* function,
                        bool& goesOn) {
  const llvm::StringRef name = function->getName();
  const auto argument = [&](unsigned i) { return operand(s, in.getArgOperand(i)); };
  const auto number = [&](unsigned i, const char* what) {
    const Val v = argument(i);
    if (!v.is(Val::Kind::Int)) refuse(s, fmt::format("{} is not known here", what));
    return v.value;
  };
  const auto test = [&](Op op, const Val& v) {
    const Val holds = v.width == 1 ? v : compare(llvm::CmpInst::ICMP_NE, v, integer(0, v.width));
    if (holds.isInt(1)) return;
    Instr instr;
    instr.op = op;
    instr.value = exprOf(holds);
    emit(s, std::move(instr));
  };
  const llvm::Type* type = function->getReturnType();
  Val value = type->isVoidTy() || type->isAggregateType() ? undef(0)
              : type->isFloatingPointTy()                 ? undef(64)
                                                          : integer(0, widthOf(type));
  if (function->isIntrinsic() && intrinsic(s, in, function)) {
    goesOn = true;
    return true;
  }
  if (among(name, kFailures)) {
    if (among(name, kAssertions)) {
      test(Op::Assert, integer(0, 1));
    } else {
      must(s, constant(0),
           name.starts_with("__cxa_") && name != "__cxa_pure_virtual"
               ? "an exception can be thrown here, and what catches it is not followed"
               : fmt::format("this can end in {}", demangled(function)));
    }
    out.halt(here(s));
    return goesOn = false, true;
  }
  if (among(name, kEnds) || name == "pthread_exit" || name == "thrd_exit") {
    if (!among(name, kEnds)) keepResult(s, argument(0));
    finishThread();
    return goesOn = false, true;
  }
  if (among(name, kIgnored)) {
    c.ignored.insert(name.str());
  } else if (isOutput(function) && in.arg_size() > 0) {
    c.ignored.insert("operator<<");
    if (type->isPointerTy()) value = argument(0);
  } else if (among(name, kHints)) {
  } else if (among(name, kNews)) {
    value = address(allocate(s, &in, number(0, "the size of this allocation"), false), 0);
  } else if (name == "calloc") {
    const std::int64_t size = number(0, "the size") * number(1, "the size");
    value = address(allocate(s, &in, size, true), 0);
  } else if (name == "aligned_alloc") {
    value = address(allocate(s, &in, number(1, "the size"), false), 0);
  } else if (among(name, kDeletes)) {
    release(s, argument(0));
  } else if (name == "__robur_spawn") {
    value = spawn(s, in);
  } else if (name == "__robur_join") {
    joinThread(s, argument(0));
  } else if (name.starts_with("__robur_unset.")) {
    value = undef(widthOf(type));
  } else if (name == "__robur_result" || name == "__robur_number") {
    value = resultOf(s, argument(0), type);
  } else if (name == "__robur_threads") {
    if (!c.facts.threadsMatter) c.facts.threadsMatter = c.facts.changed = true;
    value = integer(c.facts.threads, widthOf(type));
  } else if (name == "__robur_known") {
    value = integer(argument(0).is(Val::Kind::Int) ? 1 : 0, 32);
  } else if (name == "__robur_unsupported") {
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(in.getArgOperand(0));
    const auto* data =
        text != nullptr ? llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer()) : nullptr;
    refuse(s, data != nullptr ? data->getAsCString().str() : "this is not supported",
           "use what the page on C and C++ lists");
  } else if (name == "__robur_beside") {
    const Val base = argument(0);
    if (!base.is(Val::Kind::Addr)) refuse(s, "it is not known which flag this call uses");
    const Object& object = c.objects[base.object];
    value = address(c.objects.intern({Object::Kind::Hidden, object.origin, object.context,
                                      static_cast<unsigned>(base.value), 4}),
                    0);
  } else if (name == "__robur_wait") {
    wait(s, in);
  } else if (name == "__robur_bcas8" || name == "__robur_bcas32" || name == "__robur_bcas64") {
    bcas(s, argument(0), argument(1), argument(2), fromC(number(3, "the memory order")));
  } else if (name == "__robur_assume" || name == "__VERIFIER_assume" || name == "robur_assume") {
    test(Op::Assume, argument(0));
  } else if (name == "__robur_nondet") {
    const std::int64_t lo = number(0, "the lower bound");
    const std::int64_t hi = number(1, "the upper bound");
    if (lo > hi || hi - lo > 65535) {
      refuse(s, "the bounds of robur_nondet leave no value, or too many to try");
    }
    value = nondet(s, lo, hi, widthOf(type));
  } else if (name == "__robur_thread_name") {
    setName(s, argument(0));
  } else if (name == "__VERIFIER_nondet_bool" || name == "__VERIFIER_nondet__Bool") {
    value = nondet(s, 0, 1, widthOf(type));
  } else if (name == "__VERIFIER_nondet_uchar" || name == "__VERIFIER_nondet_char") {
    value = nondet(s, lowest(8), highest(8), widthOf(type));
  } else if (name.starts_with("__VERIFIER_nondet_") || name == "rand" || name == "random") {
    refuse(s, fmt::format("{} has too many values to try them all", name.str()),
           "use robur_nondet(lo, hi) from robur.h");
  } else if (name == "pthread_self") {
    value = integer(self, widthOf(type));
  } else {
    return false;
  }
  finishCall(s, in, value, goesOn);
  return true;
}

bool Evaluator::intrinsic(State& s, const llvm::CallBase& in, const llvm::Function* function) {
  using namespace llvm;
  const auto argument = [&](unsigned i) { return operand(s, in.getArgOperand(i)); };
  const auto done = [&](const Val& v) {
    bool goesOn = true;
    finishCall(s, in, v, goesOn);
    return true;
  };
  const auto pick = [&](unsigned predicate) {
    const Val a = argument(0);
    const Val b = argument(1);
    return select(s, compare(predicate, a, b), a, b);
  };
  switch (function->getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memmove: {
      const Val size = argument(2);
      if (!size.is(Val::Kind::Int)) refuse(s, "the size of this copy is not known");
      copy(s, argument(0), argument(1), size.value);
      return done(undef(0));
    }
    case Intrinsic::memset: {
      const Val size = argument(2);
      if (!size.is(Val::Kind::Int)) refuse(s, "the size of this block is not known");
      fill(s, argument(0), argument(1), size.value);
      return done(undef(0));
    }
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::threadlocal_address:
      return done(argument(0));
    case Intrinsic::is_constant:
      return done(integer(0, 1));
    case Intrinsic::objectsize:
      return done(integer(-1, widthOf(in.getType())));
    case Intrinsic::umax:
      return done(pick(CmpInst::ICMP_UGT));
    case Intrinsic::umin:
      return done(pick(CmpInst::ICMP_ULT));
    case Intrinsic::smax:
      return done(pick(CmpInst::ICMP_SGT));
    case Intrinsic::smin:
      return done(pick(CmpInst::ICMP_SLT));
    case Intrinsic::abs: {
      const Val a = argument(0);
      const Val zero = integer(0, a.width);
      return done(select(s, compare(CmpInst::ICMP_SLT, a, zero),
                         binaryOp(llvm::Instruction::Sub, zero, a), a));
    }
    case Intrinsic::umul_with_overflow: {
      const Val a = argument(0);
      const Val b = argument(1);
      if (!a.is(Val::Kind::Int) || !b.is(Val::Kind::Int)) return false;
      Val both;
      both.kind = Val::Kind::Agg;
      const bool fits = a.value >= 0 && b.value >= 0 && Wide{a.value} * b.value <= INT64_MAX;
      both.parts = {binaryOp(llvm::Instruction::Mul, a, b), integer(fits ? 0 : 1, 1)};
      return done(both);
    }
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::prefetch:
    case Intrinsic::stackrestore:
    case Intrinsic::experimental_noalias_scope_decl:
      return done(undef(0));
    case Intrinsic::stacksave:
      return done(integer(0, 64));
    default:
      return false;
  }
}

}  // namespace robur::llvmfront
