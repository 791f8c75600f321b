#include "models/facts.h"

namespace robur {

namespace {

void addAccess(const Instr& in, Facts& facts) {
  if (in.order == Order::NonAtomic) return;
  const bool fails = in.op == Instr::Op::Cas;
  if (mayRead(in.op) && (!acquires(in.order) || (fails && !acquires(in.failOrder)))) {
    facts.weakReads = true;
  }
  if (mayWrite(in.op) && !releases(in.order)) facts.weakWrites = true;
  if (mayRead(in.op) && mayWrite(in.op)) facts.updates = true;
  const bool anySc = in.order == Order::Sc || (fails && in.failOrder == Order::Sc);
  const bool allSc = in.order == Order::Sc && (!fails || in.failOrder == Order::Sc);
  facts.scAccesses = facts.scAccesses || anySc;
  facts.onlyScAccesses = facts.onlyScAccesses && allSc;
}

// An element of an array counts as all of its location, a pointer as all of memory.
void addToCells(const Program& program, const Instr& in, std::vector<CellFacts>& cells) {
  const bool scRead =
      in.order == Order::Sc || (in.op == Instr::Op::Cas && in.failOrder == Order::Sc);
  const std::uint32_t first = in.address.pointer ? 0 : raw(program.firstCell(in.address.base));
  const std::size_t count = in.address.pointer ? cells.size() : program[in.address.base].size();
  for (std::size_t c = first; c < first + count; ++c) {
    if (mayRead(in.op) && scRead) cells[c].scReads = true;
    if (mayWrite(in.op)) (in.order == Order::Sc ? cells[c].scWrites : cells[c].otherWrites) = true;
  }
}

}  // namespace

Facts factsOf(const Program& program) {
  Facts facts;
  facts.cells.resize(program.cellCount());
  for (const Location& location : program.locations) facts.plain |= !location.atomic;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Fence) {
        facts.scFences |= in.order == Order::Sc;
        facts.acquireFences |= acquires(in.order);
        facts.releaseFences |= releases(in.order);
      } else if (accessesMemory(in.op)) {
        addAccess(in, facts);
        addToCells(program, in, facts.cells);
      }
    }
  }
  return facts;
}

Facts keepingAllRows(Facts facts) {
  facts.updates = facts.acquireFences = facts.releaseFences = true;
  facts.weakReads = facts.weakWrites = true;
  facts.scAccesses = true;
  facts.onlyScAccesses = false;
  for (CellFacts& cell : facts.cells) cell = {true, true, true};
  return facts;
}

}  // namespace robur
