// Trencher itself accepts any word anywhere and stops at the first error. Here an error ends the
// transition that contains it, and reading resumes at the next word that can begin one.
#include "frontend/trencher/reader.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "frontend/trencher/vocabulary.h"
#include "frontend/trencher/words.h"
#include "program/validate.h"

namespace robur::frontend_trencher {

namespace {

constexpr int kMaxNesting = 200;
constexpr int kMaxTerms = 10000;  // in one instruction

class Reader {
 public:
  Reader(std::string_view text, Errors& errors) : words_(text), errors_(errors) {
    word_ = words_.next();
  }

  std::vector<Automaton> run() {
    while (!word_.atEnd() && !stopped_) {
      if (accept("thread")) {
        thread();
      } else {
        fail(fmt::format("expected 'thread', found {}", found()),
             "a program is a list of threads: thread name, initial state, transitions, end");
        while (!word_.atEnd() && word_.text != "thread") advance();
      }
      failed_ = false;
    }
    if (threads_.empty() && !errors_.any()) {
      errors_.add(word_.span, "the program has no threads", "a thread begins with 'thread name'");
    }
    return std::move(threads_);
  }

 private:
  void advance() {
    previous_ = word_.span;
    word_ = words_.next();
    if (errors_.full()) stopped_ = true;
    if (stopped_) word_.text = {};
  }

  bool accept(std::string_view text) {
    if (word_.text != text || word_.atEnd()) return false;
    advance();
    return true;
  }

  std::string found() const { return word_.atEnd() ? "the end of the file" : quoted(word_.text); }

  // Reports one error per clause: the text after an error is ignored.
  void fail(std::string message, std::string help = {}) {
    if (!failed_ && !stopped_) errors_.add(word_.span, std::move(message), std::move(help));
    failed_ = true;
  }

  void stop(std::string message) {
    fail(std::move(message), "nothing is read from here on");
    stopped_ = true;
  }

  // Reads a name of any kind; a word that begins a clause means that the name is missing.
  std::optional<Word> name(std::string_view what) {
    const bool control = std::ranges::any_of(word_.text, isControl);
    if (failed_ || word_.atEnd() || beginsClause(word_.text) || control) {
      fail(control ? fmt::format("{} contains control characters", found())
                   : fmt::format("expected {}, found {}", what, found()));
      return std::nullopt;
    }
    const Word result = word_;
    advance();
    return result;
  }

  void thread() {
    Automaton automaton;
    const Span start = previous_;
    const std::optional<Word> title = name("the name of a thread");
    if (threads_.size() >= kMaxThreads) {
      return stop(fmt::format("the program has more than {} threads", kMaxThreads));
    }
    if (title && !names_.insert(title->text).second) {
      errors_.add(title->span,
                  fmt::format("there is already a thread called {}", quoted(title->text)));
    }
    automaton_ = &automaton;
    states_.clear();
    registers_.clear();
    std::optional<StateId> initial;
    while (!word_.atEnd() && word_.text != "end" && word_.text != "thread") {
      failed_ = false;
      clause(initial);
      while (failed_ && !word_.atEnd() && !beginsClause(word_.text)) advance();
    }
    failed_ = false;
    if (!initial) {
      fail(title ? fmt::format("thread {} has no initial state", quoted(title->text))
                 : "the thread has no initial state",
           "say where it begins: initial state");
    }
    failed_ = false;
    if (!accept("end"))
      fail(fmt::format("expected 'end' after the transitions, found {}", found()));
    automaton.name = title ? title->text : "";
    automaton.span = spanning(start, previous_);
    automaton.initial = initial.value_or(StateId{});
    threads_.push_back(std::move(automaton));
  }

  void clause(std::optional<StateId>& initial) {
    if (accept("initial")) {
      const Span at = word_.span;
      const std::optional<Word> word = name("the initial state");
      if (word && initial) errors_.add(at, "the thread has two initial states");
      initial = word ? state(word->text) : StateId{};
    } else if (accept("transition")) {
      transition();
    } else {
      fail(fmt::format("expected 'initial', 'transition' or 'end', found {}", found()));
    }
  }

  StateId state(std::string_view text) {
    const auto [it, isNew] =
        states_.emplace(text, StateId{static_cast<std::uint32_t>(states_.size())});
    if (isNew) automaton_->states.push_back({std::string(text), {}});
    return it->second;
  }

  void transition() {
    const std::optional<Word> from = name("the state a transition comes from");
    const std::optional<Word> to = name("the state a transition goes to");
    if (failed_) return;
    Transition t;
    const Span start = word_.span;
    const auto* mnemonic = std::ranges::find(kMnemonics, word_.text, &Mnemonic::text);
    if (mnemonic == kMnemonics.end()) {
      return fail(fmt::format("expected an instruction, found {}", found()),
                  "instructions are read, write, local, check, noop, mfence, lock and unlock");
    }
    advance();
    t.kind = mnemonic->kind;
    terms_ = 0;
    operands(t);
    if (failed_) return;
    t.span = spanning(start, previous_);
    t.from = state(from->text);
    t.to = state(to->text);
    auto& transitions = automaton_->transitions;
    automaton_->states[static_cast<std::size_t>(t.from)].out.push_back(
        static_cast<std::uint32_t>(transitions.size()));
    transitions.push_back(std::move(t));
    if (transitions.size() > kMaxInstrs) {
      stop(fmt::format("this thread has more than {} transitions", kMaxInstrs));
    }
  }

  void operands(Transition& t) {
    switch (t.kind) {
      case Transition::Kind::Read:
        t.reg = target();
        t.address = expression(0);
        break;
      case Transition::Kind::Write:
        t.value = expression(0);
        t.address = expression(0);
        break;
      case Transition::Kind::Local:
        t.reg = target();
        t.value = expression(0);
        break;
      case Transition::Kind::Check:
        t.value = expression(0);
        break;
      default:
        break;
    }
  }

  RegId target() {
    if (!word_.atEnd() && looksLikeNumber(word_.text)) {
      fail(fmt::format("expected the name of a register, found the number {}", found()));
    }
    const std::optional<Word> word = name("the name of a register");
    if (!word) return kNoReg;
    const RegId r = registerNamed(*word);
    automaton_->registers[raw(r)].assigned = true;
    return r;
  }

  RegId registerNamed(const Word& word) {
    const auto [it, isNew] =
        registers_.emplace(word.text, RegId{static_cast<std::uint32_t>(registers_.size())});
    if (isNew) automaton_->registers.push_back({std::string(word.text), word.span, false});
    if (registers_.size() > kMaxRegisters) {
      stop(fmt::format("this thread has more than {} registers", kMaxRegisters));
    }
    return it->second;
  }

  ExprPtr expression(int depth) {
    if (depth > kMaxNesting) {
      fail(fmt::format("this is nested more than {} levels deep", kMaxNesting));
    }
    if (++terms_ > kMaxTerms) fail(fmt::format("this has more than {} terms", kMaxTerms));
    if (failed_) return constant(0);
    if (accept("!")) return unary(UnaryOp::Not, expression(depth + 1));
    const auto* op = std::ranges::find(kOperators, word_.text, &Operator::text);
    if (op != kOperators.end()) {
      advance();
      ExprPtr lhs = expression(depth + 1);
      ExprPtr rhs = expression(depth + 1);
      return binary(op->op, std::move(lhs), std::move(rhs));
    }
    if (!word_.atEnd() && looksLikeNumber(word_.text)) return number();
    const std::optional<Word> word = name("an expression");
    return word ? reg(registerNamed(*word)) : constant(0);
  }

  ExprPtr number() {
    std::string_view digits = word_.text;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::int32_t value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status == std::errc::result_out_of_range) {
      fail("this number does not fit 32 bits", "values are between -2147483648 and 2147483647");
    } else if (end != digits.data() + digits.size()) {
      fail(fmt::format("{} is not a number", found()), "a register does not begin with a digit");
    } else {
      advance();
    }
    return constant(value);
  }

  Words words_;
  Errors& errors_;
  Word word_;
  Span previous_;
  bool failed_ = false;
  bool stopped_ = false;
  int terms_ = 0;
  std::vector<Automaton> threads_;
  std::set<std::string_view> names_;
  Automaton* automaton_ = nullptr;
  std::map<std::string_view, StateId> states_;
  std::map<std::string_view, RegId> registers_;
};

}  // namespace

std::vector<Automaton> read(std::string_view text, Errors& errors) {
  return Reader(text, errors).run();
}

}  // namespace robur::frontend_trencher
