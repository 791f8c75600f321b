#include "verify/orders_of.h"

#include <fmt/format.h>

#include "program/model_info.h"

namespace robur::verify {

namespace {

struct OrdersOf {
  bool any = false;      // an access or fence gives an order
  bool relaxed = false;  // an access gives the order relaxed
  bool weak = false;     // an access gives an order other than sc
};

OrdersOf ordersOf(const Program& program) {
  OrdersOf out;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      out.any = out.any || in.op == Instr::Op::Fence;
      if (!accessesMemory(in.op) || in.order == Order::NonAtomic || !in.orderGiven) continue;
      out.any = true;
      out.relaxed = out.relaxed || in.order == Order::Rlx;
      out.weak = out.weak || in.order != Order::Sc;
    }
  }
  return out;
}

}  // namespace

ModelName defaultModel(const Program& program) {
  return ordersOf(program).any ? ModelName::Rc11 : ModelName::Sra;
}

std::string warningAbout(const Program& program, ModelName model) {
  const ModelInfo& info = infoOf(model);
  if (info.accessOrders) return {};
  const OrdersOf orders = ordersOf(program);
  const bool releaseAcquire = info.scFence == ScFence::Update;  // SRA and RA
  if (releaseAcquire ? !orders.relaxed : !orders.weak) return {};
  // TSO is stronger than release and acquire, but PSO is not: it does not know release stores.
  const char* const meaning = releaseAcquire ? "is stronger than the orders in this program: it "
                                               "treats relaxed accesses as release/acquire"
                                             : "ignores the orders of accesses in this program";
  return fmt::format("{} {}; --model rc11 follows them", info.title, meaning);
}

}  // namespace robur::verify
