// Compares text with a file under tests/golden/. With ROBUR_UPDATE_GOLDEN=1 in the
// environment the file is rewritten instead, and the change shows up in review.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace robur::test {

inline std::string readWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Compares with a file named relative to the repository.
inline void expectSameAsFile(const std::string& relative, std::string_view text) {
  const std::string path = std::string(ROBUR_SOURCE_DIR) + "/" + relative;
  const char* update = std::getenv("ROBUR_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(readWhole(path), text)
      << "in " << relative << "; ROBUR_UPDATE_GOLDEN=1 rewrites it if the change is meant";
}

inline void expectGolden(const std::string& name, std::string_view text) {
  expectSameAsFile("tests/golden/" + name, text);
}

}  // namespace robur::test
