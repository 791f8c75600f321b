#include "runtime/report/channels.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "runtime/base/kernel.h"
#include "runtime/options/options.h"

namespace robur::runtime {

void print(Text& text) {
  if (std::strcmp(options().logPath, "stderr") == 0) {
    text.writeTo(2);
    return;
  }
  Text path;
  path.add(options().logPath).add(".").addNumber(static_cast<std::uint64_t>(::getpid()));
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  text.writeTo(file < 0 ? 2 : file);
  if (file >= 0) kernelClose(file);
}

void writeRecord(Text& line) {
  if (options().reports[0] == 0) return;
  const int file = ::open(options().reports, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  line.writeTo(file);
  kernelClose(file);
}

}  // namespace robur::runtime
