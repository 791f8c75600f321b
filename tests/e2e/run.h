// Runs the program and tells what came of it.
#pragma once

#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace robur::test {

struct Ran {
  int exit = -1;  // the exit code; 128 + n if signal n ended it
  std::string out;
  std::string err;
  double cpuSeconds = 0;
};

struct How {
  std::string directory = {};  // the programs beside this file, if empty
  std::string input = {};      // standard input
  std::vector<std::pair<std::string, std::string>> environment = {};  // added or replaced
  bool terminal = false;         // stdout and stderr are one terminal; all is in `out`
  unsigned short columns = 200;  // of the terminal
  std::string outputFile = {};   // stdout goes there instead
  bool closedOutput = false;     // nobody reads stdout
  bool openInput = false;        // standard input stays open and silent
  int signal = 0;                // is sent after `signalAfter` seconds, then every `signalEvery`
  double signalAfter = 0;
  double signalEvery = 0;  // 0: only once
};

Ran run(const std::vector<std::string>& arguments, const How& how = {});

std::string programsDirectory();

bool has(const std::string& text, const std::string& part);

// Numbers that differ from run to run or with every improvement of the search.
std::string withoutNumbers(const std::string& text);

// A directory for one test, removed with everything in it.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  std::string write(const std::string& name, const std::string& text) const;  // gives its path
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace robur::test
