#include "prove/scope.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/rob/constants.h"
#include "frontend/rob/suggest.h"

namespace robur::prove {

using rob::ExprNode;
using rob::TypeNode;

void Scope::error(rob::Range at, std::string message, std::string help) {
  errors_.add(at, std::move(message), std::move(help));
}

std::string Scope::text(rob::Range at) const {
  std::string out;
  for (const char c : std::string_view(source_.text).substr(at.begin, at.end - at.begin)) {
    const bool blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

bool Scope::isFree(const rob::Word& name) {
  if (name.text.empty()) return false;
  const bool taken =
      constantNamed(name.text) || varNamed(name.text) || registerNamed(name.text).has_value();
  if (taken) error(name.at, fmt::format("{} is already declared", rob::quoted(name.text)));
  return !taken;
}

bool Scope::declareConstant(const rob::Word& name, std::int64_t value) {
  return isFree(name) && constants_.emplace(name.text, value).second;
}

bool Scope::declareVar(const rob::Word& name, VarId id) {
  return isFree(name) && vars_.emplace(name.text, id).second;
}

bool Scope::declareRegister(const rob::Word& name, RegisterId id) {
  return isFree(name) && registers_.emplace(name.text, id).second;
}

std::optional<std::int64_t> Scope::constantNamed(std::string_view name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<VarId> Scope::varNamed(std::string_view name) const {
  const auto found = vars_.find(name);
  return found == vars_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<RegisterId> Scope::registerNamed(std::string_view name) const {
  const auto found = registers_.find(name);
  return found == registers_.end() ? std::nullopt : std::optional(found->second);
}

void Scope::unknown(const rob::Word& name) {
  rob::Suggestion suggestion(name.text);
  std::vector<std::string_view> known;
  for (const auto& [text, id] : registers_) known.push_back(text);
  for (const auto& [text, id] : vars_) known.push_back(text);
  for (const auto& [text, value] : constants_) known.push_back(text);
  std::ranges::sort(known);
  for (const std::string_view text : known) suggestion.consider(text);
  error(name.at, fmt::format("{} is not declared", rob::quoted(name.text)),
        suggestion.text("'local' declares a register, 'atomic' and 'plain' declare shared memory"));
}

std::optional<std::int64_t> Scope::constant(const ExprNode& expr) {
  const auto complain = [&](const ExprNode& at, std::string_view what) {
    error(at.at, std::string(what));
  };
  return rob::valueOf(
      expr,
      [&](const ExprNode& e) -> std::optional<std::int64_t> {
        if (e.kind == ExprNode::Kind::Broken) return std::nullopt;
        if (e.kind == ExprNode::Kind::Name) {
          if (const auto value = constantNamed(e.name.text)) return value;
        }
        complain(e, "expected a constant: this is known only when the program runs");
        return std::nullopt;
      },
      complain);
}

Scope::Bounds Scope::bounds(const TypeNode& type) {
  switch (type.kind) {
    case TypeNode::Kind::Unbounded:
      return {};
    case TypeNode::Kind::Bool:
      return {0, 1};
    case TypeNode::Kind::Range: {
      const auto lo = constant(*type.lo);
      const auto hi = constant(*type.hi);
      if (lo && hi && *lo > *hi) {
        error(type.at, fmt::format("there is no value in {}..{}", *lo, *hi),
              "the lower bound comes first");
      }
      return {lo, hi};
    }
    case TypeNode::Kind::Default:
      error(
          type.at,
          "without a type this is an i32, which wraps around; proofs do not support wrapping types",
          "write int, or a range such as 0..3");
      return {};
    case TypeNode::Kind::WrappingRange:
    case TypeNode::Kind::Width:
      error(type.at, "this type wraps around; proofs do not support wrapping types",
            "write int, or a range such as 0..3");
      return {};
  }
  return {};
}

}  // namespace robur::prove
