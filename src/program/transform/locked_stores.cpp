#include "program/transform/locked_stores.h"

#include "program/model_info.h"

namespace robur {

bool locksScStores(const Program& program, ModelName model) {
  return program.lockedScStores && infoOf(model).lockedUpdates;
}

void lockScStores(Program& program, ModelName model) {
  if (!locksScStores(program, model)) return;
  for (Code& code : program.codes) {
    for (Instr& in : code.instrs) {
      // A store that is an update only because it is to part of a location: not expressible here.
      if (in.op == Instr::Op::Rmw && !in.complaint.empty()) {
        in.op = Instr::Op::Assert;
        in.value = constant(0);
        in.unsupported = true;
        continue;
      }
      if (in.op != Instr::Op::Store || in.order != Order::Sc) continue;
      in.op = Instr::Op::Rmw;
      in.rmw = RmwOp::Exchange;
    }
  }
}

}  // namespace robur
