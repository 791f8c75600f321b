#include "frontend/llvm/exceptions.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "program/internal_error.h"

namespace robur::frontend_llvm {

namespace {

// Members of Header and Landing (library_exceptions.cc).
constexpr std::int64_t kType = 0;
constexpr std::int64_t kAdjusted = 8;
constexpr std::int64_t kException = 16;
constexpr std::int64_t kHeader = 0;
constexpr std::int64_t kSelector = 8;

const llvm::InvokeInst* callOf(const CallFrame& frame) {
  return llvm::dyn_cast<llvm::InvokeInst>(&*frame.at);
}

// What clang makes of noexcept: every exception is caught, and the program ends.
bool endsProgram(const llvm::LandingPadInst& pad) {
  for (const llvm::Instruction& in : *pad.getParent()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&in);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && callee->getName() == "__clang_call_terminate") return true;
  }
  return false;
}

std::string describedType(const llvm::Value& type) {
  const std::string name = llvm::demangle(type.getName().str());
  const std::string prefix = "typeinfo for ";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

const char* const kNotCaught = "an exception that is thrown here is not caught";
const char* const kMustNotThrow =
    "an exception that is thrown here leaves a function that must not throw";

}  // namespace

bool Exceptions::raise(State& s, const Val& header) {
  const Val type = loadPointer(s, header, kType);
  const auto described = [&](const Target& t) {
    return t.offset == 0 ? llvm::dyn_cast_or_null<llvm::GlobalVariable>(c.objects[t.object].origin)
                         : nullptr;
  };
  if (type.is(Val::Kind::Addr)) {
    if (const auto* known = described({type.object, type.value})) return unwind(s, header, *known);
  }
  // The exception comes from another thread: one case for each type it can have.
  if (isUnset(type)) return code.endUnset(s);
  for (const Target& t : targetsOf(type)) {
    const llvm::GlobalVariable* known = described(t);
    if (known == nullptr) continue;
    const CodeBuilder::Mark yes = code.out.mark();
    const CodeBuilder::Mark no = code.out.mark();
    s.emitted = true;
    code.out.branch(binary(BinaryOp::Eq, type.expr, cells.encoded(t)), yes, no, code.here(s));
    code.out.place(yes);
    State taken = s;
    const Span here = code.here(s);
    if (unwind(taken, header, *known)) paths.laterFromHere(std::move(taken), here);
    code.out.place(no);
  }
  return code.endUndefined(s, "an exception that is thrown here has no type");
}

bool Exceptions::unwind(State& s, const Val& header, const llvm::GlobalVariable& type) {
  std::string why;
  const std::optional<Handler> handler = findHandler(s, type, why);
  if (!handler) return code.endUndefined(s, why);
  // To the next cleanup, or to the handler.
  std::size_t stop = s.frames.size() - 1;
  const auto stops = [&] {
    const llvm::InvokeInst* call = callOf(s.frames[stop]);
    return call != nullptr && call->getLandingPadInst()->isCleanup();
  };
  while (stop != handler->frame && !stops()) --stop;
  Val selector = integer(0, 32);
  if (stop == handler->frame) {
    selector = selectorOf(handler->type);
    memory.store(s, arithmetic.moved(header, kAdjusted), adjusted(s, header, handler->match),
                 Order::NonAtomic);
  }
  const Val at = landing();
  memory.store(s, arithmetic.moved(at, kHeader), header, Order::NonAtomic);
  memory.store(s, arithmetic.moved(at, kSelector), selector, Order::NonAtomic);
  while (s.frames.size() - 1 > stop) {
    locals.end(s);
    s.frames.pop_back();
  }
  return paths.enterBlock(s, callOf(s.top())->getUnwindDest());
}

std::optional<Exceptions::Handler> Exceptions::findHandler(State& s,
                                                           const llvm::GlobalVariable& type,
                                                           std::string& why) {
  why = kNotCaught;
  for (std::size_t i = s.frames.size(); i-- > 0;) {
    const CallFrame& frame = s.frames[i];
    if (const llvm::InvokeInst* call = callOf(frame)) {
      const llvm::LandingPadInst& pad = *call->getLandingPadInst();
      for (unsigned k = 0; k < pad.getNumClauses(); ++k) {
        const llvm::Constant* clause = pad.getClause(k);
        if (pad.isFilter(k)) {
          if (!violates(s, type, clause)) continue;
          why = kMustNotThrow;
          return std::nullopt;
        }
        Handler handler{i, clause->isNullValue() ? nullptr : clause->stripPointerCasts(), {}};
        handler.match = matched(s, type, handler.type);
        if (handler.match.kind != HandlerMatch::Kind::Yes) continue;
        if (handler.type == nullptr && endsProgram(pad)) {
          why = kMustNotThrow;
          return std::nullopt;
        }
        return handler;
      }
    }
    if (frame.function->doesNotThrow()) {
      why = kMustNotThrow;
      return std::nullopt;
    }
    if (frame.atExit) return std::nullopt;
  }
  return std::nullopt;
}

// Is the type in none of those that a function may throw?
bool Exceptions::violates(State& s, const llvm::GlobalVariable& type,
                          const llvm::Constant* filter) {
  for (unsigned i = 0; i < filter->getType()->getArrayNumElements(); ++i) {
    const llvm::Constant* allowed = filter->getAggregateElement(i);
    if (matched(s, type, allowed->stripPointerCasts()).kind == HandlerMatch::Kind::Yes) {
      return false;
    }
  }
  return true;
}

HandlerMatch Exceptions::matched(State& s, const llvm::GlobalVariable& type,
                                 const llvm::Value* caught) {
  HandlerMatch match;
  match.kind = HandlerMatch::Kind::Yes;
  if (caught == nullptr) return match;
  const auto* wanted = llvm::dyn_cast<llvm::GlobalVariable>(caught);
  match = wanted != nullptr ? matchHandler(type, *wanted) : HandlerMatch{};
  if (wanted == nullptr || match.kind == HandlerMatch::Kind::NotKnown) {
    code.refuse(
        s,
        fmt::format("it is not known whether a handler for {} catches this exception, of {}",
                    describedType(*caught), describedType(type)),
        "pass the files that define both types, or catch the type that is thrown");
  }
  return match;
}

// What the handler gets: the object, the base of it that the handler names, or a pointer.
Val Exceptions::adjusted(State& s, const Val& header, const HandlerMatch& match) {
  Val at = loadPointer(s, header, kException);
  if (match.pointer) at = loadPointer(s, at, 0);
  if (at.isInt(0)) return at;
  if (match.pointer && !match.steps.empty() && at.is(Val::Kind::Dyn) && !at.nonNull) {
    code.refuse(s, "whether the pointer that is thrown here is null depends on shared memory",
                "catch the type that is thrown");
  }
  for (const BaseStep& step : match.steps) {
    if (!step.isVirtual) {
      at = arithmetic.moved(at, step.distance);
      continue;
    }
    const Val distance = loadPointer(s, loadPointer(s, at, 0), step.distance);
    if (!distance.is(Val::Kind::Int)) {
      code.refuse(s, "the place of a virtual base of this exception depends on shared memory",
                  "catch the type that is thrown");
    }
    at = arithmetic.moved(at, distance.value);
  }
  return at;
}

Val Exceptions::loadPointer(State& s, const Val& from, std::int64_t distance) {
  return memory.load(s, arithmetic.moved(from, distance),
                     llvm::PointerType::getUnqual(c.info.module().getContext()), Order::NonAtomic);
}

Val Exceptions::landing() {
  const llvm::GlobalVariable* variable = c.info.module().getGlobalVariable("__robur_landing", true);
  if (variable == nullptr) throw InternalError("an exception without the library that throws it");
  return values.operand(*code.current, variable);
}

Val Exceptions::landed(State& s) {
  Val both;
  both.kind = Val::Kind::Agg;
  both.parts.push_back(loadPointer(s, landing(), kHeader));
  both.parts.push_back(memory.load(s, arithmetic.moved(landing(), kSelector),
                                   llvm::Type::getInt32Ty(c.info.module().getContext()),
                                   Order::NonAtomic));
  return both;
}

Val Exceptions::selectorOf(const llvm::Value* type) {
  const auto next = static_cast<std::int64_t>(selectors.size()) + 1;
  return integer(selectors.try_emplace(type, next).first->second, 32);
}

}  // namespace robur::frontend_llvm
