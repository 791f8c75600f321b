#include "repair/c/order_call.h"

#include <algorithm>

namespace robur::repair_c {

namespace {

using Does = OrderCall::Does;

// The meaning of a function name: the operation, the number of arguments besides orders, and the
// number of orders that follow them.
struct Meaning {
  Does does = Does::Load;
  std::size_t operands = 0;
  std::size_t orders = 1;
  bool explicitOrders = false;  // the orders cannot be omitted
};

std::optional<Meaning> operation(std::string_view name) {
  if (name == "load" || name == "test") return Meaning{Does::Load, 0};
  if (name == "store") return Meaning{Does::Store, 1};
  if (name == "clear") return Meaning{Does::Store, 0};
  if (name == "test_and_set") return Meaning{Does::Update, 0};
  if (name == "exchange" || name.starts_with("fetch_")) return Meaning{Does::Update, 1};
  if (name == "compare_exchange_strong" || name == "compare_exchange_weak") {
    return Meaning{Does::Compare, 2, 2};
  }
  return std::nullopt;
}

bool take(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

// atomic_load, atomic_load_explicit, atomic_flag_test_and_set, __atomic_load_n ...
std::optional<Meaning> functionNamed(std::string_view name) {
  if (name == "atomic_thread_fence" || name == "__atomic_thread_fence") {
    return Meaning{Does::Fence, 0, 1, true};
  }
  if (take(name, "__atomic_")) {
    const bool compares = name == "compare_exchange_n";
    if (name.ends_with("_n")) name.remove_suffix(2);
    std::optional<Meaning> found = compares
                                       ? Meaning{Does::Compare, 3, 2}
                                       : operation(name.ends_with("_fetch") ? "fetch_add" : name);
    if (!found || name.starts_with("compare_exchange_") || name == "test") return std::nullopt;
    ++found->operands;  // the address
    found->explicitOrders = true;
    return found;
  }
  if (!take(name, "atomic_")) return std::nullopt;
  const bool written = name.ends_with("_explicit");
  if (written) name.remove_suffix(9);
  const bool flag = take(name, "flag_");
  std::optional<Meaning> found = operation(name);
  const bool flags = name == "test" || name == "clear" || name == "test_and_set";
  if (!found || flag != flags) return std::nullopt;
  ++found->operands;
  found->explicitOrders = written;
  if (!written) found->orders = 0;
  return found;
}

// Whether the text is a name, possibly a qualified one: then it is a constant or has no side
// effects.
bool isName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
  });
}

std::optional<OrderCall> callOf(const std::vector<Token>& tokens, std::size_t name) {
  const bool method = name > 0 && (tokens[name - 1].is(".") || tokens[name - 1].is("->"));
  const std::optional<Meaning> meaning =
      method ? operation(tokens[name].text) : functionNamed(tokens[name].text);
  const std::size_t close = closingOf(tokens, name + 1);
  if (!meaning || close >= tokens.size()) return std::nullopt;
  OrderCall call;
  call.does = meaning->does;
  call.name = tokens[name].text;
  call.begin = tokens[name].begin;
  call.close = tokens[close].begin;
  call.method = method;
  call.arguments = argumentsIn(tokens, name + 1, close);
  call.renames = !method && meaning->orders == 0;
  const std::size_t given = call.arguments.size();
  if (given < meaning->operands || given > meaning->operands + meaning->orders) return std::nullopt;
  const std::size_t orders = given - meaning->operands;
  if (meaning->explicitOrders && orders != meaning->orders) return std::nullopt;
  if (orders > 0) call.order = meaning->operands;
  if (orders > 1) call.failure = meaning->operands + 1;
  return call;
}

TextEdit replaced(const OrderCall::Argument& argument, Order order, const Spelling& spelling) {
  const std::optional<std::string> same = inStyleOf(argument.text, order);
  return {argument.begin, argument.end, same ? *same : spelling.order(order)};
}

}  // namespace

std::vector<OrderCall::Argument> argumentsIn(const std::vector<Token>& tokens, std::size_t open,
                                             std::size_t close) {
  std::vector<OrderCall::Argument> out;
  std::size_t first = open + 1;
  for (std::size_t i = first; i <= close; ++i) {
    const bool nested = tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{");
    if (i < close && nested) {
      i = closingOf(tokens, i);
      continue;
    }
    if (i < close && !tokens[i].is(",")) continue;
    if (i > first) {
      OrderCall::Argument a{tokens[first].begin, tokens[i - 1].end(), {}};
      for (std::size_t k = first; k < i; ++k) a.text += tokens[k].text;
      out.push_back(std::move(a));
    }
    first = i + 1;
  }
  return out;
}

bool OrderCall::fits(Instr::Op op) const {
  switch (does) {
    case Does::Load:
      return op == Instr::Op::Load || op == Instr::Op::Wait;
    case Does::Store:
      return op == Instr::Op::Store;
    case Does::Update:
      return op == Instr::Op::Rmw;
    case Does::Compare:
      return op == Instr::Op::Cas || op == Instr::Op::Bcas;
    case Does::Fence:
      return op == Instr::Op::Fence;
  }
  return false;
}

bool OrderCall::writable() const {
  return (!order || isName(arguments[*order].text)) &&
         (!failure || isName(arguments[*failure].text));
}

bool OrderCall::namesOrder() const {
  return order && inStyleOf(arguments[*order].text, Order::Sc).has_value();
}

bool OrderCall::lockable() const {
  return writable() && !spelledAsOperator() && !passedOn &&
         (name == "load" || name == "store" || name == "atomic_load_explicit" ||
          name == "atomic_store_explicit" || name == "__atomic_store_n");
}

std::optional<OrderCall> orderCallAt(const std::vector<Token>& tokens, std::size_t begin) {
  const auto first =
      std::lower_bound(tokens.begin(), tokens.end(), begin,
                       [](const Token& token, std::size_t offset) { return token.begin < offset; });
  if (first == tokens.end() || first->begin != begin) return std::nullopt;
  std::optional<OrderCall> found;
  bool ended = false;  // after a complete name: another one would begin something else
  for (auto i = static_cast<std::size_t>(first - tokens.begin()); i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.word()) {
      if (ended) break;
      ended = true;
      if (i + 1 >= tokens.size() || !tokens[i + 1].is("(")) continue;
      const std::optional<OrderCall> call = callOf(tokens, i);
      if (call && found) return std::nullopt;
      if (call) found = call;
    } else if (t.is("(") || t.is("[")) {
      i = closingOf(tokens, i);
      ended = true;
    } else if (t.is(".") || t.is("->") || t.is("::")) {
      ended = false;
    } else if (t.is("*") && !ended) {
      continue;
    } else {
      break;
    }
  }
  return found;
}

std::vector<TextEdit> orderEdits(const OrderCall& call, Order order, const Spelling& spelling) {
  if (call.order) return {replaced(call.arguments[*call.order], order, spelling)};
  for (const auto& [each, name] : call.names) {
    if (each == order) return {{call.begin, call.begin + call.name.size(), name}};
  }
  std::vector<TextEdit> out = call.asCall;
  for (TextEdit& edit : out) {
    const std::size_t place = edit.text.find(OrderCall::kOrder);
    if (place != std::string::npos) edit.text.replace(place, 1, spelling.order(order));
  }
  if (call.spelledAsOperator()) return out;
  // An omitted order is seq_cst; an explicit one is inserted before the closing parenthesis.
  std::string text = (call.arguments.empty() ? "" : ", ") + spelling.order(order);
  if (call.renames) {
    const std::size_t end = call.begin + call.name.size();
    out.push_back({end, end, "_explicit"});
    if (call.does == Does::Compare) text += ", " + spelling.order(Order::Sc);
  }
  out.push_back({call.close, call.close, text});
  return out;
}

std::vector<TextEdit> failureEdits(const OrderCall& call, Order order, const Spelling& spelling) {
  return {replaced(call.arguments[*call.failure], order, spelling)};
}

std::vector<TextEdit> lockedEdits(const OrderCall& call, Order order, const Spelling& spelling) {
  std::vector<TextEdit> out;
  const std::size_t end = call.begin + call.name.size();
  const std::string_view prefix = call.name.starts_with("__atomic_") ? "__atomic_"
                                  : call.name.starts_with("atomic_") ? "atomic_"
                                                                     : "";
  std::string name(prefix);
  name += call.does == Does::Load ? "fetch_add" : "exchange";
  if (prefix == "atomic_") name += "_explicit";
  if (prefix == "__atomic_" && call.does == Does::Store) name += "_n";
  out.push_back({call.begin, end, name});
  const bool load = call.does == Does::Load;
  const std::string zero = load ? "0, " : "";
  if (call.order) {
    TextEdit edit = replaced(call.arguments[*call.order], order, spelling);
    edit.text = zero + edit.text;
    out.push_back(edit);
  } else {
    out.push_back({call.close, call.close,
                   (call.arguments.empty() ? "" : ", ") + zero + spelling.order(order)});
  }
  return out;
}

}  // namespace robur::repair_c
