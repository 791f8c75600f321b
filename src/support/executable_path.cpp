#include "support/executable_path.h"

#include <system_error>

namespace robur {

namespace fs = std::filesystem;

fs::path executableDirectory() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

std::string companionProgram(std::string_view name) {
  std::error_code ignored;
  const fs::path here = executableDirectory();
  const fs::path above = here.parent_path() / name;
  return (fs::exists(above, ignored) && !fs::exists(here / name, ignored) ? above : here / name)
      .string();
}

}  // namespace robur
