// The name of a case of a parameterised test, from any text: GoogleTest allows letters, digits
// and _ in it.
#pragma once

#include <cctype>
#include <string>

namespace robur::testing {

inline std::string caseName(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return text;
}

}  // namespace robur::testing
