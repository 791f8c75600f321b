// Connects a subcommand with the observer that writes its results to standard output.
#pragma once

#include <memory>

#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "report/observer.h"

namespace robur {

class Reporter {
 public:
  // In the format that the settings ask for.
  explicit Reporter(const Settings& settings);

  Observer* operator->() { return observer_.get(); }

  // Writes text that is not a report, such as a program, to the same output.
  void print(std::string_view text) { output_.write(text); }

  // Ends the report. The result is `code`, or worse if the report could not be written.
  ExitCode finish(ExitCode code);

 private:
  Output output_;
  std::unique_ptr<Observer> observer_;
};

}  // namespace robur
