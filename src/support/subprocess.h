// Starts another program and waits for it.
//
// Everything the child needs (arguments, environment, open files) is prepared before the fork, and
// all descriptors are closed on exec. So programs may be started from several threads at once, and
// no child keeps a pipe of another one open. A failed exec is reported to the parent with its
// errno, which an exit code could not do: 127 is also an answer of the program itself.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace robur {

// Where an output stream of the child goes.
struct Redirection {
  enum class To { Inherit, Discard, File, StandardError, Capture };
  To to = To::Inherit;
  std::string file = {};  // for To::File: created, or emptied if it exists
};

struct Subprocess {
  std::vector<std::string> words;  // the program and its arguments
  // Replace or extend the environment of the parent.
  std::vector<std::pair<std::string, std::string>> environment = {};
  Redirection output = {};
  Redirection errors = {};  // To::Capture and To::StandardError are for `output` only
  // Turns address space layout randomization off, so that runs of the program can be repeated.
  bool fixedAddresses = false;
  double seconds = 0;          // 0: no limit. After that the child is killed
  std::uint64_t maxBytes = 0;  // 0: no limit. Of its address space
};

struct Finished {
  int startError = 0;  // errno if the program could not be started; the rest is then unset
  int exitCode = 0;
  int signal = 0;           // the signal that ended the program, or 0
  std::string output = {};  // what was captured
  bool outOfTime = false;   // it was killed at its limit

  bool succeeded() const { return startError == 0 && signal == 0 && exitCode == 0; }
};

// Runs the command to its end. The program is looked up in PATH unless its name contains a slash.
// `interrupted` is asked several times a second while output is captured; if it returns true, the
// child is killed. A child does not outlive this process, nor do its own children that are started
// in this way.
Finished runSubprocess(const Subprocess& command, const std::function<bool()>& interrupted = {});

// Replaces the running program by another one. Returns errno if that fails, else not at all.
int replaceProcess(const std::string& path, const std::vector<std::string>& arguments);

}  // namespace robur
