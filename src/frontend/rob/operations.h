// The vocabulary of accesses: operations such as x.cas(...) and the orders they take.
//
// Both are tables, so that the parsing of arguments, the checks and the help texts agree.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "program/program.h"

namespace robur::frontend_rob {

struct Operation {
  std::string_view name;
  Instr::Op op;
  RmwOp rmw;               // only for Rmw
  std::size_t values;      // arguments before the orders
  std::size_t orders;      // orders that may follow
  std::string_view usage;  // "cas(expected, desired, order, order on failure)"
};

const Operation* operationNamed(std::string_view name);
// The hint "did you mean 'load'?", also for names that C++ uses, or the list of all operations.
std::string helpForOperation(std::string_view wrong);

std::optional<Order> orderNamed(std::string_view name);
std::string helpForOrder(std::string_view wrong);

// Empty if the operation may have the order, otherwise the reason why not.
std::string objectionTo(Order order, Instr::Op op);
// The same for the order of a compare-and-swap that fails.
std::string objectionToFailure(Order order);
// "a load is rlx, acq or sc".
std::string ordersOf(Instr::Op op);
// The order without its releasing part.
Order failureOrder(Order order);

}  // namespace robur::frontend_rob
