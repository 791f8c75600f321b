// The functions of <stdatomic.h>, with and without explicit orders.
#include "frontend/litmus/parser.h"

#include <algorithm>
#include <iterator>

namespace robur::frontend_litmus {

namespace {

struct Call {
  std::string_view name;
  Instr::Op op;
  RmwOp rmw = RmwOp::Exchange;
  bool hasValue = true;  // takes a value
};

constexpr Call kCalls[] = {
    {"atomic_load", Instr::Op::Load, RmwOp::Exchange, false},
    {"atomic_store", Instr::Op::Store},
    {"atomic_exchange", Instr::Op::Rmw},
    {"atomic_fetch_add", Instr::Op::Rmw, RmwOp::Add},
    {"atomic_fetch_sub", Instr::Op::Rmw, RmwOp::Sub},
    {"atomic_fetch_and", Instr::Op::Rmw, RmwOp::And},
    {"atomic_fetch_or", Instr::Op::Rmw, RmwOp::Or},
    {"atomic_fetch_xor", Instr::Op::Rmw, RmwOp::Xor},
};

constexpr std::string_view kExplicit = "_explicit";

const Call* callNamed(std::string_view name) {
  if (name.ends_with(kExplicit)) name.remove_suffix(kExplicit.size());
  const auto found = std::ranges::find(kCalls, name, &Call::name);
  return found == std::end(kCalls) ? nullptr : &*found;
}

// Why a function of herd's dialects is refused.
std::string reasonAgainst(std::string_view name) {
  if (name.starts_with("atomic_compare_exchange")) {
    return "the expected value of a compare-and-swap is in memory, which is not supported";
  }
  for (const char* kernel : {"smp_", "rcu_", "srcu_", "synchronize_", "spin_", "xchg", "cmpxchg",
                             "READ_ONCE", "WRITE_ONCE", "ACCESS_ONCE", "atomic_inc", "atomic_dec",
                             "atomic_add", "atomic_set", "atomic_read"}) {
    if (name.starts_with(kernel)) return "this belongs to Linux, of which there is no model";
  }
  return "there is no such function";
}

}  // namespace

void Parser::callStatement(const Token& name) {
  std::optional<Instr> instr = call(name, false);
  if (!instr || stopped_) return;
  // A result that is not used.
  if (instr->op == Instr::Op::Load) instr->dst = builder_.temporary(kInt32);
  builder_.emit(std::move(*instr));
}

ExprPtr Parser::callIn(const Token& name, Reading& reading) {
  std::optional<Instr> instr = call(name, true);
  return instr && !stopped_ ? access(std::move(*instr), reading) : nullptr;
}

// Everything but where the result goes.
std::optional<Instr> Parser::call(const Token& name, bool hasResult) {
  const Call* const c = callNamed(name.text);
  if (c == nullptr || (hasResult && c->op == Instr::Op::Store)) {
    token_ = name;
    error(c == nullptr
              ? fmt::format("{} is not supported: {}", quoted(name.text), reasonAgainst(name.text))
              : "a store has no value");
    return std::nullopt;
  }
  Instr instr;
  instr.op = c->op;
  instr.rmw = c->rmw;
  if (!expect("(", "after the name of the function")) return std::nullopt;
  instr.address.base = location(true);
  if (c->hasValue) {
    if (!expect(",", "after the location")) return std::nullopt;
    instr.value = value();
  }
  instr.order = Order::Sc;
  if (name.text.ends_with(kExplicit)) {
    if (!expect(",", "before the order")) return std::nullopt;
    const Span at = token_.span;
    const std::optional<Order> given = order();
    if (!given) return std::nullopt;
    checkOrder(name, instr.op, *given, at);
    instr.order = *given;
  }
  if (!expect(")", "after the arguments")) return std::nullopt;
  instr.span = from(name.span);
  return instr;
}

void Parser::fence(Span start) {
  if (!expect("(", "after atomic_thread_fence")) return;
  const std::optional<Order> given = order();
  if (!given || !expect(")", "after the order")) return;
  if (*given == Order::Rlx) return;  // has no effect
  Instr instr;
  instr.op = Instr::Op::Fence;
  instr.order = *given;
  instr.span = from(start);
  builder_.emit(std::move(instr));
}

// A parameter, as the target of an atomic or of a plain access.
LocationId Parser::location(bool atomic) {
  const Token name = expectName("a location");
  if (stopped_) return {};
  const auto found = proc_->parameters.find(name.text);
  if (found == proc_->parameters.end()) {
    token_ = name;
    error(fmt::format("'{}' is not a parameter of the thread", name.text),
          "threads take the addresses of the locations that they access");
    return {};
  }
  if (program_.locations[raw(found->second)].atomic != atomic) {
    refuse(name.span,
           atomic ? fmt::format("'{}' is not atomic", name.text)
                  : fmt::format("'{}' is atomic, and this access is not", name.text),
           atomic ? fmt::format("declare it as atomic_int* {}", name.text)
                  : "use atomic_load_explicit or atomic_store_explicit");
  }
  return found->second;
}

std::optional<Order> Parser::order() {
  constexpr std::pair<std::string_view, Order> kOrders[] = {
      {"memory_order_relaxed", Order::Rlx}, {"memory_order_acquire", Order::Acq},
      {"memory_order_release", Order::Rel}, {"memory_order_acq_rel", Order::AcqRel},
      {"memory_order_seq_cst", Order::Sc},
  };
  for (const auto& [name, order] : kOrders) {
    if (accept(name)) return order;
  }
  if (is("memory_order_consume")) {
    error("no model here has memory_order_consume", "compilers treat it as memory_order_acquire");
  } else {
    error(fmt::format("expected a memory order, found {}", found()),
          "such as memory_order_acquire");
  }
  return std::nullopt;
}

void Parser::checkOrder(const Token& name, Instr::Op op, Order order, Span span) {
  if (op == Instr::Op::Load && (order == Order::Rel || order == Order::AcqRel)) {
    refuse(span, fmt::format("{} cannot have this order: a load does not release", name.text));
  } else if (op == Instr::Op::Store && (order == Order::Acq || order == Order::AcqRel)) {
    refuse(span, fmt::format("{} cannot have this order: a store does not acquire", name.text));
  }
}

}  // namespace robur::frontend_litmus
