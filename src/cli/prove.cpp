// robur prove: hands over to robur-prove, which lies beside robur and has Z3 in it.
#include <unistd.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/terminal.h"

namespace robur {

namespace fs = std::filesystem;

ExitCode runProve(const std::vector<std::string>& arguments) {
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::string path = (here / "robur-prove").string();
  std::vector<char*> raw = {const_cast<char*>(path.c_str())};
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    raw.push_back(const_cast<char*>(arguments[i].c_str()));
  }
  raw.push_back(nullptr);
  ::execv(path.c_str(), raw.data());
  printError(
      "nothing can be proved: robur was built without Z3; install libz3-dev and build again");
  return ExitCode::BadInput;
}

}  // namespace robur
