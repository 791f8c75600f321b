#include "frontend/llvm/thread_translation.h"

#include <fmt/format.h>
#include <map>

#include "frontend/llvm/endless.h"
#include "program/transform/observe.h"

namespace robur::frontend_llvm {

namespace {

// Of one thread. The IR allows kMaxInstrs; the rest is left for what is added afterwards: flags of
// threads, waits, and copies of conditions.
constexpr std::size_t kMostInstructions = 60'000;

}  // namespace

void ThreadTranslation::emit(State& s, Instr instr) {
  if (!instr.span.known()) {
    if (instr.frame == kNoFrame) instr.frame = c.spans.frameOf(s);
    instr.span = c.spans.of(instr.frame);
  }
  s.emitted = true;
  s.steps = 0;
  s.visible |= accessesMemory(instr.op) || instr.op == Instr::Op::Fence;
  if (out.size() > kMostInstructions) {
    exceed(s, "the code of this thread is too long when all its calls are expanded" + whatGrew(s),
           "reduce the bounds of loops: a loop whose bound is known is unrolled");
  }
  out.emit(std::move(instr));
}

void ThreadTranslation::must(State& s, ExprPtr holds, const std::string& otherwise) {
  Instr instr;
  instr.op = Instr::Op::Assert;
  instr.value = std::move(holds);
  instr.complaint = otherwise;
  emit(s, std::move(instr));
}

void ThreadTranslation::unsupportedUnless(State& s, ExprPtr holds, const std::string& what) {
  Instr instr;
  instr.op = Instr::Op::Assert;
  instr.value = std::move(holds);
  instr.complaint = what;
  instr.unsupported = true;
  instr.span = innermost(s);
  instr.frame = c.spans.frameOf(s);
  emit(s, std::move(instr));
}

void ThreadTranslation::endUnsupported(State& s, const Refusal& refusal) {
  lastRefusal = refusal.what();
  if (!refusal.help.empty()) lastRefusal += "; " + refusal.help;
  unsupportedUnless(s, constant(0), lastRefusal);
  out.halt(here(s));
}

// A refused instruction may have left branches to places that it did not get to.
Code ThreadTranslation::finish() {
  if (!lastRefusal.empty() && out.placeRest()) {
    Instr instr;
    instr.op = Instr::Op::Assert;
    instr.value = constant(0);
    instr.complaint = lastRefusal;
    instr.unsupported = true;
    out.emit(std::move(instr));
  }
  Code code = out.finish("", {});
  keepExits(code);
  return code;
}

void ThreadTranslation::observe(State& s, const Val& value) {
  for (const Val& part : value.parts) observe(s, part);
  if (value.is(Val::Kind::Dyn)) emit(s, observation(value.expr));
}

bool ThreadTranslation::endUndefined(State& s, const std::string& why) {
  must(s, constant(0), why);
  out.halt(here(s));
  return false;
}

bool ThreadTranslation::goBack(const State& s, CodeBuilder::Mark to) {
  if (hasWayOut(s, c.info)) backWithExit.push_back(static_cast<Pc>(out.size()));
  out.jump(to, here(s));
  return false;
}

bool ThreadTranslation::spin(const State& s) {
  const CodeBuilder::Mark again = out.mark();
  out.place(again);
  return goBack(s, again);
}

// A thread in a loop without exit, as that of a server, does not wait (executions/ends.h). Where
// the exit is missing only because its condition is known to be false, the code gets one that is
// never taken.
void ThreadTranslation::keepExits(Code& code) const {
  std::vector<std::vector<Pc>> before(code.instrs.size());
  std::vector<bool> ends(code.instrs.size(), false);
  std::vector<Pc> pending;
  const auto reach = [&](Pc pc) {
    if (!ends[pc]) pending.push_back(pc);
    ends[pc] = true;
  };
  for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
    for (const Pc next : code.instrs[pc].next) before[next].push_back(pc);
  }
  // The last instruction ends the thread (CodeBuilder::finish). It may be reached from nowhere
  // else.
  for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
    if (code.instrs[pc].op == Instr::Op::Halt) reach(pc);
  }
  while (!pending.empty()) {
    const Pc pc = pending.back();
    pending.pop_back();
    for (const Pc from : before[pc]) reach(from);
  }
  RegId never = kNoReg;
  for (const Pc pc : backWithExit) {
    if (ends[pc]) continue;
    if (never == kNoReg) {
      never = RegId{static_cast<std::uint32_t>(code.registers.size())};
      code.registers.push_back({"$never", typeOfWidth(1), 0, {}});
    }
    Instr& in = code.instrs[pc];
    in.op = Instr::Op::Branch;
    in.value = reg(never);
    in.next.insert(in.next.begin(), static_cast<Pc>(code.instrs.size() - 1));
  }
}

RegId ThreadTranslation::fresh(unsigned width, bool pointer) {
  return out.temporary(pointer ? kPointerType : typeOfWidth(width));
}

unsigned ThreadTranslation::widthOf(const llvm::Type* type) {
  if (type->isPointerTy()) return 64;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
  if (type->isIntegerTy(kPairWidth)) return kPairWidth;
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  if (type->isFloatingPointTy()) {
    refuse("floating point of this size is not supported", "use float, double or integers");
  }
  refuse("values of this type are not supported",
         "use integers of at most 64 or of 128 bits, pointers, and structures of them");
}

void ThreadTranslation::refuse(const State& s, const std::string& message,
                               const std::string& help) {
  throw Refusal(innermost(s), message, help);
}

void ThreadTranslation::exceed(const State& s, const std::string& message,
                               const std::string& help) {
  throw Refusal(innermost(s), message, help, true);
}

// The allocation with the most objects that are alive, if there are more than a few.
std::string ThreadTranslation::whatGrew(const State& s) {
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

}  // namespace robur::frontend_llvm
