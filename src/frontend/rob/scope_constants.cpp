// Constants, and the types built from them, which must be known before the program runs.
#include <charconv>

#include <fmt/format.h>

#include "frontend/rob/constants.h"
#include "frontend/rob/scope.h"

namespace robur::frontend_rob {

std::optional<std::int64_t> Scope::constant(const ExprNode& expr) {
  const auto complain = [&](const ExprNode& at, std::string_view what) {
    errors_.add(at.at, std::string(what));
  };
  return valueOf(
      expr,
      [&](const ExprNode& e) -> std::optional<std::int64_t> {
        if (e.kind == ExprNode::Kind::Name) return constantNamed(e);
        if (e.kind == ExprNode::Kind::AddressOf) {
          return refusals_.refuse(e) ? std::nullopt : address(*e.lhs);
        }
        if (e.kind != ExprNode::Kind::Broken) {
          complain(e, "expected a constant: this is known only when the program runs");
        }
        return std::nullopt;
      },
      complain);
}

std::optional<std::int64_t> Scope::constantNamed(const ExprNode& e) {
  const Symbol* const symbol =
      find(e.name, "'const' declares constants; they are known from there on");
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind == Symbol::Kind::Constant) return symbol->value;
  errors_.add(e.at, fmt::format("{} is not a constant", quoted(e.name.text)),
              "its value is known only when the program runs; 'const' declares constants");
  return std::nullopt;
}

// The number of a cell that has already been declared.
std::optional<std::int64_t> Scope::address(const ExprNode& place) {
  if (place.kind != ExprNode::Kind::Name && place.kind != ExprNode::Kind::Index) {
    return std::nullopt;  // reported by the parser
  }
  const Symbol* const symbol = find(place.name);
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind != Symbol::Kind::Cell) {
    errors_.add(place.at,
                fmt::format("{} is no memory and has no address", quoted(place.name.text)));
    return std::nullopt;
  }
  std::int64_t first = 0;
  for (std::size_t i = 0; i < raw(symbol->location); ++i) first += variables_[i].size.value_or(1);
  if (place.kind == ExprNode::Kind::Name) return first;
  const auto index = constant(*place.lhs);
  if (!index) return std::nullopt;
  const std::int64_t size = variable(symbol->location).size.value_or(1);
  if (*index < 0 || *index >= size) {
    errors_.add(place.lhs->at, fmt::format("{} has no element {}: its indices are 0..{}",
                                           quoted(place.name.text), *index, size - 1));
    return std::nullopt;
  }
  return first + *index;
}

std::optional<IntType> Scope::type(const TypeNode& node) {
  const bool refused = refusals_.refuse(node);
  switch (node.kind) {
    case TypeNode::Kind::Default:
      return kInt32;
    case TypeNode::Kind::Bool:
      return kBool;
    case TypeNode::Kind::Width:
      return width(node);
    case TypeNode::Kind::Unbounded:
      return refused ? std::optional(kInt32) : std::nullopt;
    case TypeNode::Kind::Range:
    case TypeNode::Kind::WrappingRange:
      break;
  }
  const auto lo = constant(*node.lo);
  const auto hi = constant(*node.hi);
  if (!lo || !hi) return kInt32;
  if (*lo > *hi) {
    errors_.add(node.at, fmt::format("there is no value in {}..{}", *lo, *hi),
                "the lower bound comes first");
    return kInt32;
  }
  const bool wraps = node.kind == TypeNode::Kind::WrappingRange;
  return IntType{*lo, *hi, wraps ? IntType::Overflow::Wrap : IntType::Overflow::Error};
}

IntType Scope::width(const TypeNode& node) {
  const bool isSigned = node.width.text[0] == 'i';
  const std::string_view digits = node.width.text.substr(1);
  unsigned bits = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  const unsigned least = isSigned ? 2 : 1;
  const unsigned most = isSigned ? 64 : 63;
  if (parsed.ec != std::errc() || digits[0] == '0' || bits < least || bits > most) {
    errors_.add(node.at, fmt::format("there is no type {}", quoted(node.width.text)),
                "unsigned types are u1 to u63, signed ones i2 to i64");
    return kInt32;
  }
  const std::uint64_t half = std::uint64_t{1} << (bits - 1);
  IntType type{0, 0, IntType::Overflow::Wrap};
  if (isSigned) {
    type.lo = static_cast<std::int64_t>(~half + 1);
    type.hi = static_cast<std::int64_t>(half - 1);
  } else {
    type.hi = static_cast<std::int64_t>(half - 1 + half);
  }
  return type;
}

}  // namespace robur::frontend_rob
