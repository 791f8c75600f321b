#include "verify/reach.h"

#include <algorithm>

#include "verify/reach_syntax.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostWays = 256;

// What a test is evaluated on: the state of one thread or the value of one cell.
struct Values {
  const Machine* machine = nullptr;
  const LocalState* local = nullptr;
  std::int64_t cell = 0;
  bool wrong = false;  // division by zero: the test fails
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

// The threads and cells that a term mentions: threads from 0 on, cells after them.
void subjectsOf(const Term& term, unsigned threads, std::vector<std::uint32_t>& out) {
  if (term.kind == Term::Kind::Register || term.kind == Term::Kind::At) out.push_back(term.thread);
  if (term.kind == Term::Kind::Cell) out.push_back(threads + term.index);
  if (term.lhs) subjectsOf(*term.lhs, threads, out);
  if (term.rhs) subjectsOf(*term.rhs, threads, out);
}

struct Test {
  TermPtr term;
  bool holds = true;  // false: the term must not hold
};
using Product = std::vector<Test>;

class Normaliser {
 public:
  explicit Normaliser(unsigned threads) : threads(threads) {}

  std::vector<Product> run(const TermPtr& term, bool holds) {
    std::vector<std::uint32_t> subject;
    subjectsOf(*term, threads, subject);
    std::sort(subject.begin(), subject.end());
    subject.erase(std::unique(subject.begin(), subject.end()), subject.end());
    if (subject.size() <= 1) return {{{term, holds}}};
    if (term->kind == Term::Kind::Unary && term->unary == UnaryOp::Not) {
      return run(term->lhs, !holds);
    }
    const bool logical = term->kind == Term::Kind::Binary &&
                         (term->binary == BinaryOp::And || term->binary == BinaryOp::Or);
    if (!logical) {
      throw ReachError{
          term->begin, term->size, "this comparison mentions more than one thread or location",
          "compare each of them with a number, and combine the comparisons with && and ||"};
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
      throw ReachError{term->begin, term->size, "this expression has too many cases", ""};
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
  for (std::uint32_t subject = 0; subject < threads + machine.cellCount(); ++subject) {
    std::vector<Test> tests;
    for (const Test& test : product) {
      std::vector<std::uint32_t> subjects;
      subjectsOf(*test.term, threads, subjects);
      // A test that mentions no thread is assigned to the first one.
      if ((subjects.empty() ? 0 : subjects[0]) == subject) tests.push_back(test);
    }
    if (tests.empty()) continue;
    if (subject < threads) {
      out.threads[subject] = [&machine, tests](const LocalState& s) {
        return holdsFor(tests, {&machine, &s, 0, false});
      };
    } else {
      out.cells.emplace_back(subject - threads, [tests](std::int64_t value) {
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
    const TermPtr term = parseTerm(machine, text);
    Reach reach{text, {}};
    for (const Product& product : Normaliser(machine.threadCount()).run(term, true)) {
      reach.disjuncts.push_back(targetOf(machine, product));
    }
    out.reach = std::move(reach);
  } catch (const ReachError& wrong) {
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

}  // namespace robur::verify
