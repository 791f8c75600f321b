#include "generators/vocabulary.h"

#include <algorithm>

#include "program/model_info.h"

namespace robur::testing {

Vocabulary::Vocabulary(Rng& rng, const GeneratorOptions& options, Program& program)
    : rng_(rng), options_(options), program_(program) {
  type_.hi = rng_.pick({1, 2, 2, 3});
  type_.overflow = rng_.chance(70) ? IntType::Overflow::Wrap : IntType::Overflow::Error;
  const std::size_t scalars = 2 + rng_.weighted({65, 35});
  for (std::size_t i = 0; i < scalars; ++i) {
    atomics_.push_back(declare(std::string(1, "xyz"[i]), true, 1));
  }
  if (rng_.chance(20)) {
    array_ = declare("a", true, 2);
    atomics_.back() = *array_;
  }
  if (rng_.chance(25)) {
    discipline_ =
        rng_.pick({Discipline::Lock, Discipline::Flag, Discipline::Flag, Discipline::Anyhow});
    plain_ = declare("d", false, 1);
    guard_ = declare("g", true, 1);
    program_.locations.back().init = {0};
  }
}

LocationId Vocabulary::declare(std::string name, bool atomic, std::size_t cells) {
  Location location;
  location.name = std::move(name);
  location.type = type_;
  location.atomic = atomic;
  location.isArray = cells > 1;
  location.init.assign(cells, 0);
  for (std::int64_t& v : location.init) v = rng_.chance(8) ? anyValue() : 0;
  program_.locations.push_back(std::move(location));
  return LocationId{static_cast<std::uint32_t>(program_.locations.size() - 1)};
}

void Vocabulary::setThread(std::vector<RegId> registers, bool copies) {
  registers_ = std::move(registers);
  copies_ = copies;
}

Order Vocabulary::readOrder() {
  return sc() ? Order::Sc : rng_.pick({Order::Rlx, Order::Acq, Order::Acq});
}

Order Vocabulary::writeOrder() {
  return sc() ? Order::Sc : rng_.pick({Order::Rlx, Order::Rel, Order::Rel});
}

Order Vocabulary::rmwOrder() {
  return sc() ? Order::Sc : rng_.pick({Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel});
}

ExprPtr Vocabulary::value() {
  switch (rng_.weighted({70, 15, 10, copies_ ? 10u : 0u})) {
    case 0:
      return constant(rng_.chance(60) ? 1 : anyValue());
    case 1:
      return reg(anyRegister());
    case 2: {
      ExprPtr sum = binary(BinaryOp::Add, reg(anyRegister()), constant(1));
      // Overflow of an Error type would end most runs early.
      if (type_.overflow == IntType::Overflow::Wrap || rng_.chance(10)) return sum;
      return binary(BinaryOp::Mod, std::move(sum), constant(type_.hi + 1));
    }
    default:
      return binary(BinaryOp::BitAnd, threadIndex(), constant(1));
  }
}

ExprPtr Vocabulary::comparison(const ExprPtr& left) {
  const auto is = [&](std::int64_t v) { return binary(BinaryOp::Eq, left, constant(v)); };
  switch (rng_.weighted({50, 12, 14, 8, 8, 8})) {
    case 0:
      return is(anyValue());
    case 1:
      return binary(BinaryOp::Eq, left, reg(anyRegister()));
    case 2:
      return binary(BinaryOp::Ne, left, constant(anyValue()));
    case 3:
      return binary(BinaryOp::Ge, left, constant(1));
    case 4: {
      const std::int64_t one = anyValue();
      const std::int64_t other = anyValue();
      return binary(BinaryOp::Or, is(one), is(other));
    }
    default:
      return unary(UnaryOp::Not, binary(BinaryOp::BitAnd, left, constant(1)));
  }
}

// Mostly inside; now and then a register alone is the index, which may be outside.
Address Vocabulary::addressIn(LocationId location, ExprPtr index) {
  if (array_ && location == *array_ && !index) {
    const ExprPtr r = reg(anyRegister());
    switch (rng_.weighted({50, copies_ ? 25u : 0u, 20, 5})) {
      case 0:
        index = constant(rng_.below(2));
        break;
      case 1:
        index = binary(BinaryOp::Mod, threadIndex(), constant(2));
        break;
      case 2:
        index = binary(BinaryOp::BitAnd, r, constant(1));
        break;
      default:
        index = r;
    }
  }
  if (rng_.chance(96)) return at(location, std::move(index));
  const ExprPtr base = addressOf(location);
  return through(index ? binary(BinaryOp::Add, base, std::move(index)) : base);
}

// The parts of an instruction are drawn one after another: C++ leaves the order in which
// the arguments of one call are evaluated open, and a seed must mean one program.
Instr Vocabulary::atomicLoad(LocationId location, ExprPtr index) {
  const Address from = addressIn(location, std::move(index));
  const RegId dst = anyRegister();
  return load(dst, from, readOrder());
}

Instr Vocabulary::atomicStore(LocationId location, ExprPtr index) {
  const Address to = addressIn(location, std::move(index));
  const ExprPtr stored = value();
  return store(to, stored, writeOrder());
}

Instr Vocabulary::atomicAccess(LocationId location, ExprPtr index) {
  if (rng_.chance(36)) return atomicLoad(location, std::move(index));
  if (rng_.chance(56)) return atomicStore(location, std::move(index));
  const Address where = addressIn(location, std::move(index));
  const RegId maybe = rng_.chance(60) ? anyRegister() : kNoReg;
  switch (rng_.weighted({10, 8, 7, 3})) {
    case 0: {
      RmwOp op = rng_.pick({RmwOp::Add, RmwOp::Sub, RmwOp::And, RmwOp::Or, RmwOp::Xor,
                            RmwOp::Exchange, RmwOp::Exchange});
      if (type_.overflow == IntType::Overflow::Error && rng_.chance(80)) op = RmwOp::Exchange;
      const ExprPtr operand = value();
      return rmw(op, maybe, where, operand, rmwOrder());
    }
    case 1: {
      const ExprPtr old = expected();
      const ExprPtr desired = value();
      const Order order = rmwOrder();
      return cas(maybe, where, old, desired, order, readOrder());
    }
    case 2: {
      const ExprPtr until = comparison(loaded());
      return waitUntil(maybe, where, until, readOrder());
    }
    default: {
      const ExprPtr old = expected();
      const ExprPtr desired = value();
      return bcas(maybe, where, old, desired, rmwOrder());
    }
  }
}

Instr Vocabulary::plainAccess(bool write) {
  if (write) return store(plain(), value(), Order::NonAtomic);
  return load(anyRegister(), plain(), Order::NonAtomic);
}

Instr Vocabulary::anyFence() {
  const bool weak = infoOf(options_.model).weakFences != WeakFences::None;
  if (rng_.chance(weak ? 35 : 85)) return fence(Order::Sc);
  return fence(rng_.pick({Order::Acq, Order::Rel, Order::AcqRel}));
}

}  // namespace robur::testing
