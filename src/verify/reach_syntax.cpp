#include "verify/reach_syntax.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace robur::verify {

namespace {

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
constexpr int kMostNested = 200;
constexpr std::size_t kMostTerms = 4000;

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
    throw ReachError{where, std::max<std::size_t>(size, 1), std::move(message), std::move(help)};
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
    if (++terms > kMostTerms) fail(at, 1, "this expression is too long", "");
    if (nested == kMostNested) fail(at, 1, "this expression is nested too deeply", "");
    ++nested;
    TermPtr term = operand(c, begin);
    --nested;
    return term;
  }

  TermPtr operand(char c, std::size_t begin) {
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

  // "worker[2]" or "a[3]": the brackets are part of the name.
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

  TermPtr location(std::size_t begin) {
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
           fmt::format("labels of this thread are: {}", names));
    }
    expect(")", "the label");
    term->begin = begin;
    term->size = at - begin;
    return term;
  }

  TermPtr named() {
    const std::size_t begin = at;
    const std::string name = wholeName();
    if (name == "at" && peek() == '(') return location(begin);
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
  std::size_t terms = 0;
  int nested = 0;
};

}  // namespace

TermPtr parseTerm(const Machine& machine, const std::string& text) {
  return Parser(machine, text).run();
}

}  // namespace robur::verify
