// One run of an instrumented program.
#pragma once

#include <string>
#include <vector>

namespace robur::run {

struct Launch {
  std::vector<std::string> command;  // the program and its arguments
  std::string options;               // added to ROBUR_OPTIONS
  std::string output;                // file for the output of the program
};

struct Ended {
  int exitCode = 0;
  int signal = 0;       // the one that ended it; 0 if none
  std::string problem;  // why it could not be started
};

// Runs the program to its end, without address-space randomisation: the behaviour of programs
// depends on addresses (hash tables, barriers), so a schedule could not be repeated otherwise.
Ended launch(const Launch& launch);

}  // namespace robur::run
