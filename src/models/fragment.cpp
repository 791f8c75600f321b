#include "models/fragment.h"

namespace robur {

namespace {

void addAccess(const Instr& in, Fragment& fragment) {
  if (in.order == Order::NonAtomic) return;
  const bool fails = in.op == Instr::Op::Cas;
  if (mayRead(in.op) && (!acquires(in.order) || (fails && !acquires(in.failOrder)))) {
    fragment.weakReads = true;
  }
  if (mayWrite(in.op) && !releases(in.order)) fragment.weakWrites = true;
  if (mayRead(in.op) && mayWrite(in.op)) fragment.updates = true;
  const bool anySc = in.order == Order::Sc || (fails && in.failOrder == Order::Sc);
  const bool allSc = in.order == Order::Sc && (!fails || in.failOrder == Order::Sc);
  fragment.scAccesses = fragment.scAccesses || anySc;
  fragment.onlyScAccesses = fragment.onlyScAccesses && allSc;
}

// An element of an array counts as all of its location, a pointer as all of memory.
void addToCells(const Program& program, const Instr& in, std::vector<CellAccesses>& cells) {
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

Fragment fragmentOf(const Program& program) {
  Fragment fragment;
  fragment.cells.resize(program.cellCount());
  for (const Location& location : program.locations) fragment.plain |= !location.atomic;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Fence) {
        fragment.scFences |= in.order == Order::Sc;
        fragment.acquireFences |= acquires(in.order);
        fragment.releaseFences |= releases(in.order);
      } else if (accessesMemory(in.op)) {
        addAccess(in, fragment);
        addToCells(program, in, fragment.cells);
      }
    }
  }
  return fragment;
}

Fragment keepingAllRows(Fragment fragment) {
  fragment.updates = fragment.acquireFences = fragment.releaseFences = true;
  fragment.weakReads = fragment.weakWrites = true;
  fragment.scAccesses = true;
  fragment.onlyScAccesses = false;
  for (CellAccesses& cell : fragment.cells) cell = {true, true, true};
  return fragment;
}

}  // namespace robur
