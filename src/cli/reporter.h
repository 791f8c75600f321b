// Connects a subcommand with the observer that writes its results to standard output.
#pragma once

#include <unistd.h>

#include <memory>
#include <type_traits>

#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "report/observer.h"

namespace robur {

// What reports say of where they come from: the directory and the version.
void addOrigin(ReportOptions& options);

class Reporter {
 public:
  // Shows what the settings of a subcommand ask for.
  template <class Settings>
  explicit Reporter(const Settings& settings) : Reporter(settings, optionsOf(settings)) {}

  Observer* operator->() { return observer_.get(); }

  // Writes text that is not a report, such as a program, to the same output.
  void print(std::string_view text) { output_.write(text); }

  // Lists the errors of a file that has not become a program; returns the exit code.
  ExitCode reject(Loaded loaded);

  // Ends the report. The result is `code`, or worse if the report could not be written.
  ExitCode finish(ExitCode code);

 private:
  Reporter(const Showing& showing, const ReportOptions& options);

  template <class Settings>
  static ReportOptions optionsOf(const Settings& settings) {
    ReportOptions options;
    options.quiet = settings.quiet;
    if constexpr (std::is_base_of_v<Explaining, Settings>) options.explain = settings.explain;
    if constexpr (std::is_base_of_v<Counting, Settings>) options.stats = settings.stats;
    options.paint.colours = wantsColours(settings.colour, STDOUT_FILENO);
    options.columns = proseColumns(STDOUT_FILENO);
    if constexpr (requires { settings.acceptHarmless; }) {
      options.acceptHarmless = settings.acceptHarmless;
    }
    if constexpr (requires { settings.allowBounded; }) options.allowBounded = settings.allowBounded;
    addOrigin(options);
    return options;
  }

  Output output_;
  std::unique_ptr<Observer> observer_;
};

}  // namespace robur
