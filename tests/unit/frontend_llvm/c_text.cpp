#include "unit/frontend_llvm/c_text.h"

#include <fmt/format.h>

#include "program/print.h"

namespace robur::testing {

namespace {

struct Unsayable {};

const char* orderName(Order order) {
  switch (order) {
    case Order::NonAtomic:
    case Order::Rlx:
      return "memory_order_relaxed";
    case Order::Acq:
      return "memory_order_acquire";
    case Order::Rel:
      return "memory_order_release";
    case Order::AcqRel:
      return "memory_order_acq_rel";
    case Order::Sc:
      break;
  }
  return "memory_order_seq_cst";
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string print() {
    std::string out =
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
        "#include \"robur.h\"\n\n";
    for (std::uint32_t l = 0; l < program_.locations.size(); ++l) {
      const Location& location = program_.locations[l];
      std::string init;
      for (const std::int64_t value : location.init) init += fmt::format("{}, ", value);
      out += fmt::format("{}int v{}[{}] = {{{}}};\n", location.atomic ? "_Atomic " : "", l,
                         location.init.size(), init);
    }
    for (std::uint32_t t = 0; t < program_.threads.size(); ++t) out += threadText(t);
    out += "\nint main(void) {\n  pthread_t t;\n";
    for (std::uint32_t t = 0; t < program_.threads.size(); ++t) {
      out += fmt::format("  pthread_create(&t, 0, thread{}, 0);\n", t);
    }
    return out + "}\n";
  }

 private:
  std::string threadText(std::uint32_t t) {
    const Thread& thread = program_.threads[t];
    const Code& code = program_[thread.code];
    index_ = thread.index;
    std::string out = fmt::format("\nstatic void *thread{}(void *argument) {{\n", t);
    for (std::uint32_t r = 0; r < code.registers.size(); ++r) {
      out += fmt::format("  int r{} = {};\n", r, code.registers[r].init);
    }
    out += fmt::format("  int seen;\n  goto L{};\n", code.entry);
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      out += fmt::format("L{}:\n  {}\n", pc, statement(code.instrs[pc]));
    }
    return out + "}\n";
  }

  std::string expr(const ExprPtr& e, const std::string& loaded = "seen") const {
    switch (e->kind) {
      case Expr::Kind::Const:
        return fmt::format("({}L)", e->value);
      case Expr::Kind::Reg:
        return fmt::format("(long)r{}", raw(e->reg));
      case Expr::Kind::ThreadIndex:
        return fmt::format("({}L)", index_);
      case Expr::Kind::Loaded:
        return fmt::format("(long){}", loaded);
      case Expr::Kind::AddressOf:
        throw Unsayable{};
      case Expr::Kind::Unary:
        return fmt::format("({}{})", spelling(e->unary), expr(e->lhs, loaded));
      case Expr::Kind::Binary:
        if (e->binary == BinaryOp::Shl || e->binary == BinaryOp::Shr) throw Unsayable{};
        return fmt::format("({} {} {})", expr(e->lhs, loaded), spelling(e->binary),
                           expr(e->rhs, loaded));
    }
    throw Unsayable{};
  }

  std::string cell(const Instr& in) const {
    if (in.address.pointer) throw Unsayable{};
    return fmt::format("v{}[{}]", raw(in.address.base),
                       in.address.index ? expr(in.address.index) : "0");
  }

  std::string statement(const Instr& in) const {
    const std::string on = in.next.empty() ? "" : fmt::format(" goto L{};", in.next[0]);
    const std::string dst = in.dst == kNoReg ? "" : fmt::format("r{} = ", raw(in.dst));
    const std::string order = orderName(in.order);
    const bool plain = in.order == Order::NonAtomic;
    switch (in.op) {
      case Instr::Op::Assign:
        return dst + expr(in.value) + ";" + on;
      case Instr::Op::Havoc:
        return fmt::format("{}robur_nondet({}, {});{}", dst, in.lo, in.hi, on);
      case Instr::Op::Load:
        if (plain) return fmt::format("{}{};{}", dst, cell(in), on);
        return fmt::format("{}atomic_load_explicit(&{}, {});{}", dst, cell(in), order, on);
      case Instr::Op::Store:
        if (plain) return fmt::format("{} = {};{}", cell(in), expr(in.value), on);
        return fmt::format("atomic_store_explicit(&{}, {}, {});{}", cell(in), expr(in.value), order,
                           on);
      case Instr::Op::Rmw:
        return fmt::format("{}{}(&{}, {}, {});{}", dst, rmwName(in.rmw), cell(in), expr(in.value),
                           order, on);
      case Instr::Op::Cas:
        return fmt::format(
            "seen = {}; atomic_compare_exchange_strong_explicit(&{}, &seen, {}, {}, {}); {}{}{}",
            expr(in.expected), cell(in), expr(in.value), order, orderName(in.failOrder), dst,
            dst.empty() ? "" : "seen;", on);
      case Instr::Op::Wait:
        return fmt::format("do seen = atomic_load_explicit(&{}, {}); while (!{}); {}{}{}", cell(in),
                           order, expr(in.value), dst, dst.empty() ? "" : "seen;", on);
      case Instr::Op::Bcas:
        return fmt::format("seen = {}; robur_bcas(&{}, seen, {}, {}); {}{}{}", expr(in.expected),
                           cell(in), expr(in.value), order, dst, dst.empty() ? "" : "seen;", on);
      case Instr::Op::Fence:
        return fmt::format("atomic_thread_fence({});{}", order, on);
      case Instr::Op::Branch:
        return fmt::format("if ({}) goto L{}; else goto L{};", expr(in.value), in.next[0],
                           in.next[1]);
      case Instr::Op::Choose: {
        std::string out = fmt::format("switch (robur_nondet(0, {})) {{", in.next.size() - 1);
        for (std::size_t i = 0; i < in.next.size(); ++i) {
          out += fmt::format(" {}: goto L{};", i == 0 ? "default" : fmt::format("case {}", i),
                             in.next[i]);
        }
        return out + " }";
      }
      case Instr::Op::Goto:
        return on;
      case Instr::Op::Assert:
        return fmt::format("assert({});{}", expr(in.value), on);
      case Instr::Op::Assume:
        return fmt::format("robur_assume({});{}", expr(in.value), on);
      case Instr::Op::Halt:
        break;
    }
    return "return argument;";
  }

  static std::string rmwName(RmwOp op) {
    switch (op) {
      case RmwOp::Add:
        return "atomic_fetch_add_explicit";
      case RmwOp::Sub:
        return "atomic_fetch_sub_explicit";
      case RmwOp::And:
        return "atomic_fetch_and_explicit";
      case RmwOp::Or:
        return "atomic_fetch_or_explicit";
      case RmwOp::Xor:
        return "atomic_fetch_xor_explicit";
      case RmwOp::Exchange:
        break;
    }
    return "atomic_exchange_explicit";
  }

  const Program& program_;
  std::int64_t index_ = 0;
};

}  // namespace

Program withInts(Program program) {
  for (Location& location : program.locations) location.type = kInt32;
  for (Code& code : program.codes) {
    for (Register& r : code.registers) r.type = kInt32;
  }
  return program;
}

std::optional<std::string> asC(const Program& program) {
  try {
    return Printer(program).print();
  } catch (const Unsayable&) {
    return std::nullopt;
  }
}

}  // namespace robur::testing
