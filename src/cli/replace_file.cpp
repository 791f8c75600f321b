#include "cli/replace_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/terminal.h"

namespace robur {

namespace {

bool holds(const std::string& path, std::string_view text) {
  std::ifstream file(path, std::ios::binary);
  const std::string now{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file && now == text;
}

}  // namespace

std::string replaceFile(const std::string& path, std::string_view before, std::string_view after) {
  const auto problem = [] { return std::string(std::strerror(errno)); };
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return problem();
  const std::string target = resolved;
  ::free(resolved);
  struct stat info = {};
  if (::stat(target.c_str(), &info) != 0) return problem();
  if (::access(target.c_str(), W_OK) != 0) return problem();
  std::string temporary = target + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return problem();
  Output output(descriptor);
  output.write(after);
  std::string failure = output.failed() ? output.problem() : "";
  if (failure.empty() && ::fchmod(descriptor, info.st_mode & 07777) != 0) failure = problem();
  if (::close(descriptor) != 0 && failure.empty()) failure = problem();
  if (failure.empty() && !holds(target, before)) failure = "it has changed since it was read";
  if (failure.empty() && ::rename(temporary.c_str(), target.c_str()) != 0) failure = problem();
  if (!failure.empty()) ::unlink(temporary.c_str());
  return failure;
}

}  // namespace robur
