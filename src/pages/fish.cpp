// For fish: a line for each option of each command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pages/choices.h"
#include "pages/completions.h"

namespace robur::pages {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fishArgument(const Option& option, Command command) {
  if (option.argument == nullptr) return {};
  if (takesPath(option)) return " -r -F";
  const std::vector<std::string> choices = choicesOf(option, command);
  if (choices.empty()) return " -x";
  if (std::string_view(option.argument) != "LIST") {
    return fmt::format(" -x -a '{}'", fmt::join(choices, " "));
  }
  return fmt::format(" -x -a '(__fish_append , {})'", fmt::join(choices, " "));
}

}  // namespace

std::string fishCompletion() {
  std::string out = "# Completion for robur in fish.\n";
  for (const CommandInfo& info : commandTable()) {
    out += fmt::format("complete -c robur -n __fish_use_subcommand -f -a {} -d {}\n", info.name,
                       quoted(info.summary));
  }
  for (const CommandInfo& info : commandTable()) {
    for (const HelpSection& section : helpSections(info.command)) {
      for (const HelpEntry& entry : section.entries) {
        std::string names;
        for (const std::string& spelling : spellingsOf(*entry.option)) {
          const bool isLong = spelling.starts_with("--");
          names += fmt::format(" {} {}", isLong ? "-l" : "-s", spelling.substr(isLong ? 2 : 1));
        }
        out += fmt::format("complete -c robur -n '__fish_seen_subcommand_from {}'{}{} -d {}\n",
                           info.name, names, fishArgument(*entry.option, info.command),
                           quoted(entry.explanation));
      }
    }
  }
  return out;
}

}  // namespace robur::pages
