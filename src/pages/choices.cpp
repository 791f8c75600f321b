#include "pages/choices.h"

#include <algorithm>
#include <string_view>

#include "frontend/language.h"
#include "program/model_info.h"
#include "report/format.h"

namespace robur::pages {

namespace {

using Words = std::vector<std::string>;

Words modelsFor(Command command) {
  Words out;
  for (const ModelInfo& info : kModels) {
    if (command != Command::Export || info.exported) out.emplace_back(info.name);
  }
  if (command != Command::Export) out.emplace_back("all");
  return out;
}

Words parsedLanguageNames() {
  Words out;
  for (const LanguageInfo& info : languageTable()) {
    if (!info.hasHelper()) out.emplace_back(info.name);
  }
  return out;
}

Words formatsFor(Command command) {
  Settings settings = settingsFor(command);
  const Question question = partOf<Showing>(settings)->question;
  Words out;
  for (const FormatInfo& info : formatTable()) {
    if ((info.questions & question) != 0) out.emplace_back(info.name);
  }
  return out;
}

struct Fixed {
  const char* option;
  Command command;
  std::initializer_list<const char*> words;
};

const Fixed kFixed[] = {
    {"--consequence", Command::Check, {"auto", "off"}},
    {"--accept", Command::Check, {"harmless"}},
    {"--engine", Command::Check, {"auto", "states", "graphs"}},
    {"--engine", Command::Verify, {"all", "sc", "robust", "potential", "buffers", "graphs"}},
    {"--goal", Command::Repair, {"robust", "safe"}},
    {"--goal", Command::Relax, {"robust", "safe"}},
    {"--allow", Command::Repair, {"fence", "order", "rmw"}},
    {"--cost", Command::Repair, {"kind", "size", "runtime"}},
    {"--cost", Command::Relax, {"kind", "size", "runtime"}},
    {"--schedule", Command::Run, {"os", "random", "pct", "exhaust"}},
};

}  // namespace

Words choicesOf(const Option& option, Command command) {
  const std::string_view name = longName(option);
  if (option.argument == nullptr || takesPath(option)) return {};
  if (name == "--model") return modelsFor(command);
  if (name == "--language") return parsedLanguageNames();
  if (option.values != nullptr) return formatsFor(command);
  if (name == "--color") return {"auto", "always", "never"};
  if (name == "--volatile") return {"plain", "relaxed"};
  for (const Fixed& fixed : kFixed) {
    if (name == fixed.option && fixed.command == command) {
      return {fixed.words.begin(), fixed.words.end()};
    }
  }
  return {};
}

bool takesPath(const Option& option) {
  if (option.argument == nullptr) return false;
  const std::string_view argument = option.argument;
  return argument == "FILE" || argument == "DIR";
}

Words spellingsOf(const Option& option) {
  const std::string_view names = option.names;
  const std::size_t comma = names.find(',');
  if (comma == std::string_view::npos) return {std::string(names)};
  return {std::string(names.substr(comma + 1)), std::string(names.substr(0, comma))};
}

}  // namespace robur::pages
