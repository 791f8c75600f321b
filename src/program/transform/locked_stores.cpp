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
      if (in.op != Instr::Op::Store || in.order != Order::Sc) continue;
      in.op = Instr::Op::Rmw;
      in.rmw = RmwOp::Exchange;
    }
  }
}

}  // namespace robur
