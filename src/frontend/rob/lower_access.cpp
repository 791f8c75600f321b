// Accesses to memory: their cell, their operation, their order.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/rob/constants.h"
#include "frontend/rob/thread_lowering.h"

namespace robur::frontend_rob {

// Invalid places are reported; the expressions in them are lowered nevertheless, to report their
// own errors.
ThreadLowering::Place ThreadLowering::cell(const ExprNode& e) {
  Place place;
  if (refusals_.refuse(e)) return place;
  switch (e.kind) {
    case ExprNode::Kind::Broken:
      return place;
    case ExprNode::Kind::Deref:
      place.address.pointer = true;
      place.address.index = value(*e.lhs);
      place.valid = true;
      return place;
    case ExprNode::Kind::Name:
    case ExprNode::Kind::Index: {
      const Symbol* const symbol = scope_.find(e.name);
      if (symbol != nullptr) return namedCell(e, *symbol);
      if (e.kind == ExprNode::Kind::Index) value(*e.lhs);
      return place;
    }
    default:
      error(e.at, "expected a shared cell: x, a[i] or (*p)");
      return place;
  }
}

ThreadLowering::Place ThreadLowering::namedCell(const ExprNode& e, const Symbol& symbol) {
  Place place;
  const std::string name = quoted(e.name.text);
  const bool indexed = e.kind == ExprNode::Kind::Index;
  const ExprPtr index = indexed ? value(*e.lhs) : nullptr;
  if (symbol.kind == Symbol::Kind::Constant) {
    error(e.at, fmt::format("{} is a constant, not a shared cell", name));
    return place;
  }
  if (symbol.kind == Symbol::Kind::Register) {
    error(e.at, fmt::format("{} is a register, not a shared cell", name),
          indexed ? "registers are no arrays"
                  : fmt::format("if {0} holds the number of a cell, write (*{0})", e.name.text));
    return place;
  }
  const Variable& variable = scope_.variable(symbol.location);
  if (variable.ghost) {
    error(e.at, fmt::format("{} is a ghost: the program itself cannot read or change it", name),
          fmt::format("claims and assertions may mention it, and 'ghost {} = ...' changes it",
                      e.name.text));
    return place;
  }
  if (!scope_.checkIndexed(e, variable)) return place;
  if (indexed && variable.size) {
    const auto known = constantValue(index);
    if (known && (*known < 0 || *known >= *variable.size)) {
      error(e.lhs->at, fmt::format("{} has no element {}: its indices are 0..{}", name, *known,
                                   *variable.size - 1));
      return place;
    }
  }
  place.address.base = symbol.location;
  place.address.index = index;
  place.variable = &variable;
  place.valid = true;
  return place;
}

std::optional<Instr> ThreadLowering::accessInstr(const ExprNode& e) {
  if (refusals_.refuse(e)) return std::nullopt;
  const Place place = cell(*e.lhs);
  const Operation* const operation = operationNamed(e.name.text);
  if (operation == nullptr) {
    if (!e.name.text.empty()) {
      error(e.name.at, fmt::format("there is no operation {}", quoted(e.name.text)),
            helpForOperation(e.name.text));
    }
    return std::nullopt;
  }
  if (!countArguments(e, operation->values, operation->values + operation->orders,
                      operation->usage)) {
    return std::nullopt;
  }
  Instr made = instr(operation->op, e.at);
  made.address = place.address;
  made.rmw = operation->rmw;
  if (operation->values == 2) made.expected = value(*e.arguments[0]);
  if (operation->values > 0) made.value = value(*e.arguments[operation->values - 1]);
  const bool allowed = place.valid && accessible(e, *operation, place);
  if (!orders(e, *operation, place, made) || !allowed) return std::nullopt;
  return made;
}

RegId ThreadLowering::access(const ExprNode& e, Result result) {
  auto made = accessInstr(e);
  if (!made) return kNoReg;
  if (made->op == Instr::Op::Store) {
    if (result.wanted) error(e.at, "a store gives no value", "make it a statement of its own");
    emitter_.emit(std::move(*made));
    return kNoReg;
  }
  if (made->op == Instr::Op::Load) result.wanted = true;  // a load needs a destination
  made->dst = destination(result, typeOf(made->address, made->order));
  const RegId dst = made->dst;
  emitter_.emit(std::move(*made));
  return dst;
}

// Plain cells are accessed by name, not through operations.
bool ThreadLowering::accessible(const ExprNode& e, const Operation& operation, const Place& place) {
  if (place.variable == nullptr || place.variable->atomic) return true;
  const std::string_view name = e.lhs->name.text;
  if (operation.op == Instr::Op::Load) {
    error(e.at, fmt::format("{} is plain memory and read by its name", quoted(name)),
          fmt::format("leave out '.load(...)', or declare {} as atomic", name));
  } else if (operation.op == Instr::Op::Store) {
    error(e.at, fmt::format("{} is plain memory and written by assignment", quoted(name)),
          fmt::format("write {} = ...; or declare {} as atomic", name, name));
  } else {
    error(e.at,
          fmt::format("{} is plain memory and has no operation {}", quoted(name),
                      quoted(operation.name)),
          fmt::format("declare {} as atomic", name));
  }
  return false;
}

std::optional<Order> ThreadLowering::order(const ExprNode& e) {
  if (e.kind == ExprNode::Kind::Broken) return std::nullopt;
  if (e.kind != ExprNode::Kind::Name) {
    error(e.at, "expected a memory order here", "orders are rlx, acq, rel, acq_rel and sc");
    return std::nullopt;
  }
  const auto found = orderNamed(e.name.text);
  if (!found) {
    error(e.at, fmt::format("{} is not a memory order", quoted(e.name.text)),
          helpForOrder(e.name.text));
  }
  return found;
}

// Reads the orders that follow the values. If there are none, the access is as weak as the model
// that the program is checked against allows.
bool ThreadLowering::orders(const ExprNode& e, const Operation& operation, const Place& place,
                            Instr& made) {
  const std::span<ExprNode*> given = e.arguments.subspan(operation.values);
  made.orderGiven = !given.empty();
  if (given.empty()) return true;
  const auto success = order(*given[0]);
  if (!success) return false;
  made.order = *success;
  made.failOrder = failureOrder(*success);
  std::string objection = objectionTo(*success, operation.op);
  if (!objection.empty()) {
    error(given[0]->at, std::move(objection), ordersOf(operation.op));
    return false;
  }
  if (*success == Order::NonAtomic && place.variable != nullptr && place.variable->atomic) {
    error(given[0]->at,
          fmt::format("{} is atomic and cannot be accessed plainly", quoted(e.lhs->name.text)),
          "'na' is for pointers that may lead to plain cells");
    return false;
  }
  if (given.size() < 2) return true;
  const auto failure = order(*given[1]);
  if (!failure) return false;
  made.failOrder = *failure;
  objection = objectionToFailure(*failure);
  if (objection.empty()) return true;
  error(given[1]->at, std::move(objection), "it is rlx, acq or sc");
  return false;
}

// A read of a cell by its name.
RegId ThreadLowering::plainLoad(const ExprNode& e, Result result) {
  const Place place = cell(e);
  if (!place.valid) return kNoReg;
  if (place.variable->atomic) {
    error(e.at, fmt::format("{} is atomic and not read by its name alone", quoted(e.name.text)),
          fmt::format("write {}{}.load(order)", e.name.text,
                      e.kind == ExprNode::Kind::Index ? "[...]" : ""));
    return kNoReg;
  }
  Instr load = instr(Instr::Op::Load, e.at);
  load.order = Order::NonAtomic;
  load.address = place.address;
  load.dst = destination(result, place.variable->type);
  const RegId dst = load.dst;
  emitter_.emit(std::move(load));
  return dst;
}

RegId ThreadLowering::destination(Result result, const std::optional<IntType>& type) {
  if (!result.wanted || result.reg != kNoReg) return result.reg;
  return emitter_.temporary(type);
}

// The type of what is read at the address.
std::optional<IntType> ThreadLowering::typeOf(const Address& address, Order order) const {
  return address.pointer ? typeBehind(order != Order::NonAtomic)
                         : scope_.variable(address.base).type;
}

// A type that holds every value that can be read through a pointer to atomic or plain cells.
IntType ThreadLowering::typeBehind(bool atomic) const {
  std::optional<IntType> type;
  for (const Variable& variable : scope_.variables()) {
    if (variable.atomic != atomic) continue;
    const IntType other = variable.type.value_or(kInt32);
    if (!type) type = IntType{other.lo, other.hi, IntType::Overflow::Error};
    type->lo = std::min(type->lo, other.lo);
    type->hi = std::max(type->hi, other.hi);
  }
  return type.value_or(kInt32);
}

}  // namespace robur::frontend_rob
