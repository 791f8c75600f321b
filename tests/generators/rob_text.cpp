#include "generators/rob_text.h"

#include <fmt/format.h>

#include "generators/rng.h"

namespace robur::testing {

namespace {

// Writes tokens and, between them, whatever a layout may contain.
class TokenWriter {
 public:
  TokenWriter(Rng& rng, const TextOptions& options) : rng_(rng), options_(options) {}

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
    for (std::size_t n = rng_.below(4); n > 0; --n) {
      if (text_.ends_with('/') && !text_.ends_with("*/")) text_ += ' ';
      switch (rng_.below(options_.comments ? 12 : 6)) {
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
          text_ += fmt::format("// note {}\n", rng_.below(1000));
          break;
        case 7:
          text_ += " /* inner */ ";
          break;
        case 8:
          text_ += "/* two \n    lines */";
          break;
        case 9:
          text_ += fmt::format("{}// over{}\n", std::string(rng_.below(30), ' '),
                               std::string(rng_.below(3), ' '));
          break;
        default:
          text_.append(rng_.below(6), ' ');
      }
    }
  }

  Rng& rng_;
  const TextOptions& options_;
  std::string text_;
};

class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t seed, const TextOptions& options) : rng_(seed), out_(rng_, options) {}

  std::string run() {
    if (rng_.oneIn(2))
      out_.add("const N = 2 ;");
    else
      out_.add("const N = 1 + 1 , M = N * 2 ;");
    out_.add("atomic");
    type();
    out_.add("x , y = 1 ;");
    out_.add(rng_.pick(
        {"plain 0 .. 9 d , e = 3 ;", "plain d , e ;", "plain u8 d = 0x7 ; plain i16 e ;"}));
    out_.add("atomic 0 .. 7 a [ N + 1 ]");
    if (rng_.oneIn(2)) out_.add(rng_.pick({"= { 1 , 2 }", "= { }", "= { 1 , N , 3 , }"}));
    out_.add(";");
    const std::size_t threads = 1 + rng_.below(3);
    for (std::size_t t = 0; t < threads; ++t) thread(t);
    return out_.take();
  }

 private:
  void type() {
    out_.add(rng_.pick(
        {"", "bool", "0 .. 3", "wrap 0 .. N", "u4", "i33", "- 1 .. 1", "( 0 ) .. N + 3"}));
  }

  void thread(std::size_t number) {
    out_.add(fmt::format("thread t{}", number));
    if (rng_.oneIn(3)) out_.add(rng_.pick({"[ N ]", "[ 3 ]", "[ N - 1 ]"}));
    out_.add("{");
    locals_ = 0;
    labels_ = 0;
    out_.add("local r , s = 1 ;");
    if (rng_.oneIn(2))
      out_.add("local 0 .. 3 q = 2 ; local bool b ;");
    else
      out_.add("local q , b ;");
    const std::size_t count = rng_.below(6);
    for (std::size_t i = 0; i < count; ++i) statement(3);
    if (labels_ > 0 && rng_.oneIn(2)) out_.add(fmt::format("goto l{} ;", rng_.below(labels_)));
    if (rng_.oneIn(4)) out_.add("done :");
    out_.add("}");
  }

  void expression(std::size_t depth) {
    if (depth == 0 || rng_.oneIn(3)) {
      out_.add(rng_.pick({"r",
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
    switch (rng_.below(4)) {
      case 0:
        out_.add(rng_.pick({"- (", "! (", "~ (", "! - (", "- - (", "("}));
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
        out_.add(rng_.pick({"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<",
                            "<=", ">", ">=", "&&", "||"}));
        expression(depth - 1);
    }
  }

  void simple() {
    switch (rng_.below(9)) {
      case 0:
        out_.add(rng_.pick({"x", "y", "a [ tid ]", "( * r )", "( * ( & x + 1 ) )"}));
        out_.add(". store (");
        expression(2);
        out_.add(rng_.pick({")", ", rel )", ", sc )", ", rlx )"}));
        return;
      case 1:
        out_.add(rng_.pick({"fence ( sc )", "fence ( acq )", "lock ( x )", "unlock ( a [ 0 ] )",
                            "wait ( x == 1 )", "wait ( x == r || x != - 1 , acq )",
                            "r = wait ( a [ tid ] > N , sc )", "r = nondet ( - 1 , N )",
                            "x . bcas ( 0 , 1 )", "x . load ( )"}));
        return;
      case 2:
        out_.add(rng_.pick({"assert (", "assume ("}));
        expression(2);
        out_.add(")");
        return;
      default:
        out_.add(rng_.pick({"r", "s", "q", "b", "d", "e"}));
        out_.add(rng_.pick({"=", "=", "=", "+=", "-=", "*=", "|=", "&=", "^="}));
        expression(3);
    }
  }

  void block(std::size_t depth) {
    out_.add("{");
    for (std::size_t n = rng_.below(3); n > 0; --n) statement(depth);
    out_.add("}");
  }

  // Without braces, so that only a statement that cannot take an else is left open.
  void body(std::size_t depth) {
    if (rng_.oneIn(3)) {
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
    if (depth == 0 || rng_.oneIn(2)) {
      if (rng_.oneIn(8)) out_.add(fmt::format("l{} :", labels_++));
      if (rng_.oneIn(8)) return out_.add(rng_.pick({"skip ;", "return ;", "{ }"}));
      if (rng_.oneIn(8))
        return out_.add(fmt::format("local 0 .. 3 n{} = {} ;", locals_++, rng_.below(4)));
      simple();
      return out_.add(";");
    }
    switch (rng_.below(7)) {
      case 0:
      case 1:
        out_.add("if");
        condition();
        body(depth - 1);
        if (rng_.oneIn(2)) {
          out_.add("else");
          body(depth - 1);
        }
        return;
      case 2:
        out_.add("while");
        condition();
        out_.add(rng_.pick({"{ if ( r ) break ; }", "{ continue ; }", "skip ;", "{ }"}));
        return;
      case 3:
        out_.add("do");
        body(depth - 1);
        out_.add("while");
        condition();
        return out_.add(";");
      case 4:
        out_.add("for (");
        if (rng_.oneIn(2)) simple();
        out_.add(";");
        if (rng_.oneIn(2)) expression(1);
        out_.add(";");
        if (rng_.oneIn(2)) simple();
        out_.add(")");
        return body(depth - 1);
      case 5:
        out_.add("choose");
        block(depth - 1);
        for (std::size_t n = 1 + rng_.below(2); n > 0; --n) {
          out_.add("or");
          block(depth - 1);
        }
        return;
      default:
        out_.add("loop");
        return body(depth - 1);
    }
  }

  Rng rng_;
  TokenWriter out_;
  std::size_t locals_ = 0;
  std::size_t labels_ = 0;
};

}  // namespace

std::string randomRobText(std::uint64_t seed, const TextOptions& options) {
  return ProgramWriter(seed, options).run();
}

}  // namespace robur::testing
