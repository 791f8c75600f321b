// One run of a watched program.
#pragma once

#include <string>
#include <vector>

namespace robur {

struct Launch {
  std::vector<std::string> command;  // the program and its arguments
  std::string options;               // added to ROBUR_OPTIONS
  std::string output;                // a file that gets what the program prints
};

struct Ended {
  int exitCode = 0;
  int signal = 0;       // that ended it; 0 if none
  std::string problem;  // why it could not be started
};

// Runs the program to its end. Addresses are the same each time, because programs choose by
// them (hash tables, barriers), and a schedule could not be repeated otherwise.
Ended launch(const Launch& launch);

}  // namespace robur
