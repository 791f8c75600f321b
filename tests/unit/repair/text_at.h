// The text of a file of the corpus.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace robur {

inline std::string textAt(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace robur
