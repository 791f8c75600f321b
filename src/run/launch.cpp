#include "run/launch.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace robur {

namespace {

// In the child; what went wrong is told through the pipe.
[[noreturn]] void become(const Launch& launch, int tell) {
  ::personality(ADDR_NO_RANDOMIZE);
  const char* const given = std::getenv("ROBUR_OPTIONS");
  const std::string before = given == nullptr || *given == 0 ? "" : std::string(given) + ":";
  ::setenv("ROBUR_OPTIONS", (before + launch.options).c_str(), 1);
  const int file = ::open(launch.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0) {
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
  }
  std::vector<char*> arguments;
  for (const std::string& word : launch.command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  [[maybe_unused]] const auto told = ::write(tell, &error, sizeof error);
  ::_exit(127);
}

}  // namespace

Ended launch(const Launch& launch) {
  Ended ended;
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) {
    ended.problem = std::strerror(errno);
    return ended;
  }
  const pid_t child = ::fork();
  if (child == 0) become(launch, pipe[1]);
  ::close(pipe[1]);
  int error = 0;
  const bool failed = child < 0 || ::read(pipe[0], &error, sizeof error) == sizeof error;
  ::close(pipe[0]);
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failed) ended.problem = std::strerror(child < 0 ? errno : error);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ended.exitCode = WEXITSTATUS(status);
  return ended;
}

}  // namespace robur
