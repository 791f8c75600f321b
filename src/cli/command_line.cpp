// CLI11 splits and matches arguments; their meaning is in the table of options, their description
// in help.cpp. CLI11's messages are replaced where more can be said: for a misspelled name the
// likely one is suggested, for a file in the place of a command the command `check`.
#include "cli/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/help.h"
#include "cli/options.h"
#include "cli/project_flags.h"
#include "cli/version.h"
#include "frontend/language.h"
#include "frontend/rob/suggest.h"

namespace robur {

namespace {

CommandLine printing(std::string text) {
  CommandLine line;
  line.out = std::move(text);
  return line;
}

CommandLine wrong(std::string_view message, std::string_view helpCommand) {
  CommandLine line;
  line.err = fmt::format("robur: error: {}\ntry: robur {}--help\n", message, helpCommand);
  line.exit = ExitCode::BadInput;
  return line;
}

CommandLine unknownCommand(const std::string& word) {
  if (word.starts_with('-') && word != "-") {
    return wrong(
        fmt::format("'{}' is not an option of robur itself; options follow the command", word), "");
  }
  if (languageOfPath(word) || ::access(word.c_str(), F_OK) == 0) {
    return wrong(fmt::format("a command comes first; did you mean 'robur check {}'?", word), "");
  }
  frontend_rob::Suggestion suggestion(word);
  for (const CommandInfo& info : commandTable()) suggestion.consider(info.name);
  std::vector<std::string> names;
  for (const CommandInfo& info : commandTable()) names.emplace_back(info.name);
  const std::string last = names.back();
  names.pop_back();
  const std::string all = fmt::format("the commands are {} and {}", fmt::join(names, ", "), last);
  return wrong(fmt::format("unknown command '{}'; {}", word, suggestion.text(all)), "");
}

// The first argument that looks like an option and is not one of this command.
std::string misspelledOption(const std::vector<std::string>& arguments, Command command) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    frontend_rob::Suggestion suggestion(name);
    bool known = name == "--help";
    for (const Option& option : optionTable()) {
      if (!option.belongsTo(command)) continue;
      known |= name == longName(option);
      suggestion.consider(longName(option));
    }
    if (!known) {
      return fmt::format("unknown option '{}'{}{}", name, suggestion.found() ? "; " : "",
                         suggestion.text());
    }
  }
  return {};
}

// After a C or C++ file, arguments after -- are for clang. Otherwise they are more files.
std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (std::none_of(arguments.begin(), dashes, hasHelper)) return {};
  std::vector<std::string> flags;
  if (dashes != arguments.end()) flags.assign(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return flags;
}

// An option that none of the files has a use for; empty if there is none.
std::string uselessOption(const Reading& reading) {
  const std::pair<const char*, bool> given[] = {
      {"--entry", !reading.entries.empty()},   {"--any", !reading.any.empty()},
      {"--init", !reading.inits.empty()},      {"--assume-pure", !reading.pure.empty()},
      {"--project", !reading.project.empty()}, {"--objects", reading.objects.has_value()}};
  const bool readsC = std::any_of(reading.files.begin(), reading.files.end(), hasHelper);
  for (const auto& [name, isGiven] : given) {
    if (isGiven && !readsC)
      return fmt::format("{} is for C and C++, and no file is in these", name);
  }
  if (reading.objects && reading.any.empty()) return "--objects needs --any";
  return {};
}

// Everything after -- belongs to the program, even if it looks like an option.
std::vector<std::string> takeProgram(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  const std::vector<std::string> program(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return program;
}

CommandLine parseFor(const CommandInfo& info, std::vector<std::string> arguments) {
  CommandLine line;
  line.command = info.command;
  line.settings = settingsFor(info.command);
  Reading* const reading = partOf<Reading>(line.settings);
  RunSettings* const running = partOf<RunSettings>(line.settings);
  if (running != nullptr) running->program = takeProgram(arguments);
  if (reading != nullptr) reading->clangFlags = takeClangFlags(arguments);
  std::vector<std::string> files;
  CLI::App app;
  app.set_help_flag();
  bool help = false;
  app.add_flag("-h,--help", help);
  app.add_option("FILE", files);
  for (const Option& option : optionTable()) {
    if (!option.belongsTo(info.command)) continue;
    const auto apply = [&option, &line](const std::string& value) {
      const std::string problem = option.setter.set(line.settings, value);
      if (!problem.empty()) {
        throw CLI::ValidationError(fmt::format("{}: {}", longName(option), problem),
                                   CLI::ExitCodes::ValidationError);
      }
    };
    if (option.argument == nullptr) {
      app.add_flag_callback(option.names, [apply] { apply(""); });
    } else {
      app.add_option_function<std::string>(option.names, apply)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
          ->trigger_on_parse(option.repeats);
    }
  }
  try {
    // CLI11 takes the arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    if (help) return printing(helpText(info));
    const std::string misspelled = misspelledOption(arguments, info.command);
    return wrong(misspelled.empty() ? error.what() : misspelled, fmt::format("{} ", info.name));
  }
  if (help) return printing(helpText(info));
  if (running != nullptr) {
    if (!running->program.empty() && files.empty()) return line;
    return wrong("the program to run follows --: robur run -- ./program argument", "run ");
  }
  const bool wanted = reading != nullptr;
  if (files.empty() == wanted) {
    const char* const what = wanted ? "needs a file, or - for standard input" : "takes no files";
    return wrong(fmt::format("{} {}", info.name, what), fmt::format("{} ", info.name));
  }
  if (wanted) {
    reading->files = std::move(files);
    std::string problem = readProjectFlags(*reading);
    if (problem.empty()) problem = uselessOption(*reading);
    if (!problem.empty()) return wrong(problem, fmt::format("{} ", info.name));
  }
  // What limits the search limits the translation before it.
  const Searching* const searching = partOf<Searching>(line.settings);
  if (reading != nullptr && searching != nullptr) reading->readLimits = searching->limits;
  return line;
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    CommandLine line = wrong("a command is missing", "");
    line.err = helpText();
    return line;
  }
  const std::string& first = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (first == "--version" || first == "-V") return printing(versionText());
  const bool asksForHelp = first == "--help" || first == "-h" || first == "help";
  if (asksForHelp && rest.empty()) return printing(helpText());
  const std::string& name = asksForHelp ? rest.front() : first;
  for (const CommandInfo& info : commandTable()) {
    if (name != info.name) continue;
    if (asksForHelp) return printing(helpText(info));
    CommandLine line = parseFor(info, rest);
    if (Showing* const showing = partOf<Showing>(line.settings)) showing->command = arguments;
    return line;
  }
  return unknownCommand(name);
}

}  // namespace robur
