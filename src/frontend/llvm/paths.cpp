#include "frontend/llvm/paths.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <set>

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

namespace {

// The parts of an aggregate are distinguished by their number. Calls visit(offset, part) for what
// is no aggregate.
template <class Value, class Visit>
void forEachPart(Value& val, std::int64_t number, const Visit& visit) {
  if (!val.is(Val::Kind::Agg)) return visit(number, val);
  for (std::size_t i = 0; i < val.parts.size(); ++i) {
    forEachPart(val.parts[i], number * kMostParts + static_cast<std::int64_t>(i) + 1, visit);
  }
}

bool goesIntoRegister(const Val& val, const JoinVariable& variable,
                      const std::map<JoinVariable, Kept>& kept) {
  if (val.is(Val::Kind::Undef)) return false;
  return !val.known() || kept.contains(variable);
}

}  // namespace

// An object with a value that goes into a register counts as changed.
std::vector<ObjectId> Paths::unchangedIn(State& s, const std::map<JoinVariable, Kept>& kept) const {
  std::vector<ObjectId> out = beginning.unchangedIn(s);
  std::erase_if(out, [&](ObjectId id) {
    const auto first = kept.lower_bound({0, 0, id, INT64_MIN});
    return first != kept.end() && first->first.owner == 0 && first->first.value == 0 &&
           first->first.object == id;
  });
  return out;
}

// In order. Objects are copied only if one of their values goes into a register.
std::vector<Paths::JoinValue> Paths::variablesOf(State& s, const std::vector<ObjectId>& unchanged,
                                                 const std::map<JoinVariable, Kept>& kept) {
  std::vector<JoinValue> variables;
  JoinVariable variable;
  const auto numbered = [&](std::int64_t number) {
    JoinVariable part = variable;
    part.offset += number;
    return part;
  };
  const auto moves = [&](const Contents& contents) {
    bool any = false;
    for (const auto& [offset, bytes] : contents.cells) {
      variable.offset = offset;
      forEachPart(bytes.val, 0, [&](std::int64_t number, const Val& val) {
        any |= goesIntoRegister(val, numbered(number), kept);
      });
    }
    return any;
  };
  auto same = unchanged.begin();
  for (auto& [id, shared] : s.memory) {
    while (same != unchanged.end() && *same < id) ++same;
    if (shared->escaped || (same != unchanged.end() && *same == id)) continue;
    variable.object = id;
    if (moves(*shared)) {
      for (auto& [offset, bytes] : s.own(id).cells) {
        variable.offset = offset;
        forEachPart(bytes.val, 0, [&](std::int64_t number, Val& val) {
          variables.push_back({numbered(number), &val, &val});
        });
      }
    } else {
      for (const auto& [offset, bytes] : shared->cells) {
        variable.offset = offset;
        forEachPart(bytes.val, 0, [&](std::int64_t number, const Val& val) {
          variables.push_back({numbered(number), &val, nullptr});
        });
      }
    }
  }
  variable = {};
  for (CallFrame& frame : s.frames) {
    variable.owner = frame.context;
    for (auto& [id, value] : frame.values) {
      variable.value = id;
      forEachPart(value, 0, [&](std::int64_t number, Val& val) {
        variables.push_back({numbered(number), &val, &val});
      });
    }
  }
  // Frames and what they hold are in order, as are objects; parts of nested aggregates may not be.
  const auto order = [](const JoinValue& v) -> const JoinVariable& { return v.variable; };
  if (!std::ranges::is_sorted(variables, {}, order)) std::ranges::stable_sort(variables, {}, order);
  return variables;
}

void Paths::appendKnown(std::string& key, const JoinVariable& variable, const Knowledge& what) {
  append(key, variable.owner);
  append(key, variable.value);
  append(key, variable.object);
  append(key, variable.offset);
  append(key, what.kind);
  append(key, what.width);
  append(key, what.object);
  append(key, what.value);
}

// The same for states that continue with the same code.
std::string Paths::keyOf(const State& s, const Seen& seen) const {
  std::string key;
  key.reserve(kKeyBytes * (seen.known.size() + s.memory.size() + 2));
  append(key, s.frames.size());
  append(key, s.spawned);
  append(key, s.joined);
  const auto nothingKnown = [&](ObjectId id, const Contents& contents) {
    return contents.escaped && isPooled(c, id);
  };
  append(key, std::count_if(s.memory.begin(), s.memory.end(), [&](const auto& object) {
           return !nothingKnown(object.first, *object.second);
         }));
  auto unchanged = seen.unchanged.begin();
  for (const auto& [id, contents] : s.memory) {
    if (nothingKnown(id, *contents)) continue;
    while (unchanged != seen.unchanged.end() && *unchanged < id) ++unchanged;
    append(key, id);
    append(key, contents->escaped);
    append(key, contents->freed);
    append(key, unchanged != seen.unchanged.end() && *unchanged == id);
  }
  for (const CallFrame& frame : s.frames) {
    const auto pooled = [&](ObjectId id) { return isPooled(c, id); };
    append(key, std::count_if(frame.locals.begin(), frame.locals.end(), pooled));
    for (const ObjectId id : frame.locals) {
      if (pooled(id)) append(key, id);
    }
  }
  append(key, s.atExit.size());
  for (const ExitHandler& handler : s.atExit) {
    append(key, handler.function);
    appendKnown(key, {}, Knowledge::of(handler.argument));
  }
  for (const auto& [variable, knowledge] : seen.known) appendKnown(key, variable, knowledge);
  return key;
}

Paths::Knowledge Paths::atBeginning(const JoinVariable& variable) const {
  const Val* val = beginning.at(variable.object, variable.offset);
  return val == nullptr || val->is(Val::Kind::Agg) ? Knowledge{Knowledge::Kind::Unset}
                                                   : Knowledge::of(*val);
}

// Calls visit(variable, in a, in b) for what both know differently.
template <class Visit>
void Paths::forEachDifference(const Seen& a, const Seen& b, const Visit& visit) const {
  const auto compared = [&](const JoinVariable& variable, const Knowledge& x, const Knowledge& y) {
    if (!(x == y)) visit(variable, x, y);
  };
  // Of one that only one of them has: in the other the whole object may be unchanged.
  const auto alone = [&](const auto& entry, const Seen& other) {
    const JoinVariable& variable = entry.first;
    const bool bytes = variable.owner == 0 && variable.value == 0;
    if (!bytes || !std::ranges::binary_search(other.unchanged, variable.object)) return;
    const Knowledge then = atBeginning(variable);
    if (&other == &b) compared(variable, entry.second, then);
    if (&other == &a) compared(variable, then, entry.second);
  };
  auto x = a.known.begin();
  auto y = b.known.begin();
  while (x != a.known.end() || y != b.known.end()) {
    if (y == b.known.end() || (x != a.known.end() && x->first < y->first)) {
      alone(*x++, b);
    } else if (x == a.known.end() || y->first < x->first) {
      alone(*y++, a);
    } else {
      compared(x->first, x->second, y->second);
      ++x, ++y;
    }
  }
}

// Finds values to be kept in registers, and returns whether this state has some that are new.
bool Paths::generalise(const Join& join, const Seen& seen, bool counts,
                       std::map<JoinVariable, Kept>& kept) {
  bool any = false;
  const bool many = counts && join.counted.size() >= kMostCopies;
  const auto compare = [&](const Seen& other, bool all) {
    forEachDifference(
        seen, other,
        [&](const JoinVariable& variable, const Knowledge& ours, const Knowledge& theirs) {
          if (ours.kind == Knowledge::Kind::Unset || theirs.kind == Knowledge::Kind::Unset) return;
          const bool mixed = ours.complete() != theirs.complete();
          const bool null = (ours.isNull() && theirs.kind == Knowledge::Kind::NonNull) ||
                            (theirs.isNull() && ours.kind == Knowledge::Kind::NonNull);
          if ((!mixed || null) && !all) return;
          const auto [at, fresh] = kept.try_emplace(variable);
          c.assumed.changed |= fresh;
          any |= fresh;
          if (!null) return;
          any |= !at->second.null;
          c.assumed.raise(at->second.null);
        });
  };
  for (const Seen& other : join.counted) compare(other, many);
  for (const Seen& other : join.silent) compare(other, false);
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
    if (!goesIntoRegister(*value.val, value.variable, kept)) continue;
    Val& val = *value.own;
    const auto found = kept.find(value.variable);
    const bool assumed = found != kept.end();
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

// Pointers that go into registers escape. That can emit stores and change the state, so it comes
// before the state is brought into its normal form.
void Paths::escapeIntoRegisters(State& s, const std::map<JoinVariable, Kept>& kept) {
  if (kept.empty()) return;
  Targets escaping;
  for (const JoinValue& value : variablesOf(s, unchangedIn(s, kept), kept)) {
    if (value.val->is(Val::Kind::Addr) && kept.contains(value.variable)) {
      escaping.add(originsOf(*value.val));
    }
  }
  privateMemory.escape(s, escaping);
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
  if (!beginning.known()) beginning.take(s);
  Seen seen;
  std::string key;
  do {
    escapeIntoRegisters(s, kept);
    seen = {{}, unchangedIn(s, kept)};
    const std::vector<JoinValue> variables = variablesOf(s, seen.unchanged, kept);
    keepInRegisters(s, join, kept, variables);
    for (const JoinValue& value : variables) {
      seen.known.emplace_back(value.variable, Knowledge::of(*value.val));
    }
    key = keyOf(s, seen);
    if (const auto met = join.marks.find(key); met != join.marks.end()) {
      return code.goBack(s, met->second);
    }
  } while (generalise(join, seen, s.emitted, kept));
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
    join.counted.push_back(std::move(seen));
  } else if (join.silent.size() < kMostSilent) {
    join.silent.push_back(std::move(seen));
  }
  if (s.emitted) s.steps = 0;
  s.emitted = false;
  return true;
}

}  // namespace robur::frontend_llvm
