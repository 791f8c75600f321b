#include "verify/reach.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>

#include <fmt/format.h>

namespace robur {

namespace {

using potentials::LocalState;
using potentials::Target;

constexpr std::size_t kMostWays = 256;

// A piece of the expression. Leaves are numbers, registers, cells and places.
struct Term {
  enum class Kind : std::uint8_t { Number, Register, Cell, At, Unary, Binary };
  Kind kind = Kind::Number;
  std::int64_t value = 0;
  unsigned thread = 0;
  std::uint32_t index = 0;  // register, cell, or pc
  bool end = false;         // At: the thread's end
  UnaryOp unary{};
  BinaryOp binary{};
  std::shared_ptr<Term> lhs;
  std::shared_ptr<Term> rhs;
  std::size_t begin = 0;  // in the text
  std::size_t size = 1;
};
using TermPtr = std::shared_ptr<Term>;

struct Wrong {
  std::size_t at = 0;
  std::size_t size = 1;
  std::string message;
  std::string help;
};

struct Operator {
  const char* text;
  BinaryOp op;
  int level;
};
constexpr Operator kOperators[] = {
    {"||", BinaryOp::Or, 0}, {"&&", BinaryOp::And, 1}, {"==", BinaryOp::Eq, 2},
    {"!=", BinaryOp::Ne, 2}, {"<=", BinaryOp::Le, 3},  {">=", BinaryOp::Ge, 3},
    {"<", BinaryOp::Lt, 3},  {">", BinaryOp::Gt, 3},   {"+", BinaryOp::Add, 4},
    {"-", BinaryOp::Sub, 4}, {"*", BinaryOp::Mul, 5},  {"/", BinaryOp::Div, 5},
    {"%", BinaryOp::Mod, 5},
};
constexpr int kLevels = 6;

class Parser {
 public:
  Parser(const Machine& machine, const std::string& text) : m(machine), text(text) {}

  TermPtr run() {
    TermPtr term = binary(0);
    if (peek() != 0) fail(at, 1, "this is not part of an expression", "");
    return term;
  }

 private:
  [[noreturn]] void fail(std::size_t where, std::size_t size, std::string message,
                         std::string help) const {
    throw Wrong{where, std::max<std::size_t>(size, 1), std::move(message), std::move(help)};
  }

  char peek() {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    return at < text.size() ? text[at] : '\0';
  }

  bool take(std::string_view token) {
    peek();
    if (text.compare(at, token.size(), token) != 0) return false;
    at += token.size();
    return true;
  }

  void expect(std::string_view token, std::string_view after) {
    if (!take(token)) fail(at, 1, fmt::format("expected '{}' after {}", token, after), "");
  }

  TermPtr binary(int level) {
    if (level == kLevels) return prefix();
    TermPtr left = binary(level + 1);
    while (true) {
      peek();
      const auto found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                      [&](const Operator& o) { return take(o, level); });
      if (found == std::end(kOperators)) return left;
      TermPtr right = binary(level + 1);
      auto term = std::make_shared<Term>();
      term->kind = Term::Kind::Binary;
      term->binary = found->op;
      term->begin = left->begin;
      term->size = right->begin + right->size - left->begin;
      term->lhs = std::move(left);
      term->rhs = std::move(right);
      left = std::move(term);
    }
  }

  bool take(const Operator& o, int level) { return o.level == level && take(o.text); }

  TermPtr prefix() {
    const char c = peek();
    const std::size_t begin = at;
    if ((c == '!' && text.compare(at, 2, "!=") != 0) || c == '-') {
      ++at;
      auto term = std::make_shared<Term>();
      term->kind = Term::Kind::Unary;
      term->unary = c == '!' ? UnaryOp::Not : UnaryOp::Neg;
      term->lhs = prefix();
      term->begin = begin;
      term->size = at - begin;
      return term;
    }
    if (take("(")) {
      TermPtr inner = binary(0);
      expect(")", "the expression");
      return inner;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') return named();
    fail(at, 1, c == 0 ? "the expression ends too early" : "expected a number or a name",
         "as in: at(t1, L3) && t2.r == 0");
  }

  TermPtr number() {
    auto term = std::make_shared<Term>();
    term->begin = at;
    const char* first = text.data() + at;
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), term->value);
    if (error != std::errc{}) fail(at, 1, "this number is too large", "");
    term->size = static_cast<std::size_t>(end - first);
    at += term->size;
    return term;
  }

  std::string word() {
    peek();
    const std::size_t begin = at;
    while (at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_')) {
      ++at;
    }
    if (at == begin) fail(at, 1, "expected a name", "");
    return text.substr(begin, at - begin);
  }

  // "worker[2]" or "a[3]": the brackets belong to the name.
  std::string wholeName() {
    std::string name = word();
    if (peek() != '[') return name;
    const std::size_t close = text.find(']', at);
    if (close == std::string::npos) fail(at, 1, "this bracket is never closed", "");
    name += text.substr(at, close + 1 - at);
    at = close + 1;
    return name;
  }

  unsigned threadNamed(const std::string& name, std::size_t begin) const {
    const auto& threads = m.program().threads;
    for (unsigned t = 0; t < threads.size(); ++t) {
      if (threads[t].name == name) return t;
    }
    std::string names;
    for (const Thread& t : threads) names += (names.empty() ? "" : ", ") + t.name;
    fail(begin, name.size(), fmt::format("there is no thread '{}'", name),
         fmt::format("threads are: {}", names));
  }

  TermPtr place(std::size_t begin) {
    auto term = std::make_shared<Term>();
    term->kind = Term::Kind::At;
    expect("(", "at");
    peek();
    const std::size_t threadAt = at;
    term->thread = threadNamed(wholeName(), threadAt);
    expect(",", "the thread");
    peek();
    const std::size_t labelAt = at;
    const std::string label = word();
    const Code& code = m.program().codeOf(ThreadId{term->thread});
    const auto found = std::find_if(code.labels.begin(), code.labels.end(),
                                    [&](const Label& l) { return l.name == label; });
    if (found != code.labels.end()) {
      term->index = found->pc;
    } else if (label == "end") {
      term->end = true;
    } else {
      std::string names = "end";
      for (const Label& l : code.labels) names += ", " + l.name;
      fail(labelAt, label.size(), fmt::format("the thread has no label '{}'", label),
           fmt::format("places of this thread are: {}", names));
    }
    expect(")", "the label");
    term->begin = begin;
    term->size = at - begin;
    return term;
  }

  TermPtr named() {
    const std::size_t begin = at;
    const std::string name = wholeName();
    if (name == "at" && peek() == '(') return place(begin);
    auto term = std::make_shared<Term>();
    term->begin = begin;
    if (take(".")) {
      term->kind = Term::Kind::Register;
      term->thread = threadNamed(name, begin);
      const std::size_t registerAt = at;
      const std::string reg = word();
      const Code& code = m.program().codeOf(ThreadId{term->thread});
      const auto found = std::find_if(code.registers.begin(), code.registers.end(),
                                      [&](const Register& r) { return r.name == reg; });
      if (found == code.registers.end()) {
        fail(registerAt, reg.size(), fmt::format("thread {} has no register '{}'", name, reg), "");
      }
      term->index = static_cast<std::uint32_t>(found - code.registers.begin());
      term->size = at - begin;
      return term;
    }
    term->kind = Term::Kind::Cell;
    term->size = name.size();
    for (std::uint32_t c = 0; c < m.cellCount(); ++c) {
      if (m.program().cellName(CellId{c}) != name) continue;
      term->index = c;
      return term;
    }
    fail(begin, name.size(), fmt::format("there is no shared location '{}'", name),
         "a register is named with its thread, as in t1.r");
  }

  const Machine& m;
  const std::string& text;
  std::size_t at = 0;
};

// Values while a test runs: one thread's state, or one cell's value.
struct Values {
  const Machine* machine = nullptr;
  const LocalState* local = nullptr;
  std::int64_t cell = 0;
  bool wrong = false;  // a division by zero: the test does not hold
};

std::int64_t eval(const Term& term, Values& values) {
  switch (term.kind) {
    case Term::Kind::Number:
      return term.value;
    case Term::Kind::Register:
      return values.local->registers[term.index];
    case Term::Kind::Cell:
      return values.cell;
    case Term::Kind::At:
      if (term.end) return stopped(*values.machine, term.thread, *values.local) ? 1 : 0;
      return values.local->fault == Fault::None && values.local->pc == term.index ? 1 : 0;
    case Term::Kind::Unary:
      return applyUnary(term.unary, eval(*term.lhs, values));
    case Term::Kind::Binary:
      break;
  }
  const std::int64_t left = eval(*term.lhs, values);
  const std::int64_t right = eval(*term.rhs, values);
  return applyBinary(term.binary, left, right, values.wrong);
}

// Whom a term speaks of: threads from 0 on, cells after them.
void subjectsOf(const Term& term, unsigned threads, std::vector<std::uint32_t>& out) {
  if (term.kind == Term::Kind::Register || term.kind == Term::Kind::At) out.push_back(term.thread);
  if (term.kind == Term::Kind::Cell) out.push_back(threads + term.index);
  if (term.lhs) subjectsOf(*term.lhs, threads, out);
  if (term.rhs) subjectsOf(*term.rhs, threads, out);
}

struct Test {
  TermPtr term;
  bool holds = true;  // false: shall not hold
};
using Product = std::vector<Test>;

class Normaliser {
 public:
  explicit Normaliser(unsigned threads) : threads(threads) {}

  std::vector<Product> run(const TermPtr& term, bool holds) {
    std::vector<std::uint32_t> who;
    subjectsOf(*term, threads, who);
    std::sort(who.begin(), who.end());
    who.erase(std::unique(who.begin(), who.end()), who.end());
    if (who.size() <= 1) return {{{term, holds}}};
    if (term->kind == Term::Kind::Unary && term->unary == UnaryOp::Not) {
      return run(term->lhs, !holds);
    }
    const bool logical = term->kind == Term::Kind::Binary &&
                         (term->binary == BinaryOp::And || term->binary == BinaryOp::Or);
    if (!logical) {
      throw Wrong{term->begin, term->size, "this compares more than one thread or location",
                  "compare each with a number, and join the parts with && and ||"};
    }
    std::vector<Product> left = run(term->lhs, holds);
    const std::vector<Product> right = run(term->rhs, holds);
    if ((term->binary == BinaryOp::Or) == holds) {
      left.insert(left.end(), right.begin(), right.end());
      return left;
    }
    std::vector<Product> out;
    for (const Product& a : left) {
      for (const Product& b : right) {
        out.push_back(a);
        out.back().insert(out.back().end(), b.begin(), b.end());
      }
    }
    if (out.size() > kMostWays) {
      throw Wrong{term->begin, term->size, "this expression has too many cases", ""};
    }
    return out;
  }

 private:
  unsigned threads;
};

bool holdsFor(const std::vector<Test>& tests, Values values) {
  return std::all_of(tests.begin(), tests.end(), [&](const Test& test) {
    const bool truth = eval(*test.term, values) != 0;
    return !values.wrong && truth == test.holds;
  });
}

Target targetOf(const Machine& machine, const Product& product) {
  const unsigned threads = machine.threadCount();
  Target out;
  out.threads.resize(threads);
  for (std::uint32_t who = 0; who < threads + machine.cellCount(); ++who) {
    std::vector<Test> tests;
    for (const Test& test : product) {
      std::vector<std::uint32_t> subjects;
      subjectsOf(*test.term, threads, subjects);
      // A test of nobody, a number, is made of the first thread.
      if ((subjects.empty() ? 0 : subjects[0]) == who) tests.push_back(test);
    }
    if (tests.empty()) continue;
    if (who < threads) {
      out.threads[who] = [&machine, tests](const LocalState& s) {
        return holdsFor(tests, {&machine, &s, 0, false});
      };
    } else {
      out.cells.emplace_back(who - threads, [tests](std::int64_t value) {
        return holdsFor(tests, {nullptr, nullptr, value, false});
      });
    }
  }
  return out;
}

}  // namespace

ParsedReach parseReach(const Machine& machine, const std::string& text) {
  ParsedReach out;
  try {
    const TermPtr term = Parser(machine, text).run();
    Reach reach{text, {}};
    for (const Product& product : Normaliser(machine.threadCount()).run(term, true)) {
      reach.ways.push_back(targetOf(machine, product));
    }
    out.reach = std::move(reach);
  } catch (const Wrong& wrong) {
    Diagnostic d;
    d.span.line = d.span.endLine = 1;
    d.span.column = static_cast<std::uint32_t>(wrong.at + 1);
    d.span.endColumn = static_cast<std::uint32_t>(wrong.at + 1 + wrong.size);
    d.message = wrong.message;
    d.help = wrong.help;
    out.diagnostics.push_back(std::move(d));
  }
  return out;
}

}  // namespace robur
