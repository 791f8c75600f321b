// Identifiers of the exported model: the names of the source with a prefix, so that none is a
// keyword of Promela or a name of the C preprocessor, and with a number where two would coincide.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>

namespace robur::promela {

class Names {
 public:
  explicit Names(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string fresh(std::string_view wish) {
    std::string name = prefix_;
    for (const char c : wish) {
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    std::string unique = name;
    for (unsigned n = 2; !taken_.insert(unique).second; ++n) {
      unique = name + "_" + std::to_string(n);
    }
    return unique;
  }

 private:
  std::string prefix_;
  std::set<std::string> taken_;
};

}  // namespace robur::promela
