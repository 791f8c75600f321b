#include "oracle/interpreter.h"

#include <cassert>

namespace robur::testing {

namespace {

constexpr std::size_t kMaxLocalStates = 4096;  // between two accesses of one thread

using Op = Instr::Op;

std::optional<std::int64_t> applyBinary(BinaryOp op, std::int64_t a, std::int64_t b) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  const auto wrapped = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  switch (op) {
    case BinaryOp::Add:
      return wrapped(ua + ub);
    case BinaryOp::Sub:
      return wrapped(ua - ub);
    case BinaryOp::Mul:
      return wrapped(ua * ub);
    case BinaryOp::Div:
      if (b == 0) return std::nullopt;
      return b == -1 ? wrapped(-ua) : a / b;
    case BinaryOp::Mod:
      if (b == 0) return std::nullopt;
      return b == -1 ? 0 : a % b;
    case BinaryOp::BitAnd:
      return a & b;
    case BinaryOp::BitOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    case BinaryOp::Shl:
      return wrapped(ua << (ub % 64));
    case BinaryOp::Shr:
      return a >> (ub % 64);
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Ne:
      return a != b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::Gt:
      return a > b;
    case BinaryOp::Ge:
      return a >= b;
    case BinaryOp::And:
      return a != 0 && b != 0;
    case BinaryOp::Or:
      return a != 0 || b != 0;
  }
  return std::nullopt;
}

std::int64_t applyRmw(RmwOp op, std::int64_t old, std::int64_t operand) {
  switch (op) {
    case RmwOp::Add:
      return *applyBinary(BinaryOp::Add, old, operand);
    case RmwOp::Sub:
      return *applyBinary(BinaryOp::Sub, old, operand);
    case RmwOp::And:
      return old & operand;
    case RmwOp::Or:
      return old | operand;
    case RmwOp::Xor:
      return old ^ operand;
    case RmwOp::Exchange:
      return operand;
  }
  return old;
}

bool overflows(const IntType& type, std::int64_t value) {
  return type.overflow == IntType::Overflow::Error && !type.contains(value);
}

}  // namespace

Interpreter::Interpreter(const Program& program) : program_(program) {
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    const LocationId id{static_cast<std::uint32_t>(i)};
    locationOfCell_.insert(locationOfCell_.end(), program.locations[i].size(), id);
  }
}

std::vector<LocalState> Interpreter::start(ThreadId thread, Faults& faults) const {
  LocalState local{
      .pc = program_.codeOf(thread).entry, .stopped = false, .endless = false, .registers = {}};
  for (const Register& r : program_.codeOf(thread).registers) local.registers.push_back(r.init);
  std::vector<LocalState> resting;
  std::set<LocalState> visited;
  settle(thread, local, resting, visited, faults);
  return resting;
}

const Instr& Interpreter::instr(ThreadId thread, const LocalState& local) const {
  return program_.codeOf(thread).instrs[local.pc];
}

// Nothing if a division by zero is met anywhere in the expression.
std::optional<std::int64_t> Interpreter::eval(ThreadId thread, const LocalState& local,
                                              const ExprPtr& e, std::int64_t loaded) const {
  switch (e->kind) {
    case Expr::Kind::Const:
      return e->value;
    case Expr::Kind::Reg:
      return local.registers[raw(e->reg)];
    case Expr::Kind::ThreadIndex:
      return program_[thread].index;
    case Expr::Kind::Loaded:
      return loaded;
    case Expr::Kind::AddressOf:
      return raw(program_.firstCell(e->location));
    case Expr::Kind::Unary: {
      const auto a = eval(thread, local, e->lhs, loaded);
      if (!a) return std::nullopt;
      if (e->unary == UnaryOp::Not) return *a == 0;
      if (e->unary == UnaryOp::BitNot) return ~*a;
      return applyBinary(BinaryOp::Sub, 0, *a);
    }
    case Expr::Kind::Binary: {
      const auto a = eval(thread, local, e->lhs, loaded);
      const auto b = eval(thread, local, e->rhs, loaded);
      if (!a || !b) return std::nullopt;
      return applyBinary(e->binary, *a, *b);
    }
  }
  return std::nullopt;
}

std::optional<CellId> Interpreter::cell(ThreadId thread, const LocalState& local) const {
  const Instr& i = instr(thread, local);
  if (i.op == Op::Fence) return std::nullopt;
  const std::int64_t index = i.address.index ? *eval(thread, local, i.address.index) : 0;
  const std::int64_t base = i.address.pointer ? 0 : raw(program_.firstCell(i.address.base));
  return CellId{static_cast<std::uint32_t>(base + index)};
}

// The fault that keeps the thread from doing its next access at all.
std::optional<Property> Interpreter::faultBefore(ThreadId thread, const LocalState& local) const {
  const Instr& i = instr(thread, local);
  if (i.op == Op::Fence) return std::nullopt;
  if (i.address.index) {
    const auto index = eval(thread, local, i.address.index);
    if (!index) return Property::DivisionByZero;
    const std::int64_t size = i.address.pointer ? static_cast<std::int64_t>(locationOfCell_.size())
                                                : program_[i.address.base].size();
    if (*index < 0 || *index >= size) return Property::Bounds;
  }
  const Location& location = program_[locationOfCell_[raw(*cell(thread, local))]];
  if (location.atomic == (i.order == Order::NonAtomic)) return Property::MixedAccess;
  for (const ExprPtr& e : {i.value, i.expected}) {
    if (!e || i.op == Op::Wait) continue;
    const auto value = eval(thread, local, e);
    if (!value) return Property::DivisionByZero;
    // What an Rmw writes counts as its result, for an exchange too: see perform.
    if (i.op != Op::Rmw && overflows(location.type, *value)) return Property::Overflow;
  }
  return std::nullopt;
}

void Interpreter::note(ThreadId thread, Pc pc, Property fault, Faults& faults) const {
  faults.insert(fault);
  faultPlaces_.insert({program_[thread].code, pc, fault});
}

// Runs the thread on to the places in front of its next access, and stops it at faults.
void Interpreter::settle(ThreadId thread, LocalState local, std::vector<LocalState>& resting,
                         std::set<LocalState>& visited, Faults& faults) const {
  std::vector<LocalState> todo = {local};
  const auto stop = [&](LocalState& s, std::optional<Property> why) {
    if (why) note(thread, s.pc, *why, faults);
    s.stopped = true;
    resting.push_back(s);
  };
  while (!todo.empty()) {
    LocalState s = std::move(todo.back());
    todo.pop_back();
    if (!visited.insert(s).second) continue;
    if (visited.size() > kMaxLocalStates) {
      gaveUp_ = true;
      break;
    }
    const Code& code = program_.codeOf(thread);
    const Instr& i = code.instrs[s.pc];
    const auto value = i.value && i.op != Op::Wait ? eval(thread, s, i.value) : std::nullopt;
    const std::int64_t v = value.value_or(0);
    const auto moveTo = [&](Pc pc) {
      todo.push_back(s);
      todo.back().pc = pc;
    };
    const auto assign = [&](std::int64_t result) {
      const IntType& type = code.registers[raw(i.dst)].type;
      if (overflows(type, result)) return stop(s, Property::Overflow);
      s.registers[raw(i.dst)] = type.wrap(result);
      moveTo(i.next[0]);
    };
    if (accessesMemory(i.op) || i.op == Op::Fence) {
      const auto fault = faultBefore(thread, s);
      if (fault) {
        stop(s, fault);
      } else {
        resting.push_back(s);
      }
    } else if (i.value && !value) {
      stop(s, Property::DivisionByZero);
    } else if (i.op == Op::Assign) {
      assign(v);
    } else if (i.op == Op::Havoc) {
      const LocalState before = s;
      for (std::int64_t any = i.lo;; ++any) {
        s = before;
        assign(any);
        if (any == i.hi) break;
      }
    } else if (i.op == Op::Branch) {
      moveTo(i.next[v != 0 ? 0 : 1]);
    } else if (i.op == Op::Choose || i.op == Op::Goto) {
      for (const Pc pc : i.next) moveTo(pc);
    } else if (i.op == Op::Halt) {
      stop(s, std::nullopt);
    } else if (v != 0) {  // Assert, Assume
      moveTo(i.next[0]);
    } else {
      stop(s, i.op == Op::Assert ? std::optional(Property::Assertion) : std::nullopt);
    }
  }
  if (resting.empty()) {
    local.endless = true;
    stop(local, std::nullopt);
  }
}

std::vector<LocalState> Interpreter::finish(ThreadId thread, LocalState local, std::int64_t result,
                                            bool fault, Faults& faults) const {
  const Instr& i = instr(thread, local);
  if (i.dst != kNoReg) {
    const IntType& type = program_.codeOf(thread).registers[raw(i.dst)].type;
    fault |= overflows(type, result);
    local.registers[raw(i.dst)] = type.wrap(result);
  }
  const Pc pc = local.pc;
  local.pc = i.next[0];
  if (fault) {
    note(thread, pc, Property::Overflow, faults);
    local.stopped = true;
    return {local};
  }
  std::vector<LocalState> resting;
  std::set<LocalState> visited;
  settle(thread, std::move(local), resting, visited, faults);
  return resting;
}

std::optional<Interpreter::Outcome> Interpreter::perform(ThreadId thread, const LocalState& local,
                                                         std::int64_t seen, ModelName model,
                                                         Faults& faults) const {
  const Instr& i = instr(thread, local);
  if (i.op == Op::Fence) {
    const Event fence = fenceEvent(program_, model, thread, local.pc, i.order);
    return Outcome{fence, finish(thread, local, 0, false, faults)};
  }
  const CellId at = *cell(thread, local);
  const IntType& type = program_[locationOfCell_[raw(at)]].type;
  Event event{.kind = Event::Kind::Read,
              .thread = thread,
              .pc = local.pc,
              .cell = at,
              .order = i.order,
              .read = seen};
  if (i.op == Op::Wait) {
    const auto holds = eval(thread, local, i.value, seen);
    if (holds && *holds == 0) return std::nullopt;
    if (!holds) {
      note(thread, local.pc, Property::DivisionByZero, faults);
      LocalState stopped = local;
      stopped.stopped = true;
      return Outcome{event, {stopped}};
    }
  }
  if (i.op == Op::Load || i.op == Op::Wait) {
    return Outcome{event, finish(thread, local, seen, false, faults)};
  }
  const std::int64_t operand = *eval(thread, local, i.value, seen);
  if (i.op == Op::Cas || i.op == Op::Bcas) {
    if (type.wrap(*eval(thread, local, i.expected)) != seen) {
      if (i.op == Op::Bcas) return std::nullopt;
      event.locked = true;
      event.order = i.failOrder;
      return Outcome{event, finish(thread, local, seen, false, faults)};
    }
  }
  const std::int64_t written = i.op == Op::Rmw ? applyRmw(i.rmw, seen, operand) : operand;
  event.kind = i.op == Op::Store ? Event::Kind::Write : Event::Kind::Update;
  event.written = type.wrap(written);
  if (i.op == Op::Store) event.read = 0;
  return Outcome{event, finish(thread, local, seen, overflows(type, written), faults)};
}

}  // namespace robur::testing
