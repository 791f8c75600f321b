// For bash: a function that looks at the command and the word before the one to complete. A list of
// models is completed after its last comma. bash splits --model=ra into three words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pages/choices.h"
#include "pages/completions.h"

namespace robur::pages {

namespace {

constexpr const char* kHead = R"(# Completion for robur in bash.

# _robur_words LIST: completes the part of the current word after its last comma.
_robur_words() {
  local prefix=
  if [[ $current == *,* ]]; then prefix=${current%,*},; fi
  mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$1" -- "${current##*,}")
}

_robur() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _robur_words '{commands} --help --version'
    return
  fi
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case "${COMP_WORDS[1]} $previous" in
)";

constexpr const char* kTail = R"(  esac
  if [[ $current == -* ]]; then
    _robur_words "$options --help"
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _robur robur
)";

std::string argumentCases(const CommandInfo& info) {
  std::string out;
  for (const HelpSection& section : helpSections(info.command)) {
    for (const HelpEntry& entry : section.entries) {
      if (entry.option->argument == nullptr || takesPath(*entry.option)) continue;
      std::vector<std::string> patterns;
      for (const std::string& spelling : spellingsOf(*entry.option)) {
        patterns.push_back(fmt::format("'{} {}'", info.name, spelling));
      }
      const std::vector<std::string> choices = choicesOf(*entry.option, info.command);
      const std::string reply =
          choices.empty() ? "" : fmt::format("_robur_words '{}'; ", fmt::join(choices, " "));
      out += fmt::format("    {}) {}return ;;\n", fmt::join(patterns, " | "), reply);
    }
  }
  return out;
}

std::string optionCase(const CommandInfo& info) {
  std::vector<std::string> names;
  for (const HelpSection& section : helpSections(info.command)) {
    for (const HelpEntry& entry : section.entries) names.emplace_back(longName(*entry.option));
  }
  return fmt::format("    {}) options='{}' ;;\n", info.name, fmt::join(names, " "));
}

}  // namespace

std::string bashCompletion() {
  std::vector<std::string> commands;
  for (const CommandInfo& info : commandTable()) commands.emplace_back(info.name);
  std::string out = kHead;
  const std::string place = "{commands}";
  out.replace(out.find(place), place.size(), fmt::format("{}", fmt::join(commands, " ")));
  for (const CommandInfo& info : commandTable()) out += argumentCases(info);
  out += "  esac\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandInfo& info : commandTable()) out += optionCase(info);
  return out + kTail;
}

}  // namespace robur::pages
