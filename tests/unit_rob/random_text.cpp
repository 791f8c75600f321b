#include "unit_rob/random_text.h"

#include <vector>

#include <fmt/format.h>

namespace robur::testing {

namespace {

// splitmix64: small, and the same everywhere, unlike the distributions of <random>.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t n) {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return static_cast<std::size_t>((z ^ (z >> 31)) % n);
  }
  bool oneIn(std::size_t n) { return below(n) == 0; }
  const char* pick(const std::vector<const char*>& items) { return items[below(items.size())]; }

 private:
  std::uint64_t state_;
};

// Writes tokens and, between them, whatever a layout may contain.
class TokenWriter {
 public:
  TokenWriter(Dice& dice, const TextOptions& options) : dice_(dice), options_(options) {}

  // Several tokens at once, separated by single blanks.
  void add(std::string_view tokens) {
    while (!tokens.empty()) {
      const std::size_t blank = tokens.find(' ');
      token(tokens.substr(0, blank));
      if (blank == std::string_view::npos) return;
      tokens.remove_prefix(blank + 1);
    }
  }

  std::string take() {
    gap();
    return std::move(text_);
  }

 private:
  static bool wordy(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  void token(std::string_view t) {
    gap();
    // Without a blank, two words become one and "- -" becomes another operator; symbols
    // are kept apart altogether, as only some pairs would stay two.
    const bool touching = !text_.empty() && text_.back() != ' ' && text_.back() != '\n' &&
                          text_.back() != '\t' && text_.back() != '/';
    const bool harmless =
        touching && (wordy(text_.back()) != wordy(t[0]) ||
                     std::string_view("();{},[]").find(t[0]) != std::string_view::npos);
    if (touching && !(harmless && !(wordy(text_.back()) && t[0] == '.'))) text_ += ' ';
    if (!text_.empty() && text_.back() == '/' && (t[0] == '/' || t[0] == '*')) text_ += ' ';
    text_ += t;
  }

  void gap() {
    if (!options_.wildLayout) {
      text_ += ' ';
      return;
    }
    for (std::size_t n = dice_.below(4); n > 0; --n) {
      if (text_.ends_with('/') && !text_.ends_with("*/")) text_ += ' ';
      switch (dice_.below(options_.comments ? 12 : 6)) {
        case 0:
          text_ += '\n';
          break;
        case 1:
          text_ += "\n\n\n";
          break;
        case 2:
          text_ += "\t";
          break;
        case 3:
          text_ += "\r\n   ";
          break;
        case 6:
          text_ += fmt::format("// note {}\n", dice_.below(1000));
          break;
        case 7:
          text_ += " /* inner */ ";
          break;
        case 8:
          text_ += "/* two \n    lines */";
          break;
        case 9:
          text_ += fmt::format("{}// over{}\n", std::string(dice_.below(30), ' '),
                               std::string(dice_.below(3), ' '));
          break;
        default:
          text_.append(dice_.below(6), ' ');
      }
    }
  }

  Dice& dice_;
  const TextOptions& options_;
  std::string text_;
};

class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t seed, const TextOptions& options)
      : dice_(seed), out_(dice_, options) {}

  std::string run() {
    if (dice_.oneIn(2))
      out_.add("const N = 2 ;");
    else
      out_.add("const N = 1 + 1 , M = N * 2 ;");
    out_.add("atomic");
    type();
    out_.add("x , y = 1 ;");
    out_.add(dice_.pick(
        {"plain 0 .. 9 d , e = 3 ;", "plain d , e ;", "plain u8 d = 0x7 ; plain i16 e ;"}));
    out_.add("atomic 0 .. 7 a [ N + 1 ]");
    if (dice_.oneIn(2)) out_.add(dice_.pick({"= { 1 , 2 }", "= { }", "= { 1 , N , 3 , }"}));
    out_.add(";");
    const std::size_t threads = 1 + dice_.below(3);
    for (std::size_t t = 0; t < threads; ++t) thread(t);
    return out_.take();
  }

 private:
  void type() {
    out_.add(dice_.pick(
        {"", "bool", "0 .. 3", "wrap 0 .. N", "u4", "i33", "- 1 .. 1", "( 0 ) .. N + 3"}));
  }

  void thread(std::size_t number) {
    out_.add(fmt::format("thread t{}", number));
    if (dice_.oneIn(3)) out_.add(dice_.pick({"[ N ]", "[ 3 ]", "[ N - 1 ]"}));
    out_.add("{");
    locals_ = 0;
    labels_ = 0;
    out_.add("local r , s = 1 ;");
    if (dice_.oneIn(2))
      out_.add("local 0 .. 3 q = 2 ; local bool b ;");
    else
      out_.add("local q , b ;");
    const std::size_t count = dice_.below(6);
    for (std::size_t i = 0; i < count; ++i) statement(3);
    if (labels_ > 0 && dice_.oneIn(2)) out_.add(fmt::format("goto l{} ;", dice_.below(labels_)));
    if (dice_.oneIn(4)) out_.add("done :");
    out_.add("}");
  }

  void expression(std::size_t depth) {
    if (depth == 0 || dice_.oneIn(3)) {
      out_.add(dice_.pick({"r",
                           "s",
                           "q",
                           "b",
                           "tid",
                           "0",
                           "1",
                           "0x1F",
                           "- 1",
                           "true",
                           "N",
                           "d",
                           "e",
                           "x . load ( acq )",
                           "y . load ( )",
                           "a [ r ] . load ( sc )",
                           "& x",
                           "& a [ 1 ]",
                           "( * r ) . load ( rlx )",
                           "( * s ) . load ( na )",
                           "x . fetch_add ( 1 , acq_rel )",
                           "x . cas ( 0 , 1 , acq_rel , acq )"}));
      return;
    }
    switch (dice_.below(4)) {
      case 0:
        out_.add(dice_.pick({"- (", "! (", "~ (", "! - (", "- - (", "("}));
        expression(depth - 1);
        out_.add(")");
        return;
      case 1:
        out_.add("a [ r ^ (");  // no constant, which might be known to lie outside
        expression(depth - 1);
        out_.add(") ] . exchange (");
        expression(depth - 1);
        out_.add(", rel )");
        return;
      default:
        expression(depth - 1);
        out_.add(dice_.pick({"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<",
                             "<=", ">", ">=", "&&", "||"}));
        expression(depth - 1);
    }
  }

  void simple() {
    switch (dice_.below(9)) {
      case 0:
        out_.add(dice_.pick({"x", "y", "a [ tid ]", "( * r )", "( * ( & x + 1 ) )"}));
        out_.add(". store (");
        expression(2);
        out_.add(dice_.pick({")", ", rel )", ", sc )", ", rlx )"}));
        return;
      case 1:
        out_.add(dice_.pick({"fence ( sc )", "fence ( acq )", "lock ( x )", "unlock ( a [ 0 ] )",
                             "wait ( x == 1 )", "wait ( x == r || x != - 1 , acq )",
                             "r = wait ( a [ tid ] > N , sc )", "r = nondet ( - 1 , N )",
                             "x . bcas ( 0 , 1 )", "x . load ( )"}));
        return;
      case 2:
        out_.add(dice_.pick({"assert (", "assume ("}));
        expression(2);
        out_.add(")");
        return;
      default:
        out_.add(dice_.pick({"r", "s", "q", "b", "d", "e"}));
        out_.add(dice_.pick({"=", "=", "=", "+=", "-=", "*=", "|=", "&=", "^="}));
        expression(3);
    }
  }

  void block(std::size_t depth) {
    out_.add("{");
    for (std::size_t n = dice_.below(3); n > 0; --n) statement(depth);
    out_.add("}");
  }

  // Without braces, so that only a statement that cannot take an else is left open.
  void body(std::size_t depth) {
    if (dice_.oneIn(3)) {
      simple();
      out_.add(";");
    } else {
      block(depth);
    }
  }

  void condition() {
    out_.add("(");
    expression(2);
    out_.add(")");
  }

  void statement(std::size_t depth) {
    if (depth == 0 || dice_.oneIn(2)) {
      if (dice_.oneIn(8)) out_.add(fmt::format("l{} :", labels_++));
      if (dice_.oneIn(8)) return out_.add(dice_.pick({"skip ;", "return ;", "{ }"}));
      if (dice_.oneIn(8))
        return out_.add(fmt::format("local 0 .. 3 n{} = {} ;", locals_++, dice_.below(4)));
      simple();
      return out_.add(";");
    }
    switch (dice_.below(7)) {
      case 0:
      case 1:
        out_.add("if");
        condition();
        body(depth - 1);
        if (dice_.oneIn(2)) {
          out_.add("else");
          body(depth - 1);
        }
        return;
      case 2:
        out_.add("while");
        condition();
        out_.add(dice_.pick({"{ if ( r ) break ; }", "{ continue ; }", "skip ;", "{ }"}));
        return;
      case 3:
        out_.add("do");
        body(depth - 1);
        out_.add("while");
        condition();
        return out_.add(";");
      case 4:
        out_.add("for (");
        if (dice_.oneIn(2)) simple();
        out_.add(";");
        if (dice_.oneIn(2)) expression(1);
        out_.add(";");
        if (dice_.oneIn(2)) simple();
        out_.add(")");
        return body(depth - 1);
      case 5:
        out_.add("choose");
        block(depth - 1);
        for (std::size_t n = 1 + dice_.below(2); n > 0; --n) {
          out_.add("or");
          block(depth - 1);
        }
        return;
      default:
        out_.add("loop");
        return body(depth - 1);
    }
  }

  Dice dice_;
  TokenWriter out_;
  std::size_t locals_ = 0;
  std::size_t labels_ = 0;
};

}  // namespace

std::string randomProgram(std::uint64_t seed, const TextOptions& options) {
  return ProgramWriter(seed, options).run();
}

}  // namespace robur::testing
