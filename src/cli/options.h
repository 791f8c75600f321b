// Every option of every subcommand, in one table. The parser, --help and docs/cli.md are made from
// it; to add an option, add a row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/settings.h"

namespace robur {

struct Option {
  // Takes the argument over; says what is wrong with it, or nothing.
  struct Setter {
    std::string (*set)(Settings&, std::string_view);
    unsigned commands;  // whose settings have the field
  };

  unsigned commands;      // a sum of Command
  const char* section;    // heading in --help
  const char* names;      // "--model", or "-j,--workers"
  const char* argument;   // "N"; null for a switch
  const char* byDefault;  // what holds without it; null if nothing is worth saying
  const char* help;
  Setter setter;
  // The names that the argument may be, for the command's help; null if it is no such list.
  std::string (*values)(Question) = nullptr;
  bool repeats = false;  // each occurrence counts; otherwise the last one

  bool belongsTo(Command command) const { return (commands & static_cast<unsigned>(command)) != 0; }
};

std::span<const Option> optionTable();

// "--workers" of "-j,--workers".
std::string_view longName(const Option& option);

}  // namespace robur
