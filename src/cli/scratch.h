// A directory that is gone when the work is done.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace robur {

class Scratch {
 public:
  Scratch() {
    std::error_code ignored;
    std::string pattern = (std::filesystem::temp_directory_path(ignored) / "robur-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }  // empty: there is no place

 private:
  std::filesystem::path path_;
};

}  // namespace robur
