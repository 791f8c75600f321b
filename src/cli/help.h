// What `robur --help` says, made from the tables of commands and options.
#pragma once

#include <span>
#include <string>

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

std::span<const CommandInfo> commandTable();

std::string helpText();
std::string helpText(const CommandInfo& info);

// The same as a page of documentation: docs/cli.md.
std::string helpMarkdown();

}  // namespace robur
