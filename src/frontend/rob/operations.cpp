#include "frontend/rob/operations.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "frontend/rob/suggest.h"
#include "program/print.h"

namespace robur::frontend_rob {

namespace {

using Op = Instr::Op;

constexpr auto kOperations = std::to_array<Operation>({
    {"load", Op::Load, RmwOp::Exchange, 0, 1, "load(order)"},
    {"store", Op::Store, RmwOp::Exchange, 1, 1, "store(value, order)"},
    {"fetch_add", Op::Rmw, RmwOp::Add, 1, 1, "fetch_add(value, order)"},
    {"fetch_sub", Op::Rmw, RmwOp::Sub, 1, 1, "fetch_sub(value, order)"},
    {"fetch_and", Op::Rmw, RmwOp::And, 1, 1, "fetch_and(value, order)"},
    {"fetch_or", Op::Rmw, RmwOp::Or, 1, 1, "fetch_or(value, order)"},
    {"fetch_xor", Op::Rmw, RmwOp::Xor, 1, 1, "fetch_xor(value, order)"},
    {"exchange", Op::Rmw, RmwOp::Exchange, 1, 1, "exchange(value, order)"},
    {"cas", Op::Cas, RmwOp::Exchange, 2, 2, "cas(expected, desired, order, order on failure)"},
    {"bcas", Op::Bcas, RmwOp::Exchange, 2, 1, "bcas(expected, desired, order)"},
});

constexpr auto kOrders =
    std::to_array({Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel, Order::Sc, Order::NonAtomic});

struct Translation {
  std::string_view foreign;
  std::string_view ours;
};

// Names used by other languages and in papers.
constexpr auto kForeign = std::to_array<Translation>({
    {"relaxed", "rlx"},
    {"acquire", "acq"},
    {"consume", "acq"},
    {"release", "rel"},
    {"acqrel", "acq_rel"},
    {"ra", "acq_rel"},
    {"seq_cst", "sc"},
    {"seqcst", "sc"},
    {"plain", "na"},
    {"compare_exchange_strong", "cas"},
    {"compare_exchange_weak", "cas"},
    {"compare_exchange", "cas"},
    {"compare_and_swap", "cas"},
    {"swap", "exchange"},
    {"xchg", "exchange"},
    {"read", "load"},
    {"write", "store"},
    {"fadd", "fetch_add"},
    {"add", "fetch_add"},
});

std::string_view translated(std::string_view name) {
  constexpr std::string_view kPrefix = "memory_order_";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  if (name == "acq_rel") return "acq_rel";  // memory_order_acq_rel without the prefix
  const auto found = std::ranges::find(kForeign, name, &Translation::foreign);
  return found == kForeign.end() ? std::string_view() : found->ours;
}

std::string_view titleOf(Op op) {
  switch (op) {
    case Op::Load:
      return "a load";
    case Op::Store:
      return "a store";
    case Op::Wait:
      return "a wait";
    case Op::Fence:
      return "a fence";
    default:
      return "a read-modify-write";
  }
}

}  // namespace

const Operation* operationNamed(std::string_view name) {
  const auto found = std::ranges::find(kOperations, name, &Operation::name);
  return found == kOperations.end() ? nullptr : &*found;
}

std::string helpForOperation(std::string_view wrong) {
  if (const std::string_view ours = translated(wrong); operationNamed(ours) != nullptr) {
    return fmt::format("here it is called '{}'", ours);
  }
  Suggestion suggestion(wrong);
  std::string all = "operations are ";
  for (const Operation& operation : kOperations) {
    suggestion.consider(operation.name);
    if (&operation != &kOperations.front()) all += ", ";
    all += operation.name;
  }
  return suggestion.text(all);
}

std::optional<Order> orderNamed(std::string_view name) {
  const auto found =
      std::ranges::find(kOrders, name, [](Order o) { return std::string_view(spelling(o)); });
  return found == kOrders.end() ? std::nullopt : std::optional(*found);
}

std::string helpForOrder(std::string_view wrong) {
  if (const std::string_view ours = translated(wrong); orderNamed(ours)) {
    return fmt::format("here it is called '{}'", ours);
  }
  Suggestion suggestion(wrong);
  for (const Order order : kOrders) suggestion.consider(spelling(order));
  return suggestion.text("orders are rlx, acq, rel, acq_rel and sc");
}

std::string objectionTo(Order order, Op op) {
  const std::string_view title = titleOf(op);
  if (op == Op::Fence && order == Order::Rlx) return "a relaxed fence does nothing";
  if (order == Order::NonAtomic) {
    if (op == Op::Load || op == Op::Store) return {};
    return fmt::format("{} cannot be 'na': it is always atomic", title);
  }
  if ((op == Op::Load || op == Op::Wait) && releases(order) && order != Order::Sc) {
    return fmt::format("{} cannot be '{}': it writes nothing that it could release", title,
                       spelling(order));
  }
  if (op == Op::Store && acquires(order) && order != Order::Sc) {
    return fmt::format("{} cannot be '{}': it reads nothing that it could acquire", title,
                       spelling(order));
  }
  return {};
}

std::string objectionToFailure(Order order) {
  if (order == Order::Rlx || order == Order::Acq || order == Order::Sc) return {};
  return fmt::format("the order on failure cannot be '{}': a cas that fails only reads",
                     spelling(order));
}

std::string ordersOf(Op op) {
  switch (op) {
    case Op::Load:
    case Op::Wait:
      return fmt::format("{} is rlx, acq or sc", titleOf(op));
    case Op::Store:
      return "a store is rlx, rel or sc";
    case Op::Fence:
      return "a fence is acq, rel, acq_rel or sc";
    default:
      return "a read-modify-write is rlx, acq, rel, acq_rel or sc";
  }
}

Order failureOrder(Order order) {
  if (order == Order::AcqRel) return Order::Acq;
  return order == Order::Rel ? Order::Rlx : order;
}

}  // namespace robur::frontend_rob
