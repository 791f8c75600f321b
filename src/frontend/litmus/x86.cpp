// Tests in x86 instructions: a table with a column per thread and a row per line,
//
//    P0         | P1         ;
//    MOV [x],$1 | MOV [y],$1 ;
//    MFENCE     | MFENCE     ;
//    MOV EAX,[y]| MOV EAX,[x];
//
// Accesses have no orders; the model of the machine is TSO, under which XCHG is locked and MFENCE
// is an SC fence.
#include "frontend/litmus/parser.h"

#include <algorithm>

namespace robur::frontend_litmus {

namespace {

constexpr std::string_view kRegisters[] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"};

bool isRegister(std::string_view name) {
  return std::ranges::find(kRegisters, name) != std::end(kRegisters);
}

}  // namespace

void Parser::machineThreads() {
  std::vector<CodeBuilder> columns;
  std::vector<Token> heads;
  do {
    const std::string expected = fmt::format("P{}", heads.size());
    heads.push_back(expectName("a thread"));
    if (stopped_) return;
    if (heads.back().text != expected) {
      token_ = heads.back();
      return error(fmt::format("expected thread {}, found {}", expected, found()),
                   "threads are numbered from P0, in the order of the text");
    }
  } while (accept("|"));
  if (!expect(";", "at the end of the row")) return;
  columns.resize(heads.size());
  procs_.resize(heads.size());
  while (!stopped_ && (is("|") || is(";") || isInstruction())) {
    for (std::size_t i = 0; i < columns.size() && !stopped_; ++i) {
      if (i > 0 && !expect("|", "between the threads")) return;
      proc_ = &procs_[i];
      std::swap(builder_, columns[i]);
      if (!is("|") && !is(";")) instruction();
      std::swap(builder_, columns[i]);
    }
    if (!stopped_) expect(";", "at the end of the row");
  }
  for (std::size_t i = 0; i < columns.size() && !stopped_; ++i) {
    const std::string name(heads[i].text);
    program_.threads.push_back({name, CodeId{static_cast<std::uint32_t>(i)}, 0});
    program_.codes.push_back(columns[i].finish(name, heads[i].span));
  }
}

// What begins the part after the threads are names, too.
bool Parser::isInstruction() const {
  return token_.kind == Token::Kind::Name && !is("locations") && !is("filter") && !is("exists") &&
         !is("forall");
}

void Parser::instruction() {
  const Token name = expectName("an instruction");
  if (name.is("MFENCE")) {
    Instr fence;
    fence.op = Instr::Op::Fence;
    fence.order = Order::Sc;
    fence.span = name.span;
    builder_.emit(std::move(fence));
  } else if (name.is("MOV")) {
    move(name.span);
  } else if (name.is("XCHG")) {
    exchange(name.span);
  } else if (!stopped_) {
    token_ = name;
    error(fmt::format("{} is not supported", quoted(name.text)),
          "the instructions are MOV, XCHG and MFENCE");
  }
}

Parser::Operand Parser::operand() {
  Operand out;
  if (accept("$")) {
    if (const std::optional<std::int64_t> value = expectInteger("a number"))
      out.value = constant(*value);
  } else if (accept("[")) {
    const Token name = expectName("a location");
    if (stopped_) return out;
    if (isRegister(name.text)) {
      token_ = name;
      error("addresses in registers are not supported", "write the location: [x]");
      return out;
    }
    out.location = global(name).id;
    expect("]", "after the location");
  } else {
    const Token name = expectName("a register, [location] or $number");
    if (stopped_) return out;
    if (!isRegister(name.text)) {
      token_ = name;
      error(fmt::format("{} is not one of the registers EAX, EBX, ECX, EDX, ESI and EDI",
                        quoted(name.text)));
      return out;
    }
    out.reg = registerFor(name);
    out.value = reg(*out.reg);
  }
  return out;
}

void Parser::move(Span start) {
  const Operand to = operand();
  if (stopped_ || !expect(",", "between the operands")) return;
  const Operand source = operand();
  if (stopped_) return;
  Instr instr;
  instr.span = from(start);
  instr.orderGiven = false;
  if (to.location && source.value) {
    instr.op = Instr::Op::Store;
    instr.address.base = *to.location;
    instr.value = source.value;
  } else if (to.reg && source.location) {
    instr.op = Instr::Op::Load;
    instr.address.base = *source.location;
    instr.dst = *to.reg;
  } else if (to.reg) {
    instr.op = Instr::Op::Assign;
    instr.dst = *to.reg;
    instr.value = source.value;
  } else {
    return error("MOV has at most one operand in memory, and does not change a number");
  }
  builder_.emit(std::move(instr));
}

void Parser::exchange(Span start) {
  Operand a = operand();
  if (stopped_ || !expect(",", "between the operands")) return;
  Operand b = operand();
  if (stopped_) return;
  if (a.reg) std::swap(a, b);
  if (!a.location || !b.reg) return error("XCHG has a location and a register here");
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.rmw = RmwOp::Exchange;
  instr.address.base = *a.location;
  instr.value = b.value;
  instr.dst = *b.reg;
  instr.order = Order::Rlx;
  instr.orderGiven = false;
  instr.span = from(start);
  builder_.emit(std::move(instr));
}

}  // namespace robur::frontend_litmus
