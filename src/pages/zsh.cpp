// For zsh: the specifications that its function _arguments reads.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pages/choices.h"
#include "pages/completions.h"

namespace robur::pages {

namespace {

// For a word in single quotes in which brackets and colons have a meaning of their own.
std::string inSpecification(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zshArgument(const Option& option, Command command) {
  if (option.argument == nullptr) return {};
  std::string out = fmt::format(":{}:", option.argument);
  const std::vector<std::string> choices = choicesOf(option, command);
  if (takesPath(option)) {
    out += "_files";
  } else if (!choices.empty()) {
    const bool isList = std::string_view(option.argument) == "LIST";
    out += fmt::format("_values {}{} {}", isList ? "-s , " : "", option.argument,
                       fmt::join(choices, " "));
  } else {
    out += " ";
  }
  return out;
}

std::string specification(const HelpEntry& entry, Command command) {
  const std::vector<std::string> spellings = spellingsOf(*entry.option);
  const std::string rest = fmt::format("[{}]{}", inSpecification(entry.explanation),
                                       zshArgument(*entry.option, command));
  const std::string equals = entry.option->argument == nullptr ? "" : "=";
  if (spellings.size() == 1) return fmt::format("'{}{}{}'", spellings[0], equals, rest);
  return fmt::format("'({})'{{{},{}{}}}'{}'", fmt::join(spellings, " "), spellings[1], spellings[0],
                     equals, rest);
}

}  // namespace

std::string zshCompletion() {
  std::string out = "#compdef robur\n# Completion for robur in zsh.\n\n_robur() {\n";
  out += "  local -a commands\n  commands=(\n";
  for (const CommandInfo& info : commandTable()) {
    out += fmt::format("    '{}:{}'\n", info.name, inSpecification(info.summary));
  }
  out +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n";
  for (const CommandInfo& info : commandTable()) {
    out += fmt::format("    {})\n      _arguments \\\n", info.name);
    for (const HelpSection& section : helpSections(info.command)) {
      for (const HelpEntry& entry : section.entries) {
        out += fmt::format("        {} \\\n", specification(entry, info.command));
      }
    }
    out += "        '--help[describe the command]' '*:file:_files'\n      ;;\n";
  }
  return out + "  esac\n}\n\n_robur \"$@\"\n";
}

}  // namespace robur::pages
