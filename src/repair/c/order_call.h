// Finds the call that performs an atomic access and the orders among its arguments: methods of
// std::atomic, functions of <stdatomic.h> and <atomic>, and compiler builtins. Operators (`x = 1`,
// `x++`) have no argument for an order and must become calls first (operator_use.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "repair/c/spelling.h"
#include "repair/c/tokens.h"
#include "repair/text_edit.h"

namespace robur::repair_c {

struct OrderCall {
  enum class Does : unsigned char { Load, Store, Update, Compare, Fence };
  struct Argument {
    std::size_t begin = 0;  // byte offsets, blanks at both ends left out
    std::size_t end = 0;
    std::string text;
  };

  Does does = Does::Load;
  std::string name;
  std::size_t begin = 0;  // of the name
  std::size_t close = 0;  // the closing parenthesis
  bool method = false;
  std::vector<Argument> arguments;
  std::optional<std::size_t> order;    // which argument; nothing: it is left out and seq_cst
  std::optional<std::size_t> failure;  // of a comparison
  bool renames = false;                // an order needs the function's `_explicit` form
  bool passedOn = false;               // the function is not known here (passed_order.h)
  std::vector<std::pair<Order, std::string>> names;  // the order is in the name: the name for each
  // What makes an operator such a call, with this in place of the order.
  static constexpr char kOrder = '\1';
  std::vector<TextEdit> asCall;

  bool fits(Instr::Op op) const;
  // Is the order a constant that can be read and changed?
  bool writable() const;
  // Is the order written here, rather than left out or passed on by a name such as a parameter's?
  bool namesOrder() const;
  bool spelledAsOperator() const { return !asCall.empty(); }
  // A store that can become an exchange, a load that can become a fetch_add of 0.
  bool lockable() const;
};

// The arguments between the parentheses with these token numbers.
std::vector<OrderCall::Argument> argumentsIn(const std::vector<Token>& tokens, std::size_t open,
                                             std::size_t close);

// The one call that the expression beginning at this byte makes, arguments left aside. Nothing
// if it makes none that is known here, or several.
std::optional<OrderCall> orderCallAt(const std::vector<Token>& tokens, std::size_t begin);

// Edits that give the call this order; `spelling` is used where none is written yet.
std::vector<TextEdit> orderEdits(const OrderCall& call, Order order, const Spelling& spelling);
std::vector<TextEdit> failureEdits(const OrderCall& call, Order order, const Spelling& spelling);
// x.store(v, o) becomes x.exchange(v, o'), x.load(o) becomes x.fetch_add(0, o').
std::vector<TextEdit> lockedEdits(const OrderCall& call, Order order, const Spelling& spelling);

}  // namespace robur::repair_c
