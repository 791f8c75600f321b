#include "frontend/language.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "frontend/litmus/parse_litmus.h"
#include "frontend/rob/parse_rob.h"
#include "frontend/tpl/parse_tpl.h"
#include "frontend/trencher/parse_trencher.h"
#include "program/internal_error.h"

namespace robur {

namespace {

constexpr const char* kClangHelper = "robur-llvm";

// In the order of the enumeration.
constexpr LanguageInfo kLanguages[] = {
    {.language = Language::Rob,
     .name = "rob",
     .title = "Robur's own, C-like",
     .extensions = {"rob"},
     .parse = parseRob,
     .helper = nullptr,
     .defaultModels = &ModelInfo::byDefault,
     .editor = TextEditor::Calls,
     .calls = {},
     .fuzzTarget = "fuzz_rob",
     .page = "docs/language.md",
     .origin = ""},
    {.language = Language::Tpl,
     .name = "tpl",
     .title = "Rocker's",
     .extensions = {"tpl"},
     .parse = parseTpl,
     .helper = nullptr,
     .defaultModels = &ModelInfo::byDefault,
     .editor = TextEditor::Calls,
     .calls = {.scFence = "seq_cst",
               .scAccesses = false,
               .orderPairs = true,
               .failureOrders = false,
               .accessesByName = false},
     .fuzzTarget = "fuzz_tpl",
     .page = "docs/language.md",
     .origin = "[Rocker](https://github.com/rymrg/rocker)"},
    {.language = Language::Trencher,
     .name = "trencher",
     .title = "Trencher's automata",
     .extensions = {"trencher", "txt"},
     .parse = parseTrencher,
     .helper = nullptr,
     .defaultModels = &ModelInfo::byDefault,
     .editor = TextEditor::Transitions,
     .calls = {},
     .fuzzTarget = "fuzz_trencher",
     .page = "docs/language.md",
     .origin = "[Trencher](https://github.com/yegord/trencher)"},
    {.language = Language::Litmus,
     .name = "litmus",
     .title = "herd's litmus tests",
     .extensions = {"litmus"},
     .parse = parseLitmus,
     .helper = nullptr,
     .defaultModels = &ModelInfo::byDefaultForC,
     .editor = TextEditor::None,
     .calls = {},
     .fuzzTarget = "fuzz_litmus",
     .page = "docs/litmus.md",
     .origin = "[herd](https://github.com/herd/herdtools7)"},
    {.language = Language::C,
     .name = "c",
     .title = "C",
     .extensions = {"c"},
     .parse = nullptr,
     .helper = kClangHelper,
     .defaultModels = &ModelInfo::byDefaultForC,
     .editor = TextEditor::C,
     .calls = {},
     .fuzzTarget = nullptr,
     .page = "docs/cpp.md",
     .origin = ""},
    {.language = Language::Cpp,
     .name = "c++",
     .title = "C++",
     .extensions = {"cc", "cpp", "cxx", "C", "c++", "CPP", "cp"},
     .parse = nullptr,
     .helper = kClangHelper,
     .defaultModels = &ModelInfo::byDefaultForC,
     .editor = TextEditor::C,
     .calls = {},
     .fuzzTarget = nullptr,
     .page = "docs/cpp.md",
     .origin = ""},
    {.language = Language::Llvm,
     .name = "llvm",
     .title = "LLVM bitcode and assembly",
     .extensions = {"bc", "ll"},
     .parse = nullptr,
     .helper = kClangHelper,
     .defaultModels = &ModelInfo::byDefaultForC,
     .editor = TextEditor::None,
     .calls = {},
     .fuzzTarget = nullptr,
     .page = "docs/cpp.md",
     .origin = ""},
};

}  // namespace

std::string LanguageInfo::extensionList(std::string_view quote) const {
  std::string out;
  for (const std::string_view extension : extensions) {
    if (extension.empty()) break;
    out += fmt::format("{}{}.{}{}", out.empty() ? "" : ", ", quote, extension, quote);
  }
  return out;
}

std::span<const LanguageInfo> languageTable() {
  return kLanguages;
}

const LanguageInfo& infoOf(Language language) {
  return kLanguages[static_cast<std::size_t>(language)];
}

std::optional<Language> languageNamed(std::string_view name) {
  for (const LanguageInfo& info : kLanguages) {
    if (name == info.name) return info.language;
  }
  return std::nullopt;
}

std::optional<Language> languageOfPath(std::string_view path) {
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = file.find_last_of('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view ending = file.substr(dot + 1);
  for (const LanguageInfo& info : kLanguages) {
    for (const std::string_view extension : info.extensions) {
      if (!ending.empty() && ending == extension) return info.language;
    }
  }
  return std::nullopt;
}

bool hasHelper(std::string_view path) {
  const std::optional<Language> language = languageOfPath(path);
  return language && infoOf(*language).hasHelper();
}

std::string parsedLanguages(std::string_view conjunction) {
  std::vector<std::string_view> names;
  for (const LanguageInfo& info : kLanguages) {
    if (info.parse != nullptr) names.emplace_back(info.name);
  }
  const std::string_view last = names.back();
  names.pop_back();
  return fmt::format("{} {} {}", fmt::join(names, ", "), conjunction, last);
}

Parsed parse(Language language, Source source) {
  const LanguageInfo& info = infoOf(language);
  if (info.parse == nullptr) throw InternalError("this language is read by a helper program");
  return info.parse(std::move(source));
}

}  // namespace robur
