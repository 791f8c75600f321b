// Cell numbering, and the senses in which two programs are the same.
#include "program/program.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace robur {

std::uint32_t Program::cellCount() const {
  std::uint32_t cells = 0;
  for (const Location& location : locations) cells += location.size();
  return cells;
}

CellId Program::firstCell(LocationId id) const {
  assert(raw(id) < locations.size());
  std::uint32_t cells = 0;
  for (std::uint32_t i = 0; i < raw(id); ++i) cells += locations[i].size();
  return CellId{cells};
}

LocationId Program::locationOf(CellId cell) const {
  assert(raw(cell) < cellCount());
  std::uint32_t cells = 0;
  for (std::uint32_t i = 0; i < locations.size(); ++i) {
    cells += locations[i].size();
    if (raw(cell) < cells) return LocationId{i};
  }
  return LocationId{};
}

std::string Program::cellName(CellId cell) const {
  const LocationId id = locationOf(cell);
  const Location& location = locations[raw(id)];
  if (!location.isArray) return location.name;
  return fmt::format("{}[{}]", location.name, raw(cell) - raw(firstCell(id)));
}

namespace {

// Fields that the operation does not use are not compared: frontends may leave any value in them.
bool sameInstr(const Instr& a, const Instr& b) {
  using Op = Instr::Op;
  if (a.op != b.op || a.next != b.next) return false;
  const auto sameAccess = [&] {
    return a.address == b.address && a.order == b.order && a.orderGiven == b.orderGiven;
  };
  switch (a.op) {
    case Op::Assign:
      return a.dst == b.dst && equal(a.value, b.value);
    case Op::Havoc:
      return a.dst == b.dst && a.lo == b.lo && a.hi == b.hi;
    case Op::Load:
      return a.dst == b.dst && sameAccess();
    case Op::Store:
      return sameAccess() && equal(a.value, b.value);
    case Op::Rmw:
      return a.dst == b.dst && a.rmw == b.rmw && sameAccess() && equal(a.value, b.value);
    case Op::Cas:
      return a.dst == b.dst && a.failOrder == b.failOrder && sameAccess() &&
             equal(a.value, b.value) && equal(a.expected, b.expected);
    case Op::Wait:
      return a.dst == b.dst && sameAccess() && equal(a.value, b.value);
    case Op::Bcas:
      return a.dst == b.dst && sameAccess() && equal(a.value, b.value) &&
             equal(a.expected, b.expected);
    case Op::Fence:
      return a.order == b.order;
    case Op::Branch:
    case Op::Assert:
    case Op::Assume:
      return equal(a.value, b.value);
    case Op::Choose:
    case Op::Goto:
    case Op::Halt:
      return true;
  }
  return false;
}

bool sameLocation(const Location& a, const Location& b) {
  return a.type == b.type && a.atomic == b.atomic && a.isArray == b.isArray && a.init == b.init &&
         a.pointable == b.pointable;
}

bool sameRegister(const Register& a, const Register& b) {
  return a.type == b.type && a.init == b.init;
}

template <class T>
bool sameNames(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, {}, &T::name, &T::name);
}

}  // namespace

bool sameBehaviour(const Code& a, const Code& b) {
  return a.entry == b.entry && std::ranges::equal(a.registers, b.registers, sameRegister) &&
         std::ranges::equal(a.instrs, b.instrs, sameInstr);
}

bool sameUpToNames(const Program& a, const Program& b) {
  if (!std::ranges::equal(a.locations, b.locations, sameLocation)) return false;
  if (a.threads.size() != b.threads.size()) return false;
  for (std::uint32_t t = 0; t < a.threads.size(); ++t) {
    if (a.threads[t].index != b.threads[t].index) return false;
    if (a.threads[t].anyNumber != b.threads[t].anyNumber) return false;
    if (!sameBehaviour(a.codeOf(ThreadId{t}), b.codeOf(ThreadId{t}))) return false;
  }
  return true;
}

bool sameProgram(const Program& a, const Program& b) {
  if (!sameUpToNames(a, b) || a.codes.size() != b.codes.size()) return false;
  if (!sameNames(a.locations, b.locations) || !sameNames(a.threads, b.threads)) return false;
  if (!std::ranges::equal(a.threads, b.threads, {}, &Thread::code, &Thread::code)) return false;
  const auto sameComplaints = [](const Code& x, const Code& y) {
    return std::ranges::equal(x.instrs, y.instrs, {}, &Instr::complaint, &Instr::complaint) &&
           std::ranges::equal(x.instrs, y.instrs, {}, &Instr::unsupported, &Instr::unsupported);
  };
  const auto sameLabel = [](const Label& x, const Label& y) {
    return x.name == y.name && x.pc == y.pc;
  };
  return std::ranges::equal(a.codes, b.codes, [&](const Code& x, const Code& y) {
    return x.name == y.name && sameBehaviour(x, y) && sameNames(x.registers, y.registers) &&
           sameComplaints(x, y) && std::ranges::equal(x.labels, y.labels, sameLabel);
  });
}

bool usesThreadIndex(const Code& code) {
  bool found = false;
  const auto look = [&](const Expr& e) { found |= e.kind == Expr::Kind::ThreadIndex; };
  for (const Instr& instr : code.instrs) {
    forEachNode(instr.address.index, look);
    forEachNode(instr.value, look);
    forEachNode(instr.expected, look);
  }
  return found;
}

bool hasAnyNumber(const Program& program) {
  return std::ranges::any_of(program.threads, &Thread::anyNumber);
}

bool hasPlainAccessToAtomic(const Program& program) {
  return std::ranges::any_of(program.codes, [](const Code& code) {
    return std::ranges::any_of(code.instrs, &Instr::plain);
  });
}

}  // namespace robur
