// The initial state and the heads of threads. A location exists once it is named; whether it is
// atomic is known from the type with which threads take it.
#include "frontend/litmus/parser.h"

namespace robur::frontend_litmus {

namespace {

constexpr std::string_view kTypes =
    "int is plain memory and atomic_int atomic memory; there are no other types";

}  // namespace

void Parser::initialState() {
  if (!expect("{", "before the initial state")) return;
  while (!stopped_ && !accept("}")) {
    if (accept(";")) continue;
    initialItem();
    if (!stopped_ && !is("}")) expect(";", "after an initial value");
  }
}

// "x = 1", "int x = 1", "atomic_int x = 1", "[x] = 1", "*x = 1", or a name alone.
void Parser::initialItem() {
  if (token_.kind == Token::Kind::Number) {
    error("registers cannot have initial values", "assign the value in the thread");
    return;
  }
  bool atomic = false;
  bool typed = false;
  if ((is("int") || is("atomic_int") || is("_Atomic")) && !type(atomic)) return;
  if (previous_.line != 0 && ahead_.kind != Token::Kind::End) typed = atomic;
  const bool bracket = accept("[");
  if (!bracket) accept("*");
  const Token name = expectName("a location");
  if (stopped_ || (bracket && !expect("]", "after the location"))) return;
  Global& g = global(name);
  if (typed) setAtomic(name, true);
  if (is("[")) {
    refuse(name.span, "arrays are not supported", "use one location for each element");
    error("nothing is read after this array");
    return;
  }
  if (!accept("=")) return;
  if (const std::optional<std::int64_t> value = initialValue()) {
    program_.locations[raw(g.id)].init = {*value};
  }
}

std::optional<std::int64_t> Parser::initialValue() {
  if (token_.kind == Token::Kind::Name || is("&")) {
    error("initial values are numbers: locations do not hold the addresses of others");
    return std::nullopt;
  }
  return expectInteger("a number");
}

Parser::Global& Parser::global(const Token& name) {
  const auto [at, isNew] = globals_.try_emplace(std::string(name.text));
  if (isNew) {
    at->second.id = LocationId{static_cast<std::uint32_t>(program_.locations.size())};
    Location location;
    location.name = name.text;
    location.span = name.span;
    program_.locations.push_back(std::move(location));
  }
  return at->second;
}

void Parser::setAtomic(const Token& name, bool atomic) {
  Global& g = global(name);
  if (g.atomic && *g.atomic != atomic) {
    refuse(name.span,
           fmt::format("'{}' is {} here, and {} elsewhere", name.text,
                       atomic ? "atomic" : "plain memory", atomic ? "plain memory" : "atomic"),
           "give it the same type everywhere");
    return;
  }
  g.atomic = atomic;
  program_.locations[raw(g.id)].atomic = atomic;
}

// `volatile` and `const` make no difference to what an access does under these models.
bool Parser::type(bool& atomic) {
  const auto qualifiers = [&] {
    while (accept("volatile") || accept("const")) {
    }
  };
  qualifiers();
  if (accept("atomic_int")) {
    atomic = true;
  } else if (accept("_Atomic")) {
    atomic = true;
    const bool parenthesis = accept("(");
    if (!expect("int", "after _Atomic")) return false;
    if (parenthesis && !expect(")", "after the type")) return false;
  } else if (accept("int")) {
    atomic = false;
  } else {
    error(fmt::format("expected a type, found {}", found()), std::string(kTypes));
    return false;
  }
  qualifiers();
  return true;
}

// "P0 (atomic_int* x, int* y) { ... }"
void Parser::thread() {
  const Token name = token_;
  const std::string expected = fmt::format("P{}", procs_.size());
  if (name.text != expected) {
    error(fmt::format("expected thread {}, found {}", expected, found()),
          "threads are numbered from P0, in the order of the text");
    return;
  }
  advance();
  procs_.emplace_back();
  proc_ = &procs_.back();
  if (!expect("(", "after the name of the thread")) return;
  if (!accept(")")) {
    do parameter(*proc_);
    while (accept(","));
    if (!expect(")", "after the parameters")) return;
  }
  if (!is("{")) {
    expect("{", "before the statements of the thread");
    return;
  }
  builder_ = CodeBuilder();
  block();
  if (stopped_) return;
  Code code = builder_.finish(expected, from(name.span));
  program_.threads.push_back(
      {expected, CodeId{static_cast<std::uint32_t>(program_.codes.size())}, 0});
  program_.codes.push_back(std::move(code));
}

void Parser::parameter(Proc& proc) {
  bool atomic = false;
  if (!type(atomic) || !expect("*", "after the type: threads take the addresses of locations")) {
    return;
  }
  while (accept("const") || accept("volatile") || accept("restrict")) {
  }
  if (is("*")) return error("pointers to pointers are not supported");
  const Token name = expectName("the name of a location");
  if (stopped_) return;
  setAtomic(name, atomic);
  if (!proc.parameters.try_emplace(std::string(name.text), global(name).id).second) {
    refuse(name.span, fmt::format("'{}' is a parameter already", name.text));
  }
}

}  // namespace robur::frontend_litmus
