// Names for the printed form of a program: those of the source, made into .rob identifiers.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace robur {

// Makes unique identifiers. A name that is not an identifier is changed into one ("$1" becomes t1);
// reserved words and names already used get a number appended.
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
