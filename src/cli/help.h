// What `robur --help` says, made from the tables of commands and options.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace robur {

struct CommandInfo {
  Command command;
  const char* name;
  const char* usage;    // after the name
  const char* summary;  // one line for the list of commands
  const char* details;  // paragraphs for its own help
  const char* examples;
};

// An option as a help text describes it.
struct HelpEntry {
  const Option* option;
  std::string heading;      // "-m, --model LIST"
  std::string explanation;  // with its default
};

struct HelpSection {
  std::string_view title;
  std::vector<HelpEntry> entries;
};

std::span<const CommandInfo> commandTable();

// The options of a subcommand, in the order of the table.
std::vector<HelpSection> helpSections(Command command);

// What Robur is, in a paragraph, and what its exit codes mean.
const char* introduction();
const char* exitStatus();

std::string helpText();
std::string helpText(const CommandInfo& info);

// The same as a page of documentation: docs/cli.md.
std::string helpMarkdown();

}  // namespace robur
