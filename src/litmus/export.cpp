// One function per thread. Locations and registers are ints; whatever has another type, and every
// instruction that the dialect does not have, is an ExportError. Code that is no nest of ifs is
// written twice where paths meet, which means the same.
#include "litmus/export.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "litmus/structure.h"

namespace robur::litmus {

namespace {

constexpr std::size_t kMostStatements = 5000;

const char* orderText(Order order) {
  switch (order) {
    case Order::Rlx:
      return "memory_order_relaxed";
    case Order::Acq:
      return "memory_order_acquire";
    case Order::Rel:
      return "memory_order_release";
    case Order::AcqRel:
      return "memory_order_acq_rel";
    case Order::Sc:
    case Order::NonAtomic:
      break;
  }
  return "memory_order_seq_cst";
}

const char* rmwText(RmwOp op) {
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

// Names that mean something else in a test.
bool isTaken(const std::string& name) {
  static const std::set<std::string, std::less<>> kWords = {
      "atomic_int", "const",    "do",     "else",     "exists",    "false",    "filter", "for",
      "forall",     "goto",     "if",     "int",      "locations", "not",      "return", "switch",
      "true",       "volatile", "while",  "with",     "break",     "continue", "char",   "long",
      "restrict",   "short",    "signed", "unsigned", "void",      "_Atomic",  "case",   "default",
      "double",     "enum",     "extern", "float",    "inline",    "register", "sizeof", "static",
      "struct",     "typedef",  "union",  "auto"};
  const bool isThread =
      name.size() > 1 && name[0] == 'P' &&
      std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return isThread || kWords.contains(name) || name.starts_with("atomic_") ||
         name.starts_with("memory_order_");
}

// Gives names of C to names of Robur, each only once.
class Names {
 public:
  std::string of(const std::string& wish) {
    std::string name;
    for (const char c : wish) {
      const bool plain =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
      name += plain ? c : '_';
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name[0] == '_') name = "v" + name;
    if (isTaken(name)) name += "_";
    std::string unique = name;
    for (int i = 1; !given_.insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

 private:
  std::set<std::string> given_;
};

class ThreadText {
 public:
  ThreadText(const Program& program, ThreadId thread, const std::vector<std::string>& locations,
             Names names)
      : program_(program),
        thread_(program[thread]),
        code_(program.codeOf(thread)),
        locations_(locations),
        used_(locations.size(), false),
        names_(std::move(names)) {
    for (const Register& r : code_.registers) {
      if (r.type != kInt32) {
        throw ExportError(
            fmt::format("register {} of thread {} is not an i32", r.name, thread_.name));
      }
      registers_.push_back(names_.of(r.name));
    }
    const std::optional<std::vector<Pc>> meeting = meetingPoints(code_);
    if (!meeting) throw ExportError(fmt::format("thread {} has a loop", thread_.name));
    meeting_ = *meeting;
    sequence(code_.entry, static_cast<Pc>(code_.instrs.size()), 1);
  }

  std::string text(std::size_t number) const {
    std::string parameters;
    for (std::size_t i = 0; i < locations_.size(); ++i) {
      if (!used_[i]) continue;
      parameters += fmt::format("{}{}* {}", parameters.empty() ? "" : ", ",
                                program_.locations[i].atomic ? "atomic_int" : "int", locations_[i]);
    }
    std::string out = fmt::format("P{} ({}) {{\n", number, parameters);
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      const std::int64_t init = code_.registers[i].init;
      out += init == 0 ? fmt::format("  int {};\n", registers_[i])
                       : fmt::format("  int {} = {};\n", registers_[i], init);
    }
    return out + body_ + "}\n";
  }

  const std::string& nameOf(RegId id) const { return registers_[raw(id)]; }

 private:
  [[noreturn]] void refuse(const Instr& instr, const char* what) const {
    throw ExportError(instr.span.known() ? fmt::format("line {}: {}", instr.span.line, what)
                                         : fmt::format("thread {}: {}", thread_.name, what));
  }

  void line(int depth, const std::string& text) {
    if (++statements_ > kMostStatements) {
      throw ExportError(fmt::format("thread {} has more than {} statements without goto",
                                    thread_.name, kMostStatements));
    }
    body_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + text + "\n";
  }

  void sequence(Pc pc, Pc stop, int depth) {
    while (pc != stop && pc < code_.instrs.size()) {
      const Instr& instr = code_.instrs[pc];
      if (instr.op == Instr::Op::Branch) {
        branch(instr, meeting_[pc], depth);
      } else {
        statement(instr, depth);
      }
      pc = meeting_[pc];
    }
  }

  void branch(const Instr& instr, Pc meeting, int depth) {
    constexpr int kMostDepth = 40;
    if (depth > kMostDepth) refuse(instr, "branches are nested too deeply");
    line(depth, fmt::format("if ({}) {{", expression(instr, instr.value)));
    sequence(instr.next[0], meeting, depth + 1);
    if (instr.next[1] != meeting) {
      line(depth, "} else {");
      sequence(instr.next[1], meeting, depth + 1);
    }
    line(depth, "}");
  }

  void statement(const Instr& instr, int depth) {
    switch (instr.op) {
      case Instr::Op::Assign:
        line(depth, fmt::format("{} = {};", nameOf(instr.dst), expression(instr, instr.value)));
        return;
      case Instr::Op::Load:
        line(depth, isPlain(instr)
                        ? fmt::format("{} = *{};", nameOf(instr.dst), location(instr))
                        : fmt::format("{} = atomic_load_explicit({}, {});", nameOf(instr.dst),
                                      location(instr), orderText(instr.order)));
        return;
      case Instr::Op::Store:
        line(depth, isPlain(instr)
                        ? fmt::format("*{} = {};", location(instr), expression(instr, instr.value))
                        : fmt::format("atomic_store_explicit({}, {}, {});", location(instr),
                                      expression(instr, instr.value), orderText(instr.order)));
        return;
      case Instr::Op::Rmw:
        line(depth,
             fmt::format("{}{}({}, {}, {});", instr.dst == kNoReg ? "" : nameOf(instr.dst) + " = ",
                         rmwText(instr.rmw), location(instr), expression(instr, instr.value),
                         orderText(instr.order)));
        return;
      case Instr::Op::Fence:
        line(depth, fmt::format("atomic_thread_fence({});", orderText(instr.order)));
        return;
      case Instr::Op::Goto:
      case Instr::Op::Halt:
        return;
      case Instr::Op::Cas:
      case Instr::Op::Bcas:
        refuse(instr, "a compare-and-swap takes the expected value from memory in C");
      case Instr::Op::Wait:
        refuse(instr, "herd has no blocking instructions");
      case Instr::Op::Assert:
      case Instr::Op::Assume:
        refuse(instr, "there are no assertions and assumptions in litmus tests");
      case Instr::Op::Havoc:
      case Instr::Op::Choose:
        refuse(instr, "there are no arbitrary choices in litmus tests");
      case Instr::Op::Branch:
        break;
    }
  }

  static bool isPlain(const Instr& instr) { return instr.order == Order::NonAtomic; }

  const std::string& location(const Instr& instr) {
    if (instr.address.pointer || instr.address.index) refuse(instr, "this address is computed");
    if (instr.plain) refuse(instr, "this plain access is to an atomic location");
    used_[raw(instr.address.base)] = true;
    return locations_[raw(instr.address.base)];
  }

  std::string expression(const Instr& instr, const ExprPtr& e) const {
    switch (e->kind) {
      case Expr::Kind::Const:
        if (!kInt32.contains(e->value)) refuse(instr, "this number is no int");
        return e->value < 0 ? fmt::format("({})", e->value) : std::to_string(e->value);
      case Expr::Kind::Reg:
        return nameOf(e->reg);
      case Expr::Kind::ThreadIndex:
        return std::to_string(thread_.index);
      case Expr::Kind::Loaded:
      case Expr::Kind::AddressOf:
        refuse(instr, "this value cannot be written in C");
      case Expr::Kind::Unary:
        return fmt::format("({}{})", spelling(e->unary), expression(instr, e->lhs));
      case Expr::Kind::Binary:
        break;
    }
    switch (e->binary) {
      case BinaryOp::Div:
      case BinaryOp::Mod:
      case BinaryOp::Shl:
      case BinaryOp::Shr:
      case BinaryOp::Mul:
        refuse(instr, "this operator is not exactly that of herd");
      default:
        break;
    }
    return fmt::format("({} {} {})", expression(instr, e->lhs), spelling(e->binary),
                       expression(instr, e->rhs));
  }

  const Program& program_;
  const Thread& thread_;
  const Code& code_;
  const std::vector<std::string>& locations_;
  std::vector<bool> used_;
  Names names_;
  std::vector<std::string> registers_;
  std::vector<Pc> meeting_;
  std::string body_;
  std::size_t statements_ = 0;
};

}  // namespace

std::string exportLitmus(const Program& program, const FinalCondition& condition) {
  if (program.lockedScStores) throw ExportError("seq_cst stores are locked, as on x86");
  Names names;
  std::vector<std::string> locations;
  std::string initial;
  for (const Location& location : program.locations) {
    if (location.isArray || location.type != kInt32) {
      throw ExportError(fmt::format("{} is not a single i32", location.name));
    }
    locations.push_back(names.of(location.name));
    initial += fmt::format(" {} = {};", locations.back(), location.init.front());
  }
  std::string out = fmt::format("C {}\n{{{} }}\n", condition.test, initial);
  FinalCondition renamed = condition;
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    const ThreadId id{static_cast<std::uint32_t>(i)};
    if (program[id].anyNumber) {
      throw ExportError(fmt::format("there is any number of threads {}", program[id].name));
    }
    const ThreadText thread(program, id, locations, names);
    out += "\n" + thread.text(i);
    for (FinalCondition::Observed& observed : renamed.observed) {
      if (observed.isCell || observed.thread != id) continue;
      observed.name = fmt::format("{}:{}", i, thread.nameOf(observed.reg));
    }
  }
  std::string list;
  for (FinalCondition::Observed& observed : renamed.observed) {
    if (observed.isCell) observed.name = fmt::format("[{}]", locations[raw(observed.cell)]);
    // herd's list of locations has names without brackets.
    list += observed.isCell ? locations[raw(observed.cell)] + "; " : observed.name + "; ";
  }
  if (!list.empty()) out += fmt::format("\nlocations [{}]\n", list);
  if (renamed.filter) {
    out += fmt::format("filter ({})\n", propositionText(renamed, *renamed.filter));
  }
  return out + conditionText(renamed) + "\n";
}

}  // namespace robur::litmus
