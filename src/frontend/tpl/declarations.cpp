// Declarations outside threads, and the beginning and end of a thread.
#include "frontend/tpl/parser.h"
#include "program/validate.h"

namespace robur::frontend_tpl {

namespace {

bool beginsDeclaration(const Token& token) {
  for (const char* word : {"max_value", "global", "na", "track", "fn"}) {
    if (token.is(word)) return true;
  }
  return false;
}

}  // namespace

void Parser::declaration() {
  if (accept("max_value")) {
    maxValue();
  } else if (accept("global")) {
    locations(true);
  } else if (accept("na")) {
    locations(false);
  } else if (accept("track")) {
    track();
  } else if (accept("fn")) {
    thread();
  } else {
    error(here(), fmt::format("expected a declaration or a thread, found {}", found()),
          "max_value, global, na and track declare, fn begins a thread");
    advance();
  }
  if (!panic_) return;
  while (token_.kind != Token::Kind::End && !beginsDeclaration(token_)) advance();
  panic_ = false;
}

void Parser::maxValue() {
  const Span span = here();
  const std::optional<std::int64_t> value = expectNumber("the largest value");
  semicolonAfter("the largest value");
  if (!value) return;
  if (!program_.locations.empty() || !program_.threads.empty()) {
    complain(span, "max_value must come before every other declaration");
  } else if (*value < 1) {
    complain(span, "the largest value must be at least 1");
  } else {
    maxValue_ = *value;
  }
}

void Parser::locations(bool atomic) {
  do {
    location(atomic);
  } while (accept(","));
  semicolonAfter("the declaration");
}

void Parser::location(bool atomic) {
  const Token name = expectName("a name for a shared location");
  if (panic_) return;
  Location location;
  location.name = name.text;
  location.type = type();
  location.atomic = atomic;
  if (is("[")) {
    return error(here(), "this language has no arrays", "declare one location per element");
  }
  if (accept("=")) {
    const Span span = here();
    const std::optional<std::int64_t> value = expectNumber("an initial value");
    if (!value) return;
    if (*value > maxValue_) {
      complain(span,
               fmt::format("the initial value {} is above the largest value {}", *value, maxValue_),
               "raise max_value at the beginning of the file");
    } else {
      location.init = {*value};
    }
  }
  location.span = from(name.span);
  const LocationId id{static_cast<std::uint32_t>(program_.locations.size())};
  if (!locations_.emplace(name.text, id).second) {
    return complain(name.span, fmt::format("{} is declared twice", quoted(name.text)));
  }
  program_.locations.push_back(std::move(location));
  if (program_.locations.size() > kMaxCells) {
    stop(name.span, fmt::format("the program has more than {} shared locations", kMaxCells));
  }
}

// Rocker requires a declaration of the values that its monitor distinguishes. Robur computes them
// itself, so the hint is parsed and has no effect.
void Parser::track() {
  const Token name = expectName("the name of a shared location");
  if (!panic_) locationNamed(name, true);
  expect(":", "before the values to track");
  if (!accept("all")) {
    do {
      expectNumber("a value to track or 'all'");
    } while (accept(","));
  }
  semicolonAfter("the values to track");
}

void Parser::thread() {
  const Span start = previous_;
  const Token name = expectName("the name of a thread");
  for (const Thread& other : program_.threads) {
    if (!panic_ && other.name == name.text) {
      complain(name.span, fmt::format("there is already a thread called {}", quoted(name.text)));
    }
  }
  if (!panic_ && program_.threads.size() >= kMaxThreads) {
    return stop(name.span, fmt::format("the program has more than {} threads", kMaxThreads));
  }
  registers_.clear();
  labels_.clear();
  builder_ = CodeBuilder();
  if (!expect("{", "before the statements of a thread")) return;
  if (accept("local")) locals();
  if (panic_) recoverStatement();
  statementList();
  expect("}", "after the statements of a thread");
  endLabels();
  if (panic_ || errors_.any()) return;
  program_.codes.push_back(builder_.finish(std::string(name.text), from(start)));
  const CodeId code{static_cast<std::uint32_t>(program_.codes.size() - 1)};
  program_.threads.push_back({std::string(name.text), code, 0});
}

void Parser::locals() {
  do {
    const Token name = expectName("the name of a register");
    if (panic_) return;
    if (locations_.contains(name.text)) {
      complain(name.span, fmt::format("{} is a shared location already", quoted(name.text)),
               "give the register another name");
      continue;
    }
    if (registers_.contains(name.text)) {
      complain(name.span, fmt::format("{} is declared twice", quoted(name.text)));
      continue;
    }
    registers_.emplace(name.text,
                       builder_.addRegister({std::string(name.text), type(), 0, name.span}));
    if (registers_.size() > kMaxRegisters) {
      stop(name.span, fmt::format("this thread has more than {} registers", kMaxRegisters));
    }
  } while (accept(","));
  semicolonAfter("the registers");
}

void Parser::endLabels() {
  for (const auto& [name, info] : labels_) {
    if (info.defined) {
      builder_.label(std::string(name), info.mark);
    } else if (!stopped_) {
      errors_.add(info.firstUse, fmt::format("there is no label {} in this thread", quoted(name)),
                  fmt::format("put {}: before the statement to go to", name));
    }
  }
}

}  // namespace robur::frontend_tpl
