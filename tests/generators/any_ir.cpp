#include "generators/any_ir.h"

#include <limits>
#include <random>

namespace robur::testing {

namespace {

class AnyIrGenerator {
 public:
  explicit AnyIrGenerator(std::uint64_t seed) : random_(seed) {}

  Program program() {
    const int locations = 1 + upTo(3);
    for (int i = 0; i < locations; ++i) location(i);
    const int codes = 1 + upTo(2);
    for (int i = 0; i < codes; ++i) {
      program_.codes.push_back(code(i));
      const int copies = upTo(3);
      const CodeId id{static_cast<std::uint32_t>(i)};
      const std::string name = "t" + std::to_string(i);
      if (copies == 0) program_.threads.push_back({name, id, 0});
      for (int c = 0; c < copies; ++c) {
        program_.threads.push_back({name + "[" + std::to_string(c) + "]", id, c});
      }
    }
    return std::move(program_);
  }

 private:
  int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }
  bool maybe() { return upTo(1) == 1; }

  IntType type() {
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    switch (upTo(7)) {
      case 0:
        return kBool;
      case 1:
        return kInt32;
      case 2:
        return {0, 255, IntType::Overflow::Wrap};
      case 3:
        return {-2, 5, IntType::Overflow::Error};
      case 4:
        return {3, 9, IntType::Overflow::Wrap};
      case 5:
        return {kMin, kMax, IntType::Overflow::Wrap};
      case 6:
        return {kMin, 7, IntType::Overflow::Error};
      default:
        return {0, 1, IntType::Overflow::Wrap};
    }
  }

  std::int64_t valueOf(const IntType& t) {
    switch (upTo(3)) {
      case 0:
        return t.lo;
      case 1:
        return t.hi;
      case 2:
        return t.contains(1) ? 1 : t.lo;
      default:
        return t.contains(0) ? 0 : t.lo;
    }
  }

  void location(int number) {
    static const char* const kNames[] = {"x", "data", "local", "u8"};
    Location l;
    l.name = kNames[number % 4];
    l.type = type();
    l.atomic = upTo(3) != 0;
    l.isArray = maybe();
    l.init.clear();
    const int size = l.isArray ? 1 + upTo(3) : 1;
    for (int i = 0; i < size; ++i) l.init.push_back(valueOf(l.type));
    program_.locations.push_back(std::move(l));
  }

  Code code(int number) {
    Code c;
    c.name = "t" + std::to_string(number);
    registers_ = static_cast<std::uint32_t>(1 + upTo(3));
    for (std::uint32_t r = 0; r < registers_; ++r) {
      static const char* const kNames[] = {"r", "$1", "x", "goto"};
      const IntType t = type();
      c.registers.push_back({kNames[r % 4], t, valueOf(t), {}});
    }
    const int size = 1 + upTo(14);
    for (int i = 0; i < size; ++i) c.instrs.push_back(instr(static_cast<Pc>(size)));
    c.instrs.push_back(Instr());
    c.entry = static_cast<Pc>(upTo(size));
    if (maybe()) c.labels.push_back({"here", static_cast<Pc>(upTo(size))});
    return c;
  }

  ExprPtr expr(int depth, bool inWait = false) {
    const int kind = depth == 0 ? upTo(4) : upTo(8);
    switch (kind) {
      case 0:
        return constant(upTo(9) - 4);
      case 1:
        return reg(RegId{static_cast<std::uint32_t>(random_() % registers_)});
      case 2:
        return inWait ? loaded() : threadIndex();
      case 3:
        return addressOf(anyLocation());
      case 4:
        return constant(std::numeric_limits<std::int64_t>::min() + upTo(1));
      case 5:
        return unary(static_cast<UnaryOp>(upTo(2)), expr(depth - 1, inWait));
      default:
        return binary(static_cast<BinaryOp>(upTo(17)), expr(depth - 1, inWait),
                      expr(depth - 1, inWait));
    }
  }

  LocationId anyLocation() {
    return LocationId{static_cast<std::uint32_t>(random_() % program_.locations.size())};
  }

  Order oneOf(std::initializer_list<Order> orders) {
    return orders.begin()[random_() % orders.size()];
  }

  void address(Instr& i) {
    const bool loadOrStore = i.op == Instr::Op::Load || i.op == Instr::Op::Store;
    i.address.base = anyLocation();
    const Location& l = program_[i.address.base];
    if (upTo(4) == 0 || (!l.atomic && !loadOrStore)) {
      i.address.pointer = true;
      i.address.index = expr(2);
      if (loadOrStore && maybe()) i.order = Order::NonAtomic;
      if (i.order == Order::NonAtomic) i.orderGiven = true;
      return;
    }
    if (l.isArray && upTo(3) != 0) i.address.index = element(l);
    if (!l.atomic) {
      i.order = Order::NonAtomic;
      i.orderGiven = true;
    }
  }

  // A constant index within the array, which .rob insists on, or one that a register decides.
  ExprPtr element(const Location& l) {
    if (upTo(2) == 0) return constant(upTo(static_cast<int>(l.size()) - 1));
    const ExprPtr r = reg(RegId{static_cast<std::uint32_t>(random_() % registers_)});
    return maybe() ? r : binary(static_cast<BinaryOp>(upTo(17)), r, expr(1));
  }

  void orders(Instr& i) {
    using Op = Instr::Op;
    if (accessesMemory(i.op) && upTo(3) == 0) {
      i.orderGiven = false;
      return;
    }
    if (i.op == Op::Load || i.op == Op::Wait) {
      i.order = oneOf({Order::Rlx, Order::Acq, Order::Sc});
    } else if (i.op == Op::Store) {
      i.order = oneOf({Order::Rlx, Order::Rel, Order::Sc});
    } else if (i.op == Op::Fence) {
      i.order = oneOf({Order::Acq, Order::Rel, Order::AcqRel, Order::Sc});
    } else if (accessesMemory(i.op)) {
      i.order = oneOf({Order::Rlx, Order::Acq, Order::Rel, Order::AcqRel, Order::Sc});
      if (i.op == Op::Cas) i.failOrder = oneOf({Order::Rlx, Order::Acq, Order::Sc});
    }
  }

  Instr instr(Pc last) {
    using Op = Instr::Op;
    Instr i;
    i.op = static_cast<Op>(upTo(static_cast<int>(Op::Halt)));
    const bool needsDst = i.op == Op::Assign || i.op == Op::Havoc || i.op == Op::Load;
    const bool mayHaveDst = needsDst || (mayRead(i.op) && maybe());
    if (mayHaveDst) i.dst = RegId{static_cast<std::uint32_t>(random_() % registers_)};
    i.value = expr(3);
    i.expected = expr(2);
    if (i.op == Op::Wait) {
      i.value = binary(static_cast<BinaryOp>(upTo(17)), expr(2, true),
                       binary(BinaryOp::Eq, loaded(), expr(1, true)));
    }
    i.rmw = static_cast<RmwOp>(upTo(5));
    i.lo = upTo(4) - 2;
    i.hi = i.lo + upTo(3);
    orders(i);
    if (accessesMemory(i.op)) address(i);
    const int successors = i.op == Op::Halt     ? 0
                           : i.op == Op::Branch ? 2
                           : i.op == Op::Choose ? 1 + upTo(3)
                                                : 1;
    for (int n = 0; n < successors; ++n)
      i.next.push_back(static_cast<Pc>(upTo(static_cast<int>(last))));
    return i;
  }

  std::mt19937_64 random_;
  Program program_;
  std::uint32_t registers_ = 1;
};

}  // namespace

Program randomIr(std::uint64_t seed) {
  return AnyIrGenerator(seed).program();
}

}  // namespace robur::testing
