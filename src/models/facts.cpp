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

}  // namespace

Facts factsOf(const Program& program) {
  Facts facts;
  for (const Location& location : program.locations) facts.plain |= !location.atomic;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Fence) {
        facts.scFences |= in.order == Order::Sc;
        facts.acquireFences |= acquires(in.order);
        facts.releaseFences |= releases(in.order);
      } else if (accessesMemory(in.op)) {
        addAccess(in, facts);
      }
    }
  }
  return facts;
}

Facts keepingAllRows(Facts facts) {
  facts.updates = facts.acquireFences = facts.releaseFences = true;
  facts.weakReads = facts.weakWrites = true;
  return facts;
}

}  // namespace robur
