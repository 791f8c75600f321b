// Names for the printed form of a program: the source's own, or ones that .rob can spell.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace robur {

// Hands out identifiers, each once. What is no identifier is bent into one ("$1" becomes
// t1), reserved words and names already given get a number behind them.
class NameSpace {
 public:
  std::string fresh(std::string_view wish);

 private:
  std::set<std::string, std::less<>> taken_;
};

struct PrintNames {
  std::vector<std::string> locations;
  std::vector<std::string> registers;
};

PrintNames sourceNames(const Program& program, const Code& code);

}  // namespace robur
