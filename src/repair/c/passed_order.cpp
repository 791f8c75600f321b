#include "repair/c/passed_order.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace robur::repair_c {

namespace {

using Does = OrderCall::Does;

Does doesOf(Instr::Op op) {
  switch (op) {
    case Instr::Op::Store:
      return Does::Store;
    case Instr::Op::Rmw:
      return Does::Update;
    case Instr::Op::Cas:
    case Instr::Op::Bcas:
      return Does::Compare;
    case Instr::Op::Fence:
      return Does::Fence;
    default:
      return Does::Load;
  }
}

// How families of functions write the order at the end of their names. The first is that of
// libvsync, the next that of Linux, the last that of Qt.
struct Endings {
  std::string_view relaxed, acquire, release, both, sc;

  std::string_view of(Order order) const {
    switch (order) {
      case Order::Acq:
        return acquire;
      case Order::Rel:
        return release;
      case Order::AcqRel:
        return both;
      case Order::Sc:
        return sc;
      default:
        return relaxed;
    }
  }
};

constexpr auto kEndings =
    std::to_array<Endings>({{"_rlx", "_acq", "_rel", "_acq_rel", ""},
                            {"_relaxed", "_acquire", "_release", "_acq_rel", ""},
                            {"_relaxed", "_acquire", "_release", "_acq_rel", "_seq_cst"},
                            {"Relaxed", "Acquire", "Release", "Ordered", "Ordered"}});

constexpr Order kOrders[] = {Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel, Order::Sc};

// The calls that the expression makes, arguments left aside, by the numbers of their names.
std::vector<std::size_t> callsFrom(const std::vector<Token>& tokens, std::size_t begin) {
  const auto first =
      std::lower_bound(tokens.begin(), tokens.end(), begin,
                       [](const Token& token, std::size_t offset) { return token.begin < offset; });
  std::vector<std::size_t> out;
  if (first == tokens.end() || first->begin != begin) return out;
  bool ended = false;  // after a complete name: another one would begin something else
  for (auto i = static_cast<std::size_t>(first - tokens.begin()); i < tokens.size(); ++i) {
    if (tokens[i].word()) {
      if (ended) break;
      ended = true;
      if (i + 1 < tokens.size() && tokens[i + 1].is("(")) out.push_back(i);
    } else if (tokens[i].is("(") || tokens[i].is("[")) {
      i = closingOf(tokens, i);
      ended = true;
    } else if (tokens[i].is(".") || tokens[i].is("->") || tokens[i].is("::")) {
      ended = false;
    } else {
      break;
    }
  }
  return out;
}

std::optional<OrderCall> callNamed(const std::vector<Token>& tokens, std::size_t name,
                                   Instr::Op op) {
  const std::size_t close = closingOf(tokens, name + 1);
  if (close >= tokens.size()) return std::nullopt;
  OrderCall call;
  call.does = doesOf(op);
  call.name = tokens[name].text;
  call.begin = tokens[name].begin;
  call.close = tokens[close].begin;
  call.method = name > 0 && (tokens[name - 1].is(".") || tokens[name - 1].is("->"));
  call.passedOn = true;
  call.arguments = argumentsIn(tokens, name + 1, close);
  return call;
}

bool occurs(std::string_view word, const std::vector<Source>& sources) {
  const auto within = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return std::ranges::any_of(sources, [&](const Source& source) {
    const std::string_view text = source.text;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !within(text[at - 1])) && (end >= text.size() || !within(text[end]))) {
        return true;
      }
    }
    return false;
  });
}

}  // namespace

std::optional<OrderCall> argumentOrderAt(const std::vector<Token>& tokens, std::size_t begin,
                                         Instr::Op op) {
  std::optional<OrderCall> found;
  for (const std::size_t name : callsFrom(tokens, begin)) {
    std::optional<OrderCall> call = callNamed(tokens, name, op);
    if (!call) return std::nullopt;
    std::size_t orders = 0;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      if (!inStyleOf(call->arguments[i].text, Order::Sc)) continue;
      (orders == 0 ? call->order : call->failure) = i;
      ++orders;
    }
    if (orders == 0) continue;
    const bool several = orders > (call->does == Does::Compare ? 2 : 1);
    if (several || found) return std::nullopt;
    found = call;
  }
  return found;
}

std::optional<OrderCall> namedOrderAt(const std::vector<Token>& tokens, std::size_t begin,
                                      Instr::Op op, Order now, std::string_view callee,
                                      const std::vector<Source>& sources) {
  const std::vector<std::size_t> calls = callsFrom(tokens, begin);
  if (calls.empty()) return std::nullopt;
  std::optional<OrderCall> call = callNamed(tokens, calls.back(), op);
  if (!call) return std::nullopt;
  const bool macro = !callee.ends_with(call->name);
  for (const Endings& endings : kEndings) {
    const std::string_view ending = endings.of(now);
    if (!call->name.ends_with(ending) || call->name.size() == ending.size()) continue;
    const std::string family = call->name.substr(0, call->name.size() - ending.size());
    std::vector<std::pair<Order, std::string>> names;
    for (const Order order : kOrders) {
      names.emplace_back(order, family + std::string(endings.of(order)));
    }
    const bool known = std::ranges::any_of(names, [&](const auto& each) {
      const bool other = each.second != call->name && each.second != family;
      return other && occurs(each.second, sources);
    });
    if (!known && !(macro && !ending.empty())) continue;
    call->names = std::move(names);
    return call;
  }
  return std::nullopt;
}

}  // namespace robur::repair_c
