// Access to tokens, error reports, and the parts of a file.
#include "frontend/litmus/parser.h"

#include "program/validate.h"

namespace robur::frontend_litmus {

Parser::Parser(Source source) : source_(std::move(source)), lexer_(source_.text, errors_) {}

Parsed Parser::run() {
  if (heading()) {
    initialState();
    if (machine_) machineThreads();
    while (!stopped_ && !machine_ && token_.kind == Token::Kind::Name &&
           token_.text.starts_with('P')) {
      thread();
    }
    if (!stopped_ && program_.threads.empty()) {
      error(fmt::format("expected a thread, found {}", found()),
            "a thread is written P0 (atomic_int* x) { ... }");
    }
    observedLocations();
    finalCondition();
    if (!stopped_ && token_.kind != Token::Kind::End) {
      error(fmt::format("expected the end of the test, found {}", found()));
    }
  }
  Parsed parsed;
  if (!errors_.any()) validateProgram();
  if (!errors_.any()) {
    sortObserved();
    program_.sources.push_back(std::move(source_));
    parsed.program = std::move(program_);
    parsed.condition = std::move(condition_);
    if (machine_) parsed.models = {ModelName::Tso};
  }
  parsed.diagnostics = errors_.take();
  return parsed;
}

// "C MP+rel+acq", texts in quotes, and lines such as "Orig=PodWW Rfe".
bool Parser::heading() {
  const Token architecture = lexer_.word();
  if (architecture.kind == Token::Kind::End) {
    errors_.add(architecture.span, "there is no litmus test here");
    return false;
  }
  machine_ = architecture.is("X86");
  if (!machine_ && !architecture.is("C")) {
    errors_.add(architecture.span,
                fmt::format("litmus tests for {} cannot be read: there is no model of this machine",
                            quoted(architecture.text)),
                "tests in C (C NAME) and for x86 (X86 NAME), which is TSO, can be read");
    return false;
  }
  const Token name = lexer_.restOfLine();
  if (name.kind == Token::Kind::End) {
    errors_.add(architecture.span, "the test has no name", "the first line is: C NAME");
    return false;
  }
  condition_.test = name.text;
  for (;;) {
    if (lexer_.information().kind != Token::Kind::End) continue;
    token_ = lexer_.next();
    previous_ = token_.span;
    if (token_.kind != Token::Kind::String) break;
  }
  ahead_ = token_.kind == Token::Kind::End ? token_ : lexer_.next();
  return true;
}

void Parser::validateProgram() {
  for (Diagnostic& d : validate(program_)) {
    errors_.add(d.span, std::move(d.message), std::move(d.help));
  }
}

// Once parsing has stopped, the text appears to end here.
void Parser::advance() {
  previous_ = token_.span;
  if (builder_.size() > kMaxInstrs) {
    error(fmt::format("this thread has more than {} instructions", kMaxInstrs));
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
  if (stopped_ || !is(text)) return false;
  advance();
  return true;
}

bool Parser::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return true;
  error(fmt::format("expected '{}' {}, found {}", text, where, found()));
  return false;
}

Token Parser::expectName(std::string_view what) {
  const Token name = token_;
  if (stopped_ || name.kind != Token::Kind::Name) {
    error(fmt::format("expected {}, found {}", what, found()));
    return {};
  }
  advance();
  return name;
}

std::optional<std::int64_t> Parser::expectInteger(std::string_view what) {
  const bool negative = accept("-");
  const std::int64_t value = token_.value;
  if (stopped_ || token_.kind != Token::Kind::Number) {
    error(fmt::format("expected {}, found {}", what, found()));
    return std::nullopt;
  }
  advance();
  return negative ? -value : value;
}

std::string Parser::found() const {
  return token_.kind == Token::Kind::End ? "the end of the file" : quoted(token_.text);
}

void Parser::error(std::string message, std::string help) {
  if (stopped_) return;
  errors_.add(token_.span, std::move(message), std::move(help));
  stopped_ = true;
  token_.kind = Token::Kind::End;
}

void Parser::refuse(Span span, std::string message, std::string help) {
  if (!stopped_) errors_.add(span, std::move(message), std::move(help));
}

bool Parser::enter() {
  if (++nesting_ <= kMaxNesting) return true;
  error(fmt::format("this is nested more than {} levels deep", kMaxNesting));
  return false;
}

}  // namespace robur::frontend_litmus

namespace robur {

Parsed parseLitmus(Source source) {
  return frontend_litmus::Parser(std::move(source)).run();
}

}  // namespace robur
