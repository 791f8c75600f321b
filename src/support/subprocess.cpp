#include "support/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>

namespace robur {

namespace {

// An owned file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor readEnd;
  Descriptor writeEnd;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    readEnd.reset(ends[0]);
    writeEnd.reset(ends[1]);
    return true;
  }
};

// Pointers to these strings, as exec wants them.
std::vector<char*> pointersTo(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& s : strings) pointers.push_back(const_cast<char*>(s.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environmentFor(const Subprocess& command) {
  std::vector<std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::ranges::any_of(command.environment,
                                              [&](const auto& pair) { return pair.first == name; });
    if (!replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : command.environment) all.push_back(name + "=" + value);
  return all;
}

// Opens the file a stream is redirected to. -1 if the stream needs none.
int opened(const Redirection& stream) {
  using enum Redirection::To;
  if (stream.to == Discard) return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (stream.to != File) return -1;
  return ::open(stream.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

bool needsFile(const Redirection& stream) {
  return stream.to == Redirection::To::Discard || stream.to == Redirection::To::File;
}

// In the child: system calls only.
[[noreturn]] void become(const Subprocess& command, char* const* arguments,
                         char* const* environment, int output, int errors, int failure,
                         pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it has ended already
  if (command.maxBytes > 0) {
    const rlimit limit{command.maxBytes, command.maxBytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  if (command.fixedAddresses) ::personality(ADDR_NO_RANDOMIZE);
  if (errors >= 0) ::dup2(errors, STDERR_FILENO);
  if (command.output.to == Redirection::To::StandardError) output = STDERR_FILENO;
  if (output >= 0) ::dup2(output, STDOUT_FILENO);
  ::execvpe(arguments[0], arguments, environment);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

// The errno of a failed exec; 0 if the child closed the pipe by starting the program.
int startErrorFrom(int descriptor) {
  int error = 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor, &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  return count == sizeof error ? error : 0;
}

// Kills the child if it takes too long, or if nobody needs its output any more.
class Supervision {
 public:
  Supervision(const Subprocess& command, pid_t child, const std::function<bool()>& interrupted)
      : child_(child), interrupted_(interrupted), limited_(command.seconds > 0) {
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(command.seconds));
  }

  // Reads to the end of the output.
  std::string read(int descriptor) {
    std::string text;
    std::vector<char> piece(1 << 16);
    while (!over()) {
      pollfd ready{descriptor, POLLIN, 0};
      if (::poll(&ready, 1, kMilliseconds) <= 0) continue;
      const ssize_t count = ::read(descriptor, piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return text;
      text.append(piece.data(), static_cast<std::size_t>(count));
    }
    ::kill(child_, SIGKILL);
    return text;
  }
  bool outOfTime() const { return outOfTime_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kMilliseconds = 50;

  bool over() {
    outOfTime_ = limited_ && Clock::now() > end_;
    return outOfTime_ || (interrupted_ && interrupted_());
  }

  pid_t child_;
  const std::function<bool()>& interrupted_;
  bool limited_;
  Clock::time_point end_;
  bool outOfTime_ = false;
};

}  // namespace

Finished runSubprocess(const Subprocess& command, const std::function<bool()>& interrupted) {
  Finished finished;
  const auto cannotStart = [&] {
    finished.startError = errno;
    return finished;
  };
  const bool captures = command.output.to == Redirection::To::Capture;
  Pipe failure;
  Pipe captured;
  if (!failure.open() || (captures && !captured.open())) return cannotStart();
  // Both streams may go to one file: it is opened once, so that neither overwrites the other.
  const bool together = needsFile(command.output) && command.output.to == command.errors.to &&
                        command.output.file == command.errors.file;
  const Descriptor errors(opened(command.errors));
  if (needsFile(command.errors) && errors.number() < 0) return cannotStart();
  const Descriptor output(together ? -1 : opened(command.output));
  if (needsFile(command.output) && !together && output.number() < 0) return cannotStart();
  const int outputNumber = captures   ? captured.writeEnd.number()
                           : together ? errors.number()
                                      : output.number();
  const std::vector<char*> arguments = pointersTo(command.words);
  const std::vector<std::string> variables = environmentFor(command);
  const std::vector<char*> environment = pointersTo(variables);

  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return cannotStart();
  if (child == 0) {
    become(command, arguments.data(), environment.data(), outputNumber, errors.number(),
           failure.writeEnd.number(), self);
  }
  failure.writeEnd.close();
  captured.writeEnd.close();
  finished.startError = startErrorFrom(failure.readEnd.number());
  if (captures) {
    Supervision supervision(command, child, interrupted);
    finished.output = supervision.read(captured.readEnd.number());
    finished.outOfTime = supervision.outOfTime();
  }
  captured.readEnd.close();  // a child that still writes after an interrupt must not block
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (finished.startError != 0) return finished;
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  if (WIFEXITED(status)) finished.exitCode = WEXITSTATUS(status);
  return finished;
}

int replaceProcess(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ::execv(path.c_str(), pointersTo(words).data());
  return errno;
}

}  // namespace robur
