#include "runtime/report/suppressions.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "runtime/base/kernel.h"
#include "runtime/options/options.h"

namespace robur::runtime {

namespace {

bool contains(Text& text, const char* word, std::size_t size) {
  return size > 0 && ::memmem(text.c_str(), text.size(), word, size) != nullptr;
}

}  // namespace

bool isSuppressed(Text& report, ReportKind kind) {
  if (options().suppressions[0] == 0) return false;
  const int file = ::open(options().suppressions, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    Text problem;
    problem.add("robur: cannot read the suppression file: ").add(options().suppressions).add("\n");
    problem.writeTo(2);
    ::_exit(2);
  }
  Text all;
  char buffer[4096];
  for (long got; (got = kernelRead(file, buffer, sizeof buffer)) > 0;) {
    all.add(buffer, static_cast<std::size_t>(got));
  }
  kernelClose(file);
  const char* at = all.c_str();
  while (*at != 0) {
    const char* const end = ::strchrnul(at, '\n');
    const std::size_t prefix = std::strlen(nameOf(kind));
    if (std::strncmp(at, nameOf(kind), prefix) == 0 && at[prefix] == ':' &&
        contains(report, at + prefix + 1, static_cast<std::size_t>(end - at) - prefix - 1)) {
      return true;
    }
    at = *end == 0 ? end : end + 1;
  }
  return false;
}

}  // namespace robur::runtime
