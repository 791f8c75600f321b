// Random lock ... unlock regions: what the code can do is what the automaton can do while
// nobody else runs, and it does it in one access.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "frontend/trencher/reader.h"
#include "program/arithmetic.h"
#include "program/print.h"
#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

using Cells = std::map<std::int64_t, std::int64_t>;

// Cell 0 belongs to the region, 10.. hold what registers begin with, 20 tells the exit.
constexpr std::int64_t kExit = 20;

struct Machine {
  std::vector<std::int64_t> registers;
  Cells memory;
  auto operator<=>(const Machine&) const = default;
};

std::int64_t valueOf(const ExprPtr& e, const Machine& m, std::int64_t loaded = 0) {
  switch (e->kind) {
    case Expr::Kind::Const:
      return e->value;
    case Expr::Kind::Reg:
      return m.registers[raw(e->reg)];
    case Expr::Kind::Loaded:
      return loaded;
    case Expr::Kind::Unary:
      return apply(e->unary, valueOf(e->lhs, m, loaded));
    case Expr::Kind::Binary:
      return *apply(e->binary, valueOf(e->lhs, m, loaded), valueOf(e->rhs, m, loaded));
    default:
      ADD_FAILURE();
      return 0;
  }
}

std::int64_t at(const Cells& memory, std::int64_t address) {
  const auto cell = memory.find(address);
  return cell == memory.end() ? 0 : cell->second;
}

// All final machines of the automaton; ways that are blocked or endless have none.
std::set<Machine> outcomes(const frontend_trencher::Automaton& automaton, const Machine& start) {
  using frontend_trencher::Transition;
  std::set<Machine> done;
  std::set<std::pair<frontend_trencher::StateId, Machine>> seen;
  std::vector<std::pair<frontend_trencher::StateId, Machine>> pending = {
      {automaton.initial, start}};
  while (!pending.empty()) {
    const auto [state, m] = pending.back();
    pending.pop_back();
    if (!seen.emplace(state, m).second) continue;
    const auto& out = automaton.states[static_cast<std::size_t>(state)].out;
    if (out.empty()) done.insert(m);
    for (const std::uint32_t index : out) {
      const Transition& t = automaton.transitions[index];
      Machine next = m;
      if (t.kind == Transition::Kind::Check && valueOf(t.value, m) == 0) continue;
      if (t.kind == Transition::Kind::Read) {
        next.registers[raw(t.reg)] = at(m.memory, valueOf(t.address, m));
      } else if (t.kind == Transition::Kind::Write) {
        next.memory[valueOf(t.address, m)] = valueOf(t.value, m);
      } else if (t.kind == Transition::Kind::Local) {
        next.registers[raw(t.reg)] = valueOf(t.value, m);
      }
      pending.emplace_back(t.to, std::move(next));
    }
  }
  return done;
}

// One step of an instruction; false if it cannot be taken.
bool step(const Program& p, const Instr& i, Machine& m) {
  using Op = Instr::Op;
  std::int64_t address = -1;
  std::int64_t old = 0;
  if (accessesMemory(i.op)) {
    address = std::stoll(p[i.address.base].name.substr(1));
    old = at(m.memory, address);
  }
  const Machine before = m;
  switch (i.op) {
    case Op::Assign:
      m.registers[raw(i.dst)] = valueOf(i.value, before);
      return true;
    case Op::Assume:
      return valueOf(i.value, before) != 0;
    case Op::Load:
      break;
    case Op::Store:
      m.memory[address] = valueOf(i.value, before);
      return true;
    case Op::Wait:
      if (valueOf(i.value, before, old) == 0) return false;
      break;
    case Op::Cas:
    case Op::Bcas:
      if (old == valueOf(i.expected, before)) {
        m.memory[address] = valueOf(i.value, before);
      } else if (i.op == Op::Bcas) {
        return false;
      }
      break;
    case Op::Rmw: {
      const std::int64_t v = valueOf(i.value, before);
      m.memory[address] = i.rmw == RmwOp::Add        ? old + v
                          : i.rmw == RmwOp::Sub      ? old - v
                          : i.rmw == RmwOp::And      ? (old & v)
                          : i.rmw == RmwOp::Exchange ? v
                                                     : (ADD_FAILURE(), 0);
      break;
    }
    default:
      return true;
  }
  if (i.dst != kNoReg) m.registers[raw(i.dst)] = old;
  return true;
}

// The same for code, forgetting temporaries at the end. Every way may access cell 0 once.
std::set<Machine> outcomes(const Program& p, const Code& code, Machine start,
                           std::size_t registers) {
  start.registers.resize(code.registers.size());
  std::set<Machine> done;
  struct Place {
    Pc pc;
    int accesses;
    Machine machine;
    auto operator<=>(const Place&) const = default;
  };
  std::set<Place> seen;
  std::vector<Place> pending = {{code.entry, 0, std::move(start)}};
  while (!pending.empty()) {
    Place place = pending.back();
    pending.pop_back();
    if (!seen.insert(place).second) continue;
    const Instr& i = code.instrs[place.pc];
    if (i.op == Instr::Op::Halt) {
      place.machine.registers.resize(registers);
      done.insert(place.machine);
      continue;
    }
    if (accessesMemory(i.op) && p[i.address.base].name == "m0") ++place.accesses;
    EXPECT_LE(place.accesses, 1);
    if (i.op == Instr::Op::Branch) {
      const bool yes = valueOf(i.value, place.machine) != 0;
      pending.push_back({i.next[yes ? 0 : 1], place.accesses, place.machine});
      continue;
    }
    if (!step(p, i, place.machine)) continue;
    for (const Pc next : i.next) pending.push_back({next, place.accesses, place.machine});
  }
  return done;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  // A thread that may write anything small anywhere, so that no value is known before,
  // and the thread with the region.
  std::string program() {
    std::string text = "thread other initial q\n";
    for (const char* cell : {"0", "10", "11", "12"}) {
      for (int v = -1; v <= 2; ++v) {
        text += "transition q q write " + std::to_string(v) + " " + cell + "\n";
      }
    }
    text += "end\nthread t initial i0\n";
    text += "transition i0 i1 read r0 10\ntransition i1 i2 read r1 11\n";
    text += "transition i2 i3 read r2 12\ntransition i3 s0 lock\n";
    const int states = 3 + upTo(4);
    for (int s = 0; s < states; ++s) {
      const int ways = s == 0 ? 1 : 1 + upTo(1);
      const std::string check = expression(1);
      for (int w = 0; w < ways; ++w) {
        const bool back = s > 1 && upTo(9) == 0;
        const int to = back ? upTo(s) : s + 1 + upTo(1);
        const bool pair = ways == 2 && upTo(2) != 0;
        const std::string what = pair ? "check " + (w == 0 ? check : "! " + check) : instruction(s);
        text += "transition s" + std::to_string(s) + " s" + std::to_string(to) + " " + what + "\n";
      }
    }
    for (int s = states; s <= states + 1; ++s) {
      const std::string exit = std::to_string(s - states);
      text += "transition s" + std::to_string(s) + " x" + exit + " unlock\n";
      text += "transition x" + exit + " end" + exit + " write " + exit + " 20\n";
    }
    return text + "end\n";
  }

 private:
  int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }
  std::string reg() { return "r" + std::to_string(upTo(2)); }

  std::string instruction(int state) {
    switch (state == 0 ? 0 : upTo(4)) {
      case 0:
        return "read " + reg() + " 0";
      case 1:
        return "write " + expression(1) + " 0";
      case 2:
        return "local " + reg() + " " + expression(1);
      case 3:
        return "check " + expression(1);
      default:
        return "noop";
    }
  }

  std::string expression(int depth) {
    if (depth == 0 || upTo(3) == 0) return upTo(1) == 0 ? reg() : std::to_string(upTo(3) - 1);
    static const char* const kOps[] = {"==", "==", "!=", "+", "-", "<"};
    return std::string(kOps[upTo(5)]) + " " + expression(depth - 1) + " " + expression(depth - 1);
  }

  std::mt19937 random_;
};

TEST(TrencherRegion, CodeDoesWhatTheAutomatonDoes) {
  int understood = 0;
  std::set<Instr::Op> kinds;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const std::string text = Generator(seed).program();
    const Parsed parsed = parseTrencher({"a.txt", text});
    if (!parsed.program) continue;
    ++understood;
    const Program& p = *parsed.program;
    Errors errors;
    const std::vector<frontend_trencher::Automaton> automata =
        frontend_trencher::read(text, errors);
    for (const Instr& i : p.codes[1].instrs) kinds.insert(i.op);
    for (int v = static_cast<int>(seed % 7); v < 4 * 4 * 4 * 4; v += 7) {
      Machine start;
      start.memory = {
          {0, v % 4 - 1}, {10, v / 4 % 4 - 1}, {11, v / 16 % 4 - 1}, {12, v / 64 - 1}, {kExit, -1}};
      start.registers.resize(automata[1].registers.size());
      const auto expected = outcomes(automata[1], start);
      ASSERT_EQ(outcomes(p, p.codes[1], start, start.registers.size()), expected)
          << "seed " << seed << ", values " << v << "\n"
          << text << printRob(p);
    }
  }
  EXPECT_GT(understood, 500);
  for (const Instr::Op op : {Instr::Op::Cas, Instr::Op::Bcas, Instr::Op::Rmw, Instr::Op::Wait,
                             Instr::Op::Load, Instr::Op::Branch}) {
    EXPECT_TRUE(kinds.contains(op)) << static_cast<int>(op);
  }
}

}  // namespace
}  // namespace robur::testing
