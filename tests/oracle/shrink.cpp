#include "oracle/shrink.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "generators/instructions.h"
#include "program/print.h"
#include "program/simplify.h"
#include "program/validate.h"

namespace robur::testing {

namespace {

using Op = Instr::Op;

// Everything that could be tried on the program, as programs; large cuts come first.
class Cuts {
 public:
  explicit Cuts(const Program& program) : program_(program) {}

  std::vector<Program> all() {
    cuts_.push_back(simplified(program_));
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      change([&](Program& p) { dropThread(p, t); });
    }
    for (std::size_t i = 0; i < program_.locations.size(); ++i) dropLocation(i);
    for (std::size_t c = 0; c < program_.codes.size(); ++c) {
      for (std::size_t i = 0; i < program_.codes[c].instrs.size(); ++i) dropInstr(c, i);
    }
    for (std::size_t c = 0; c < program_.codes.size(); ++c) {
      for (std::size_t i = 0; i < program_.codes[c].instrs.size(); ++i) simplifyInstr(c, i);
      dropRegisters(c);
    }
    for (std::size_t i = 0; i < program_.locations.size(); ++i) {
      change([&](Program& p) { std::ranges::fill(p.locations[i].init, p.locations[i].type.lo); });
    }
    return std::move(cuts_);
  }

 private:
  template <class Change>
  void change(const Change& apply) {
    Program p = program_;
    apply(p);
    if (!sameProgram(p, program_)) cuts_.push_back(std::move(p));
  }

  template <class Change>
  void changeInstr(std::size_t code, std::size_t at, const Change& apply) {
    change([&](Program& p) { apply(p.codes[code].instrs[at]); });
  }

  static void dropThread(Program& p, std::size_t t) {
    const CodeId code = p.threads[t].code;
    p.threads.erase(p.threads.begin() + static_cast<std::ptrdiff_t>(t));
    const auto runs = [&](const Thread& thread) { return thread.code == code; };
    if (std::ranges::any_of(p.threads, runs)) return;
    p.codes.erase(p.codes.begin() + raw(code));
    for (Thread& thread : p.threads) {
      if (raw(thread.code) > raw(code)) thread.code = CodeId{raw(thread.code) - 1};
    }
  }

  // Only a location that no instruction names, and only if no instruction computes cell numbers.
  void dropLocation(std::size_t at) {
    const LocationId id{static_cast<std::uint32_t>(at)};
    bool used = false;
    const auto look = [&](const Expr& e) { used |= e.kind == Expr::Kind::AddressOf; };
    for (const Code& code : program_.codes) {
      for (const Instr& i : code.instrs) {
        used |= accessesMemory(i.op) && (i.address.pointer || i.address.base == id);
        for (const ExprPtr& e : {i.value, i.expected, i.address.index}) forEachNode(e, look);
      }
    }
    if (used) return;
    change([&](Program& p) {
      p.locations.erase(p.locations.begin() + static_cast<std::ptrdiff_t>(at));
      for (Code& code : p.codes) {
        for (Instr& i : code.instrs) {
          LocationId& base = i.address.base;
          if (accessesMemory(i.op) && raw(base) > at) base = LocationId{raw(base) - 1};
        }
      }
    });
  }

  void dropRegisters(std::size_t code) {
    const Code& from = program_.codes[code];
    if (from.registers.empty()) return;
    const RegId last{static_cast<std::uint32_t>(from.registers.size() - 1)};
    bool used = false;
    const auto look = [&](const Expr& e) { used |= e.kind == Expr::Kind::Reg && e.reg == last; };
    for (const Instr& i : from.instrs) {
      used |= i.dst == last;
      for (const ExprPtr& e : {i.value, i.expected, i.address.index}) forEachNode(e, look);
    }
    if (!used) change([&](Program& p) { p.codes[code].registers.pop_back(); });
  }

  void dropInstr(std::size_t code, std::size_t at) {
    const Instr& from = program_.codes[code].instrs[at];
    if (from.op == Op::Goto || from.op == Op::Halt) return;
    changeInstr(code, at, [](Instr& i) { i = simple(Op::Halt); });
    for (const Pc target : from.next) {
      changeInstr(code, at, [&](Instr& i) {
        i = simple(Op::Goto);
        i.next = {target};
      });
    }
  }

  void simplifyInstr(std::size_t code, std::size_t at) {
    const Instr& from = program_.codes[code].instrs[at];
    const auto become = [&](Instr instr) {
      instr.next = from.next;
      changeInstr(code, at, [&](Instr& i) { i = instr; });
    };
    const bool updates = from.op == Op::Rmw || from.op == Op::Cas || from.op == Op::Bcas;
    if (updates) become(store(from.address, from.value, Order::Rlx));
    if (updates && from.dst != kNoReg) become(load(from.dst, from.address, Order::Rlx));
    if (from.op == Op::Cas) {
      become(bcas(from.dst, from.address, from.expected, from.value, from.order));
    }
    if (from.op == Op::Rmw && from.rmw != RmwOp::Exchange) {
      become(rmw(RmwOp::Exchange, from.dst, from.address, from.value, from.order));
    }
    if ((updates || from.op == Op::Wait) && from.dst != kNoReg) {
      changeInstr(code, at, [](Instr& i) { i.dst = kNoReg; });
    }
    weakenOrders(code, at);
    for (const ExprPtr& e : simpler(from.value)) {
      changeInstr(code, at, [&](Instr& i) { i.value = e; });
    }
    for (const ExprPtr& e : simpler(from.expected)) {
      changeInstr(code, at, [&](Instr& i) { i.expected = e; });
    }
    for (const ExprPtr& e : simpler(from.address.index)) {
      changeInstr(code, at, [&](Instr& i) { i.address.index = e; });
    }
  }

  void weakenOrders(std::size_t code, std::size_t at) {
    const Instr& from = program_.codes[code].instrs[at];
    const bool ordered = accessesMemory(from.op) || from.op == Op::Fence;
    if (!ordered || from.order == Order::NonAtomic) return;
    for (const Order order : {Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel}) {
      if (order < from.order) changeInstr(code, at, [&](Instr& i) { i.order = order; });
    }
    if (from.op == Op::Cas) {
      changeInstr(code, at, [](Instr& i) { i.failOrder = Order::Rlx; });
    }
  }

  static std::vector<ExprPtr> simpler(const ExprPtr& e) {
    std::vector<ExprPtr> result;
    if (!e) return result;
    if (e->kind == Expr::Kind::Const) {
      if (e->value != 0) result = {constant(0), constant(e->value / 2)};
      if (e->value > 1) result.push_back(constant(1));
      return result;
    }
    result = {constant(0), constant(1)};
    for (const ExprPtr& part : {e->lhs, e->rhs}) {
      if (!part) continue;
      result.push_back(part);
      for (const ExprPtr& less : simpler(part)) {
        const bool left = part == e->lhs;
        result.push_back(e->kind == Expr::Kind::Unary ? unary(e->unary, less)
                         : left                       ? binary(e->binary, less, e->rhs)
                                                      : binary(e->binary, e->lhs, less));
      }
    }
    return result;
  }

  const Program& program_;
  std::vector<Program> cuts_;
};

// A number that goes down, so that shrinking ends: two programs could otherwise turn into
// each other forever.
std::size_t sizeOf(const Program& program) {
  std::size_t size = 40 * program.threads.size() + 4 * program.locations.size();
  const auto count = [&](const Expr& e) {
    size +=
        e.kind == Expr::Kind::Const ? static_cast<std::size_t>(e.value != 0) + (e.value > 1) : 3;
  };
  for (const Location& location : program.locations) {
    for (const std::int64_t v : location.init) size += v != location.type.lo;
  }
  for (const Code& code : program.codes) {
    size += 2 * code.registers.size();
    for (const Instr& i : code.instrs) {
      static constexpr std::size_t kWeight[] = {20, 20, 22, 21, 30, 32, 23, 31,
                                                20, 20, 20, 8,  20, 20, 7};
      size += kWeight[static_cast<std::size_t>(i.op)];
      size += i.dst != kNoReg ? 2 : 0;
      size += static_cast<std::size_t>(i.order) + static_cast<std::size_t>(i.failOrder);
      size += i.op == Op::Rmw && i.rmw != RmwOp::Exchange ? 1 : 0;
      for (const ExprPtr& e : {i.value, i.expected, i.address.index}) forEachNode(e, count);
    }
  }
  return size;
}

}  // namespace

Program shrink(const Program& program, const Fails& fails, std::size_t maxTries) {
  Program best = program;
  for (bool shrunk = true; shrunk && maxTries > 0;) {
    shrunk = false;
    for (Program& cut : Cuts(best).all()) {
      if (sizeOf(cut) >= sizeOf(best) || cut.threads.empty() || !validate(cut).empty()) continue;
      if (maxTries-- == 0) break;
      if (!fails(cut)) continue;
      best = std::move(cut);
      shrunk = true;
      break;
    }
  }
  return best;
}

std::string keepProgram(const Program& program, const std::string& name,
                        const std::string& comment) {
  const std::filesystem::path folder = std::filesystem::current_path() / "mismatches";
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / (name + ".rob");
  std::ofstream file(path);
  std::istringstream lines(comment);
  for (std::string line; std::getline(lines, line);) file << "// " << line << '\n';
  file << printRob(program);
  return path.string();
}

}  // namespace robur::testing
