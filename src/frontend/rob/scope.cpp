#include "frontend/rob/scope.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "frontend/rob/operations.h"
#include "frontend/rob/suggest.h"

namespace robur::frontend_rob {

Symbol* Scope::declare(Word name, Symbol symbol) {
  if (name.text.empty()) return nullptr;  // it could not be parsed
  symbol.at = name.at;
  if (const Symbol* const other = peek(name.text)) {
    const bool local = symbol.kind == Symbol::Kind::Register;
    const bool both = local && other->kind == Symbol::Kind::Register;
    errors_.add(name.at,
                fmt::format("{} is already declared in line {}", quoted(name.text),
                            lines_.line(other->at.begin)),
                both ? "a register belongs to its whole thread: declare it once" : "");
    return nullptr;
  }
  auto& names = symbol.kind == Symbol::Kind::Register ? thread_ : file_;
  return &names.emplace(name.text, symbol).first->second;
}

void Scope::declare(Word name, Variable variable) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Cell;
  symbol.location = LocationId{static_cast<std::uint32_t>(variables_.size())};
  if (declare(name, symbol) != nullptr) variables_.push_back(std::move(variable));
}

void Scope::endThread() {
  thread_.clear();
  unknown_.clear();
}

const Symbol* Scope::peek(std::string_view name) const {
  if (const auto found = thread_.find(name); found != thread_.end()) return &found->second;
  if (const auto found = file_.find(name); found != file_.end()) return &found->second;
  return nullptr;
}

const Symbol* Scope::find(Word name, std::string_view help) {
  if (const Symbol* const symbol = peek(name.text)) return symbol;
  if (unread_.contains(name.text) || !unknown_.insert(name.text).second) return nullptr;
  if (orderNamed(name.text)) {
    errors_.add(name.at, fmt::format("{} is a memory order, not a value", quoted(name.text)),
                "values come before the order, as in x.store(1, rel)");
    return nullptr;
  }
  // Of equally close names the alphabetically first wins, since hash tables have no order.
  Suggestion suggestion(name.text);
  std::vector<std::string_view> known;
  for (const auto& [text, symbol] : thread_) known.push_back(text);
  for (const auto& [text, symbol] : file_) known.push_back(text);
  std::ranges::sort(known);
  for (const std::string_view text : known) suggestion.consider(text);
  errors_.add(name.at, fmt::format("{} is not declared", quoted(name.text)), suggestion.text(help));
  return nullptr;
}

bool Scope::checkIndexed(const ExprNode& e, const Variable& variable) {
  if (variable.isArray == (e.kind == ExprNode::Kind::Index)) return true;
  const std::string name = quoted(e.name.text);
  errors_.add(e.at,
              variable.isArray ? fmt::format("{} is an array: say which element", name)
                               : fmt::format("{} is no array and has no elements", name),
              variable.isArray ? fmt::format("write {}[i]", e.name.text) : "");
  return false;
}

bool Scope::fits(Range at, std::int64_t value, const std::optional<IntType>& type,
                 std::string_view name) {
  if (!type || type->contains(value)) return true;
  errors_.add(at, fmt::format("{} does not fit into {}, whose values are {}..{}", value,
                              quoted(name), type->lo, type->hi));
  return false;
}

}  // namespace robur::frontend_rob
