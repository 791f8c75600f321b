// Where paths may meet.
//
// At the head of a block with several predecessors the state is brought into a normal form:
// what will not be used is dropped, what is not known is moved into the register kept for it
// at this place. Two states that then know the same things go on with the same code. A value
// that is known on one path and not on another, or that takes too many different known values
// (the counter of a long loop), is kept in a register on all of them from the next round on.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

constexpr std::size_t kMostCopies = 24;      // of a place for different known values
constexpr std::size_t kMostSilent = 8;       // remembered in full, of a loop run while reading
constexpr std::size_t kMostHopeless = 2000;  // when nothing can be done about it

void readRegisters(const ExprPtr& e, std::set<RegId>& out) {
  forEachNode(e, [&](const Expr& node) {
    if (node.kind == Expr::Kind::Reg) out.insert(node.reg);
  });
}

ExprPtr renamed(const ExprPtr& e, RegId from, RegId to) {
  switch (e->kind) {
    case Expr::Kind::Reg:
      return e->reg == from ? reg(to) : e;
    case Expr::Kind::Unary:
      return unary(e->unary, renamed(e->lhs, from, to));
    case Expr::Kind::Binary:
      return binary(e->binary, renamed(e->lhs, from, to), renamed(e->rhs, from, to));
    default:
      return e;
  }
}

std::string textOf(const Val& v) {
  switch (v.kind) {
    case Val::Kind::Undef:
      return "u";
    case Val::Kind::Int:
      return fmt::format("i{}:{}", v.width, v.value);
    case Val::Kind::Addr:
      return fmt::format("a{}:{}", static_cast<std::uint32_t>(v.object), v.value);
    default:
      return "?";
  }
}

}  // namespace

void Evaluator::prune(State& s) {
  Frame& frame = s.top();
  const std::set<ValueId>& live = c.info.liveInto(frame.block);
  std::set<ValueId> phis;
  for (const llvm::PHINode& phi : frame.block->phis()) phis.insert(c.info.id(&phi));
  std::erase_if(frame.values, [&](const auto& entry) {
    return !live.contains(entry.first) && !phis.contains(entry.first);
  });
}

std::vector<Evaluator::SlotValue> Evaluator::slotsOf(State& s) {
  std::vector<SlotValue> slots;
  Slot slot;
  slot.block = c.info.id(s.top().block);
  slot.context = s.top().context;
  const auto add = [&](Val& val) {
    if (val.is(Val::Kind::Agg)) {
      // The parts of an aggregate are told apart by their number.
      for (std::size_t i = 0; i < val.parts.size(); ++i) {
        Slot part = slot;
        part.offset = static_cast<std::int64_t>(i) + 1;
        slots.push_back({part, &val.parts[i]});
      }
    } else {
      slots.push_back({slot, &val});
    }
  };
  for (Frame& frame : s.frames) {
    slot.owner = frame.context;
    for (auto& [id, val] : frame.values) {
      slot.value = id;
      slot.offset = 0;
      add(val);
    }
  }
  slot.value = 0;
  slot.owner = 0;
  for (auto& [id, shared] : s.memory) {
    if (shared->escaped) continue;
    Contents& contents = s.own(id);
    slot.object = id;
    for (auto& [offset, bytes] : contents.cells) {
      slot.offset = offset;
      add(bytes.val);
    }
  }
  return slots;
}

std::string Evaluator::keyOf(State& s, const std::vector<SlotValue>& slots, Known& known) {
  std::string key = fmt::format("{}/{}/{}", s.frames.size(), s.spawned, s.joined);
  for (const auto& [id, contents] : s.memory) {
    key += fmt::format(";{}{}{}", static_cast<std::uint32_t>(id), contents->escaped ? "e" : "p",
                       contents->freed ? "f" : "");
  }
  for (const SlotValue& sv : slots) {
    const Slot& at = sv.slot;
    std::string text = textOf(*sv.val);
    key += fmt::format(";{}.{}.{}.{}={}", at.owner, at.value, static_cast<std::uint32_t>(at.object),
                       at.offset, text);
    known.emplace_back(at, std::move(text));
  }
  return key;
}

void Evaluator::generalise(const Copies& copies, const Known& known, bool counts) {
  const std::map<Slot, std::string> mine(known.begin(), known.end());
  const auto compare = [&](const std::vector<Known>& others, bool many) {
    for (const Known& other : others) {
      for (const auto& [slot, text] : other) {
        const auto it = mine.find(slot);
        if (it == mine.end() || it->second == text || text == "u" || it->second == "u") continue;
        const bool mixed = (text == "?") != (it->second == "?");
        if ((mixed || many) && c.facts.slots.try_emplace(slot).second) c.facts.changed = true;
      }
    }
  };
  compare(copies.counted, counts && copies.counted.size() >= kMostCopies);
  compare(copies.silent, false);
}

RegId Evaluator::slotRegister(const Slot& slot, unsigned width, bool pointer) {
  const auto key = std::tuple(slot, width, pointer);
  const auto it = slotRegisters.find(key);
  if (it != slotRegisters.end()) return it->second;
  const RegId r = fresh(width, pointer);
  slotRegisters.emplace(key, r);
  return r;
}

// All moves at once: one whose target nobody still has to read goes first; a circle is opened
// by a temporary.
void Evaluator::moveAll(std::vector<Move> moves) {
  std::erase_if(
      moves, [](const Move& m) { return m.from->kind == Expr::Kind::Reg && m.from->reg == m.to; });
  while (!moves.empty()) {
    std::size_t pick = moves.size();
    for (std::size_t i = 0; i < moves.size() && pick == moves.size(); ++i) {
      bool read = false;
      for (std::size_t j = 0; j < moves.size() && !read; ++j) {
        std::set<RegId> used;
        if (j != i) readRegisters(moves[j].from, used);
        read = used.contains(moves[i].to);
      }
      if (!read) pick = i;
    }
    Instr instr;
    instr.op = Op::Assign;
    instr.span = here(*current);
    if (pick == moves.size()) {
      const RegId held = moves[0].to;
      const RegId spare = out.temporary(typeOfWidth(64));
      instr.dst = spare;
      instr.value = reg(held);
      for (Move& m : moves) {
        m.from = renamed(m.from, held, spare);
      }
    } else {
      instr.dst = moves[pick].to;
      instr.value = moves[pick].from;
      moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    out.emit(std::move(instr));
  }
}

bool Evaluator::join(State& s) {
  if (!s.concurrent) return true;  // before there are threads there is only one way to go
  prune(s);
  const std::pair<ContextId, ValueId> at{s.top().context, c.info.id(s.top().block)};
  if (s.visible) c.facts.add(c.facts.visible, at);
  s.visible = c.facts.visible.contains(at);
  // What is not followed here any more goes into a register, known or not. Escaping an object
  // can write to memory, so it comes before the normal form is taken.
  for (const SlotValue& sv : slotsOf(s)) {
    if (sv.val->is(Val::Kind::Addr) && c.facts.slots.contains(sv.slot)) {
      escape(s, targetsOf(*sv.val));
    }
  }
  std::vector<SlotValue> slots = slotsOf(s);
  std::vector<Move> moves;
  for (const SlotValue& sv : slots) {
    Val& val = *sv.val;
    const auto fact = c.facts.slots.find(sv.slot);
    const bool loose = fact != c.facts.slots.end();
    if (val.is(Val::Kind::Undef) || (val.known() && !loose)) continue;
    Targets& all = loose ? fact->second : (c.facts.changed = true, c.facts.slots[sv.slot]);
    c.facts.point(all, targetsOf(val));
    const bool pointer = !all.empty();
    const RegId r = slotRegister(sv.slot, val.width, pointer);
    moves.push_back({r, exprOf(val)});
    Val kept = dynamic(reg(r), val.width);
    if (pointer) {
      kept.lo = kPointerType.lo;
      kept.hi = kPointerType.hi;
      kept.targets = std::make_shared<Targets>(all);
    }
    val = std::move(kept);
  }
  moveAll(std::move(moves));
  Known known;
  const std::string key = keyOf(s, slots, known);
  Copies& copies = places[at];
  if (const auto met = copies.marks.find(key); met != copies.marks.end()) {
    out.jump(met->second, here(s));
    return false;
  }
  generalise(copies, known, s.emitted);
  if (copies.counted.size() > kMostHopeless) {
    exceed(s, "this place is reached in too many different ways" + whatGrew(s),
           "objects that are allocated in a loop must be freed in it");
  }
  const CodeBuilder::Mark mark = out.mark();
  out.place(mark);
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

}  // namespace robur::llvmfront
