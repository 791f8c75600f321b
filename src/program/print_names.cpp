#include "program/print_names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace robur {

namespace {

// Orders, methods and calls such as lock are ordinary names in .rob.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"atomic", "plain", "const", "thread", "local", "bool",  "wrap",     "if",
     "else",   "while", "do",    "for",    "loop",  "break", "continue", "goto",
     "choose", "or",    "skip",  "return", "true",  "false", "tid"});

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isIdentifierChar(char c) {
  return c == '_' ||
         (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0);
}

// u8, i32 and the like are types.
bool namesType(std::string_view name) {
  return name.size() > 1 && (name[0] == 'u' || name[0] == 'i') &&
         std::ranges::all_of(name.substr(1), isDigit);
}

std::string identifierLike(std::string_view wish) {
  std::string name;
  if (wish.starts_with('$')) {
    name = "t";
    wish.remove_prefix(1);
  } else if (wish.empty() || isDigit(wish[0])) {
    name = "_";
  }
  for (const char c : wish) name += isIdentifierChar(c) ? c : '_';
  return name;
}

}  // namespace

std::string NameSpace::fresh(std::string_view wish) {
  const std::string base = identifierLike(wish);
  std::string name = base;
  const auto unusable = [&] {
    return namesType(name) || std::ranges::find(kReserved, name) != kReserved.end() ||
           taken_.contains(name);
  };
  for (int number = 2; unusable(); ++number) name = fmt::format("{}_{}", base, number);
  taken_.insert(name);
  return name;
}

PrintNames sourceNames(const Program& program, const Code& code) {
  PrintNames names;
  for (const Location& location : program.locations) names.locations.push_back(location.name);
  for (const Register& r : code.registers) names.registers.push_back(r.name);
  return names;
}

}  // namespace robur
