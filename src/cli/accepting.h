// What `robur check` does about accepted findings: reads the baseline and the comments, warns about
// those that accept nothing, and writes a new baseline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accept/acceptance.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/settings.h"

namespace robur {

class Accepting {
 public:
  explicit Accepting(const CheckSettings& settings) : settings_(settings) {}

  // Reads the baseline, and makes sure that a new one would replace no file. False if the command
  // cannot be carried out; the reason has been printed.
  bool prepare();

  // What is accepted in this program. Nothing if a comment is malformed: then the program has been
  // turned down, with the errors printed.
  std::optional<accept::Acceptance> acceptanceFor(Loaded& loaded) const;

  // Takes note of a result that acceptance has marked.
  void seen(const Program& program, const Result& result);
  // Takes note that all models have been checked, and warns about comments without use.
  void checked(const Program& program, const accept::Acceptance& acceptance);

  // Warns about entries of the baseline that accept nothing, and writes a new baseline.
  ExitCode finish();

 private:
  bool known(const Result& result) const;

  const CheckSettings& settings_;
  accept::Baseline baseline_;
  std::vector<accept::BaselineEntry> open_;  // findings that nobody has accepted
  bool allKnown_ = true;                     // of the present program
  std::vector<bool> useless_;  // entries whose file was checked whole, and that accepted nothing
  std::vector<bool> useful_;
};

}  // namespace robur
