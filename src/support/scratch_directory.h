// A temporary directory that is removed, with everything in it, when the object goes out of scope.
#pragma once

#include <filesystem>
#include <string_view>

namespace robur {

class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  // Empty if the directory could not be created; errno then holds the reason.
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace robur
