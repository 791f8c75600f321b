// A child process with pipes or a pseudo-terminal. A watchdog ends children that hang, so
// that a bug is a failing test and not a stuck one.
#include "e2e/run.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace robur::test {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kPatience = 120;  // seconds, for slow machines under sanitizers

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  void close(int end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const How& how) {
  for (const auto& [name, value] : how.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (::chdir((how.directory.empty() ? programsDirectory() : how.directory).c_str()) != 0) {
    ::_exit(126);
  }
  std::vector<char*> argv = {const_cast<char*>("robur")};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  ::execv(ROBUR_BINARY, argv.data());
  ::_exit(127);
}

// Reads what the child says until it has closed all of it, sending signals on the way.
void listen(pid_t child, int (&from)[2], std::string* (&into)[2], const How& how) {
  const Clock::time_point start = Clock::now();
  double nextSignal = how.signalAfter;
  bool signalling = how.signal != 0;
  while (from[0] >= 0 || from[1] >= 0) {
    pollfd polled[2] = {{from[0], POLLIN, 0}, {from[1], POLLIN, 0}};
    ::poll(polled, 2, 5);
    if (signalling && since(start) >= nextSignal) {
      ::kill(child, how.signal);
      signalling = how.signalEvery > 0;
      nextSignal += how.signalEvery;
    }
    if (since(start) > kPatience) ::kill(child, SIGKILL);
    for (int i = 0; i < 2; ++i) {
      if (from[i] < 0 || (polled[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      char buffer[4096];
      const ssize_t count = ::read(from[i], buffer, sizeof buffer);
      if (count > 0) into[i]->append(buffer, static_cast<std::size_t>(count));
      if (count <= 0) from[i] = -1;
    }
  }
}

}  // namespace

std::string programsDirectory() {
  return std::string(ROBUR_SOURCE_DIR) + "/tests/e2e/programs";
}

Ran run(const std::vector<std::string>& arguments, const How& how) {
  std::signal(SIGPIPE, SIG_IGN);
  Ran ran;
  Pipe input;
  Pipe output;
  Pipe errors;
  int terminal = -1;
  pid_t child = -1;
  if (how.terminal) {
    winsize size = {50, how.columns, 0, 0};
    child = ::forkpty(&terminal, nullptr, nullptr, &size);
  } else {
    child = ::fork();
  }
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    if (!how.terminal) {
      ::dup2(input.ends[0], STDIN_FILENO);
      ::dup2(output.ends[1], STDOUT_FILENO);
      ::dup2(errors.ends[1], STDERR_FILENO);
      if (!how.outputFile.empty()) {
        ::dup2(::open(how.outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
      }
      if (how.closedOutput) ::close(output.ends[0]);
    }
    become(arguments, how);
  }
  output.close(1);
  errors.close(1);
  if (how.closedOutput) output.close(0);
  for (std::size_t sent = 0; sent < how.input.size();) {
    const ssize_t count = ::write(input.ends[1], how.input.data() + sent, how.input.size() - sent);
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  if (!how.openInput) input.close(1);
  int from[2] = {how.terminal ? terminal : output.ends[0], how.terminal ? -1 : errors.ends[0]};
  std::string* into[2] = {&ran.out, &ran.err};
  listen(child, from, into, how);
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  if (terminal >= 0) ::close(terminal);
  ran.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  ran.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return ran;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string withoutNumbers(const std::string& text) {
  static const std::regex kTime(R"((\d+ min )?\d+(\.\d+)? (ms|s)\b)");
  static const std::regex kStates(R"([\d,]+ states?\b)");
  return std::regex_replace(std::regex_replace(text, kTime, "<t>"), kStates, "<n> states");
}

ScratchDirectory::ScratchDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "robur-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchDirectory::write(const std::string& name, const std::string& text) const {
  const std::string file = path_ + "/" + name;
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

}  // namespace robur::test
