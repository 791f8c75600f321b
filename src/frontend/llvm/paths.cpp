#include "frontend/llvm/paths.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>

#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/pools.h"

namespace robur::frontend_llvm {

namespace {

// Copies of a block for different known values, before the values that differ are put into
// registers.
constexpr std::size_t kMostCopies = 24;
// Copies from a loop executed during translation that are remembered in full.
constexpr std::size_t kMostSilent = 8;
// Copies of a block when no value can be put into a register to reduce them.
constexpr std::size_t kMostHopeless = 2000;
// After so many steps without an instruction the path is in a long loop that is executed during
// translation. Then only one of some arrivals is a join, so that expressions do not grow, and
// copies 4, 8, 16 … are remembered, which suffices to see that the loop repeats a state (Brent's
// algorithm).
constexpr std::uint64_t kManySteps = 1000;
constexpr std::size_t kOneOf = 4;
// What a value takes in a key, about.
constexpr std::size_t kKeyBytes = 40;
// More than the parts of any aggregate that is a value.
constexpr std::int64_t kMostParts = 4096;

template <class Number>
void append(std::string& key, Number number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

Paths::Knowledge Paths::Knowledge::of(const Val& v) {
  switch (v.kind) {
    case Val::Kind::Undef:
      return {Kind::Unset};
    case Val::Kind::Int:
      return {Kind::Int, v.width, {}, v.value};
    case Val::Kind::Addr:
      return {Kind::Address, 64, v.object, v.value};
    default:
      return {v.nonNull ? Kind::NonNull : Kind::Nothing};
  }
}

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

bool Paths::anyOf(State& s, const std::vector<ObjectId>& objects,
                  const std::function<bool(State&, ObjectId)>& take) {
  privateMemory.commitAll(s);
  s.emitted = true;
  const Span span = code.here(s);
  if (objects.empty()) {
    Instr never;
    never.op = Instr::Op::Assume;
    never.value = constant(0);
    code.emit(s, std::move(never));
    code.out.halt(span);
    return false;
  }
  const Pc choice = code.out.choice(span);
  for (const ObjectId id : objects) {
    const CodeBuilder::Mark mark = code.out.mark();
    code.out.alternative(choice, mark);
    code.out.place(mark);
    State taken = s;
    if (take(taken, id)) laterFromHere(std::move(taken), span);
  }
  return false;
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

// In order.
std::vector<Paths::JoinValue> Paths::variablesOf(State& s) {
  std::vector<JoinValue> variables;
  JoinVariable variable;
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
  for (auto& [id, shared] : s.memory) {
    if (shared->escaped) continue;
    Contents& contents = s.own(id);
    variable.object = id;
    for (auto& [offset, bytes] : contents.cells) {
      variable.offset = offset;
      add(add, bytes.val, 0);
    }
  }
  variable = {};
  for (CallFrame& frame : s.frames) {
    variable.owner = frame.context;
    for (auto& [id, val] : frame.values) {
      variable.value = id;
      add(add, val, 0);
    }
  }
  // Frames and what they hold are in order, as are objects; parts of nested aggregates may not be.
  const auto order = [](const JoinValue& v) -> const JoinVariable& { return v.variable; };
  if (!std::ranges::is_sorted(variables, {}, order)) std::ranges::stable_sort(variables, {}, order);
  return variables;
}

// The same for states that continue with the same code.
std::string Paths::keyOf(const State& s, const Known& known) const {
  std::string key;
  key.reserve(kKeyBytes * (known.size() + s.memory.size() + 2));
  append(key, s.frames.size());
  append(key, s.spawned);
  append(key, s.joined);
  const auto nothingKnown = [&](ObjectId id, const Contents& contents) {
    return contents.escaped && isPooled(c, id);
  };
  append(key, std::count_if(s.memory.begin(), s.memory.end(), [&](const auto& object) {
           return !nothingKnown(object.first, *object.second);
         }));
  for (const auto& [id, contents] : s.memory) {
    if (nothingKnown(id, *contents)) continue;
    append(key, id);
    append(key, contents->escaped);
    append(key, contents->freed);
  }
  for (const CallFrame& frame : s.frames) {
    const auto pooled = [&](ObjectId id) { return isPooled(c, id); };
    append(key, std::count_if(frame.locals.begin(), frame.locals.end(), pooled));
    for (const ObjectId id : frame.locals) {
      if (pooled(id)) append(key, id);
    }
  }
  append(key, s.atExit.size());
  const auto add = [&](const Knowledge& what) {
    append(key, what.kind);
    append(key, what.width);
    append(key, what.object);
    append(key, what.value);
  };
  for (const ExitHandler& handler : s.atExit) {
    append(key, handler.function);
    add(Knowledge::of(handler.argument));
  }
  for (const auto& [variable, knowledge] : known) {
    append(key, variable.owner);
    append(key, variable.value);
    append(key, variable.object);
    append(key, variable.offset);
    add(knowledge);
  }
  return key;
}

// Finds values to be kept in registers, and returns whether this state has some that are new.
bool Paths::generalise(const Join& join, const Known& known, bool counts,
                       std::map<JoinVariable, Kept>& kept) {
  bool any = false;
  const auto compare = [&](const Known& other, bool many) {
    auto mine = known.begin();
    for (const auto& [variable, theirs] : other) {
      while (mine != known.end() && mine->first < variable) ++mine;
      if (mine == known.end()) return;
      const Knowledge& ours = mine->second;
      if (mine->first != variable || ours == theirs) continue;
      if (ours.kind == Knowledge::Kind::Unset || theirs.kind == Knowledge::Kind::Unset) continue;
      const bool mixed = ours.complete() != theirs.complete();
      const bool null = (ours.isNull() && theirs.kind == Knowledge::Kind::NonNull) ||
                        (theirs.isNull() && ours.kind == Knowledge::Kind::NonNull);
      if ((!mixed || null) && !many) continue;
      const auto [at, fresh] = kept.try_emplace(variable);
      c.assumed.changed |= fresh;
      any |= fresh;
      if (!null) continue;
      any |= !at->second.null;
      c.assumed.raise(at->second.null);
    }
  };
  for (const Known& other : join.counted) {
    compare(other, counts && join.counted.size() >= kMostCopies);
  }
  for (const Known& other : join.silent) compare(other, false);
  return any;
}

RegId Paths::registerFor(Join& join, const JoinVariable& variable, unsigned width, bool pointer) {
  const auto key = std::tuple(variable, width, pointer);
  const auto it = join.registers.find(key);
  if (it != join.registers.end()) return it->second;
  const RegId r = code.fresh(width, pointer);
  join.registers.emplace(key, r);
  return r;
}

// Moves values that are not known, or are assumed to be in registers, into the registers of the
// join.
void Paths::keepInRegisters(const State& s, Join& join, std::map<JoinVariable, Kept>& kept,
                            const std::vector<JoinValue>& variables) {
  std::vector<Move> moves;
  for (const JoinValue& value : variables) {
    Val& val = *value.val;
    const auto found = kept.find(value.variable);
    const bool assumed = found != kept.end();
    if (val.is(Val::Kind::Undef) || (val.known() && !assumed)) continue;
    c.assumed.changed |= !assumed;
    Kept& all = assumed ? found->second : kept[value.variable];
    if (val.isInt(0) && val.width == 64 && !all.targets.empty() && !all.null) continue;
    c.assumed.point(all.targets, originsOf(val));
    if (isWide(val)) c.assumed.raise(all.wide);
    // A number of which no round has found out yet that it is an address may still turn out to be
    // one: then its zeros are kept apart.
    bool& zero = all.targets.empty() ? all.zero : all.null;
    if (val.isInt(0) || (val.is(Val::Kind::Dyn) && !val.nonNull)) c.assumed.raise(zero);
    const bool pointer = all.coded();
    const RegId r = registerFor(join, value.variable, val.width, pointer);
    moves.push_back({r, cells.exprOf(pointer ? val : values.number(val))});
    Val moved = dynamic(reg(r), val.width);
    if (pointer) {
      moved.lo = kPointerType.lo;
      moved.hi = kPointerType.hi;
      Targets targets = all.targets;
      privateMemory.removeFuture(s, targets);
      moved.targets = std::make_shared<Targets>(std::move(targets));
    } else {
      moved = withOrigins(std::move(moved), all.targets);
    }
    moved.nonNull = !zero;
    val = std::move(moved);
  }
  moveAll(std::move(moves));
}

bool Paths::join(State& s) {
  if (!s.concurrent) {  // before the first thread is created there is only one path
    return !endlessRun.repeats(s, code.out.size()) || code.spin(s);
  }
  const JoinPlace at{s.top().context, c.info.id(s.top().block)};
  Join& join = joins[at];
  const bool executes = s.steps > kManySteps;
  if (executes && ++join.executed % kOneOf != 0) return true;
  prune(s);
  if (s.visible) c.assumed.add(c.assumed.visible, at);
  s.visible = c.assumed.visible.contains(at);
  std::map<JoinVariable, Kept>& kept = c.assumed.inRegister[at];
  Known known;
  std::string key;
  do {
    // Pointers that go into registers escape. That can emit stores and change the state, so it
    // comes before the state is brought into its normal form.
    std::vector<JoinValue> variables = variablesOf(s);
    bool escaped = false;
    for (const JoinValue& value : variables) {
      if (!value.val->is(Val::Kind::Addr) || !kept.contains(value.variable)) continue;
      privateMemory.escape(s, originsOf(*value.val));
      escaped = true;
    }
    if (escaped) variables = variablesOf(s);
    keepInRegisters(s, join, kept, variables);
    known.clear();
    known.reserve(variables.size());
    for (const JoinValue& value : variables) {
      known.emplace_back(value.variable, Knowledge::of(*value.val));
    }
    key = keyOf(s, known);
    if (const auto met = join.marks.find(key); met != join.marks.end()) {
      return code.goBack(s, met->second);
    }
  } while (generalise(join, known, s.emitted, kept));
  if (join.counted.size() > kMostHopeless) {
    code.exceed(s, "this line is reached in too many different states" + code.whatGrew(s),
                "free objects that are allocated in a loop in the same loop");
  }
  if (!executes || std::has_single_bit(join.executed)) {
    const CodeBuilder::Mark mark = code.out.mark();
    code.out.place(mark);
    join.marks.emplace(std::move(key), mark);
  }
  if (s.emitted) {
    join.counted.push_back(std::move(known));
  } else if (join.silent.size() < kMostSilent) {
    join.silent.push_back(std::move(known));
  }
  if (s.emitted) s.steps = 0;
  s.emitted = false;
  return true;
}

}  // namespace robur::frontend_llvm
