#include "support/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace robur {

ScratchDirectory::ScratchDirectory() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) {
    errno = error.value();
    return;
  }
  std::string pattern = (parent / "robur-XXXXXX").string();
  if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace robur
