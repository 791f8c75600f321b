#include "frontend/llvm/paths.h"

#include <fmt/format.h>
#include <algorithm>

#include "frontend/llvm/numeric_addresses.h"

namespace robur::frontend_llvm {

namespace {

// Copies of a block for different known values, before the values that differ are put into
// registers.
constexpr std::size_t kMostCopies = 24;
// Copies from a loop executed during translation that are remembered in full.
constexpr std::size_t kMostSilent = 8;
// Copies of a block when no value can be put into a register to reduce them.
constexpr std::size_t kMostHopeless = 2000;
// More than the parts of any aggregate that is a value.
constexpr std::int64_t kMostParts = 4096;

constexpr const char* kNull = "i64:0";
constexpr const char* kNonNull = "?n";  // a pointer that is not known, and not null

std::string textOf(const Val& v) {
  switch (v.kind) {
    case Val::Kind::Undef:
      return "u";
    case Val::Kind::Int:
      return fmt::format("i{}:{}", v.width, v.value);
    case Val::Kind::Addr:
      return fmt::format("a{}:{}", static_cast<std::uint32_t>(v.object), v.value);
    default:
      return v.nonNull ? kNonNull : "?";
  }
}

bool isNullBeside(const std::string& a, const std::string& b) {
  return (a == kNull && b == kNonNull) || (a == kNonNull && b == kNull);
}

}  // namespace

Paths::Path Paths::next() {
  Path path = std::move(waiting.back());
  waiting.pop_back();
  return path;
}

void Paths::laterFromHere(State s, Span span) {
  const CodeBuilder::Mark mark = code.out.mark();
  code.out.jump(mark, span);
  later(std::move(s), mark);
}

bool Paths::enterBlock(State& s, const llvm::BasicBlock* to) {
  CallFrame& frame = s.top();
  const llvm::BasicBlock* from = frame.block;
  std::vector<std::pair<ValueId, Val>> phis;
  for (const llvm::PHINode& phi : to->phis()) {
    phis.emplace_back(c.info.id(&phi), values.operand(s, phi.getIncomingValueForBlock(from)));
  }
  for (auto& [id, val] : phis) frame.values[id] = std::move(val);
  frame.block = to;
  frame.at = to->getFirstNonPHIIt();
  // Several cases of one switch that lead here count as one predecessor.
  if (to->getUniquePredecessor() != nullptr) return true;
  return join(s);
}

void Paths::prune(State& s) {
  CallFrame& frame = s.top();
  const std::set<ValueId>& live = c.info.liveInto(frame.block);
  std::set<ValueId> phis;
  for (const llvm::PHINode& phi : frame.block->phis()) phis.insert(c.info.id(&phi));
  std::erase_if(frame.values, [&](const auto& entry) {
    return !live.contains(entry.first) && !phis.contains(entry.first);
  });
}

std::vector<Paths::JoinValue> Paths::variablesOf(State& s) {
  std::vector<JoinValue> variables;
  JoinVariable variable;
  variable.block = c.info.id(s.top().block);
  variable.context = s.top().context;
  const auto add = [&](const auto& self, Val& val, std::int64_t number) -> void {
    if (val.is(Val::Kind::Agg)) {
      // The parts of an aggregate are distinguished by their number.
      for (std::size_t i = 0; i < val.parts.size(); ++i) {
        self(self, val.parts[i], number * kMostParts + static_cast<std::int64_t>(i) + 1);
      }
    } else {
      JoinVariable part = variable;
      part.offset += number;
      variables.push_back({part, &val});
    }
  };
  for (CallFrame& frame : s.frames) {
    variable.owner = frame.context;
    for (auto& [id, val] : frame.values) {
      variable.value = id;
      variable.offset = 0;
      add(add, val, 0);
    }
  }
  variable.value = 0;
  variable.owner = 0;
  for (auto& [id, shared] : s.memory) {
    if (shared->escaped) continue;
    Contents& contents = s.own(id);
    variable.object = id;
    for (auto& [offset, bytes] : contents.cells) {
      variable.offset = offset;
      add(add, bytes.val, 0);
    }
  }
  return variables;
}

std::string Paths::keyOf(State& s, const std::vector<JoinValue>& variables, Known& known) {
  std::string key = fmt::format("{}/{}/{}", s.frames.size(), s.spawned, s.joined);
  for (const auto& [id, contents] : s.memory) {
    key += fmt::format(";{}{}{}", static_cast<std::uint32_t>(id), contents->escaped ? "e" : "p",
                       contents->freed ? "f" : "");
  }
  for (const ExitHandler& handler : s.atExit) {
    key += fmt::format(";x{}:{}", handler.function->getName().str(), textOf(handler.argument));
  }
  for (const JoinValue& value : variables) {
    const JoinVariable& at = value.variable;
    std::string text = textOf(*value.val);
    key += fmt::format(";{}.{}.{}.{}={}", at.owner, at.value, static_cast<std::uint32_t>(at.object),
                       at.offset, text);
    known.emplace_back(at, std::move(text));
  }
  return key;
}

void Paths::generalise(const Copies& copies, const Known& known, bool counts) {
  const std::map<JoinVariable, std::string> mine(known.begin(), known.end());
  const auto compare = [&](const std::vector<Known>& others, bool many) {
    for (const Known& other : others) {
      for (const auto& [variable, text] : other) {
        const auto it = mine.find(variable);
        if (it == mine.end() || it->second == text || text == "u" || it->second == "u") continue;
        const bool mixed = (text[0] == '?') != (it->second[0] == '?');
        const bool null = isNullBeside(text, it->second);
        if ((!mixed || null) && !many) continue;
        const auto [kept, fresh] = c.assumed.inRegister.try_emplace(variable);
        c.assumed.changed |= fresh;
        if (null) c.assumed.raise(kept->second.null);
      }
    }
  };
  compare(copies.counted, counts && copies.counted.size() >= kMostCopies);
  compare(copies.silent, false);
}

RegId Paths::registerFor(const JoinVariable& variable, unsigned width, bool pointer) {
  const auto key = std::tuple(variable, width, pointer);
  const auto it = registers.find(key);
  if (it != registers.end()) return it->second;
  const RegId r = code.fresh(width, pointer);
  registers.emplace(key, r);
  return r;
}

// Moves values that are not known, or are assumed to be in registers, into the registers of the
// join.
void Paths::keepInRegisters(const State& s, const std::vector<JoinValue>& variables) {
  std::vector<Move> moves;
  for (const JoinValue& value : variables) {
    Val& val = *value.val;
    const auto found = c.assumed.inRegister.find(value.variable);
    const bool assumed = found != c.assumed.inRegister.end();
    if (val.is(Val::Kind::Undef) || (val.known() && !assumed)) continue;
    c.assumed.changed |= !assumed;
    Kept& all = assumed ? found->second : c.assumed.inRegister[value.variable];
    if (val.isInt(0) && val.width == 64 && !all.targets.empty() && !all.null) continue;
    c.assumed.point(all.targets, originsOf(val));
    if (isWide(val)) c.assumed.raise(all.wide);
    if (val.isInt(0) || (val.is(Val::Kind::Dyn) && !val.nonNull)) c.assumed.raise(all.null);
    const bool pointer = all.coded();
    const RegId r = registerFor(value.variable, val.width, pointer);
    moves.push_back({r, cells.exprOf(pointer ? val : values.number(val))});
    Val kept = dynamic(reg(r), val.width);
    if (pointer) {
      kept.lo = kPointerType.lo;
      kept.hi = kPointerType.hi;
      Targets targets = all.targets;
      privateMemory.removeFuture(s, targets);
      kept.targets = std::make_shared<Targets>(std::move(targets));
    } else {
      kept = withOrigins(std::move(kept), all.targets);
    }
    kept.nonNull = !all.null;
    val = std::move(kept);
  }
  moveAll(std::move(moves));
}

bool Paths::join(State& s) {
  if (!s.concurrent) return true;  // before the first thread is created there is only one path
  prune(s);
  const std::pair<ContextId, ValueId> at{s.top().context, c.info.id(s.top().block)};
  if (s.visible) c.assumed.add(c.assumed.visible, at);
  s.visible = c.assumed.visible.contains(at);
  // Pointers that go into registers escape. That can emit stores and change the state, so it
  // comes before the state is brought into its normal form.
  for (const JoinValue& value : variablesOf(s)) {
    if (value.val->is(Val::Kind::Addr) && c.assumed.inRegister.contains(value.variable)) {
      privateMemory.escape(s, originsOf(*value.val));
    }
  }
  const std::vector<JoinValue> variables = variablesOf(s);
  keepInRegisters(s, variables);
  Known known;
  const std::string key = keyOf(s, variables, known);
  Copies& copies = joins[at];
  if (const auto met = copies.marks.find(key); met != copies.marks.end()) {
    code.out.jump(met->second, code.here(s));
    return false;
  }
  generalise(copies, known, s.emitted);
  if (copies.counted.size() > kMostHopeless) {
    code.exceed(s, "this line is reached in too many different states" + code.whatGrew(s),
                "free objects that are allocated in a loop in the same loop");
  }
  const CodeBuilder::Mark mark = code.out.mark();
  code.out.place(mark);
  copies.marks.emplace(key, mark);
  if (s.emitted) {
    copies.counted.push_back(std::move(known));
  } else if (copies.silent.size() < kMostSilent) {
    copies.silent.push_back(std::move(known));
  }
  if (s.emitted) s.steps = 0;
  s.emitted = false;
  return true;
}

}  // namespace robur::frontend_llvm
