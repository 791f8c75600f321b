// Access to tokens, error reports, and the entry point from text to program.
#include "frontend/tpl/parser.h"

#include <algorithm>
#include <array>

#include "program/validate.h"

namespace robur::frontend_tpl {

bool isReserved(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"BCAS",  "CAS",  "FADD",   "assert", "assume", "else",  "exchange", "false",
       "fence", "fn",   "global", "goto",   "if",     "local", "lock",     "oneof",
       "skip",  "true", "unlock", "verify", "wait",   "while"});
  return std::ranges::find(kWords, word) != kWords.end();
}

Parser::Parser(Source source) : source_(std::move(source)), lexer_(source_.text, errors_) {
  token_ = lexer_.next();
  ahead_ = lexer_.next();
  previous_ = token_.span;
}

Parsed Parser::run() {
  while (token_.kind != Token::Kind::End) declaration();
  if (program_.threads.empty() && !errors_.any()) {
    errors_.add(here(), "the program has no threads", "a thread is written fn name { ... }");
  }
  Parsed parsed;
  if (!errors_.any()) {
    for (Diagnostic& d : validate(program_)) {
      errors_.add(d.span, std::move(d.message), std::move(d.help));
    }
  }
  if (!errors_.any()) {
    program_.sources.push_back(std::move(source_));
    parsed.program = std::move(program_);
    parsed.gaps = std::move(gaps_);
  }
  parsed.diagnostics = errors_.take();
  return parsed;
}

// Once parsing has stopped, the text appears to end here.
void Parser::advance() {
  previous_ = token_.span;
  if (builder_.size() > kMaxInstrs) {
    stop(token_.span, fmt::format("this thread has more than {} instructions", kMaxInstrs));
  }
  if (errors_.full()) stopped_ = true;
  if (stopped_) {
    token_.kind = Token::Kind::End;
    return;
  }
  token_ = ahead_;
  if (token_.kind != Token::Kind::End) ahead_ = lexer_.next();
}

bool Parser::accept(std::string_view text) {
  if (panic_ || !is(text)) return false;
  advance();
  return true;
}

bool Parser::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return true;
  error(here(), fmt::format("expected '{}' {}, found {}", text, where, found()));
  return false;
}

Token Parser::expectName(std::string_view what) {
  const Token name = token_;
  if (panic_ || name.kind != Token::Kind::Name || isReserved(name.text)) {
    const bool reserved = name.kind == Token::Kind::Name;
    error(here(), reserved ? fmt::format("{} is a reserved word and cannot be {}", found(), what)
                           : fmt::format("expected {}, found {}", what, found()));
    return {};
  }
  advance();
  return name;
}

std::optional<std::int64_t> Parser::expectNumber(std::string_view what) {
  const std::int64_t value = token_.value;
  if (panic_ || token_.kind != Token::Kind::Number) {
    error(here(), fmt::format("expected {}, found {}", what, found()));
    return std::nullopt;
  }
  advance();
  return value;
}

// A missing semicolon is the most frequent error, so it causes no panic: on a new line, parsing
// continues as if the semicolon were there.
void Parser::semicolonAfter(std::string_view what) {
  if (panic_ || accept(";")) return;
  const bool newLine = token_.span.line > previous_.endLine;
  if (newLine || is("}") || token_.kind == Token::Kind::End) {
    Span gap = previous_;
    gap.line = previous_.endLine;
    gap.column = previous_.endColumn;
    complain(gap, fmt::format("expected ';' after {}", what));
  } else {
    error(here(), fmt::format("expected ';' after {}, found {}", what, found()));
  }
}

std::string Parser::found() const {
  return token_.kind == Token::Kind::End ? "the end of the file" : quoted(token_.text);
}

Span Parser::here() const {
  return token_.span;
}

void Parser::error(Span span, std::string message, std::string help) {
  if (panic_) return;
  complain(span, std::move(message), std::move(help));
  panic_ = true;
}

// Reports an error without panic: the parser can continue from here.
void Parser::complain(Span span, std::string message, std::string help) {
  if (!stopped_ && !panic_) errors_.add(span, std::move(message), std::move(help));
}

void Parser::stop(Span span, std::string message, std::string help) {
  if (stopped_) return;
  errors_.add(span, std::move(message), std::move(help));
  stopped_ = true;
  panic_ = true;
}

bool Parser::enter() {
  if (++nesting_ <= kMaxNesting) return true;
  stop(here(), fmt::format("this is nested more than {} levels deep", kMaxNesting),
       "split the program up: nothing is read from here on");
  advance();
  return false;
}

}  // namespace robur::frontend_tpl

namespace robur {

Parsed parseTpl(Source source) {
  return frontend_tpl::Parser(std::move(source)).run();
}

}  // namespace robur
