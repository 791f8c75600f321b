// robur languages: the table of input languages, for readers and for scripts.
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "frontend/language.h"

namespace robur {

namespace {

std::string languageList() {
  std::size_t names = 0;
  std::size_t titles = 0;
  for (const LanguageInfo& info : languageTable()) {
    names = std::max(names, std::strlen(info.name));
    titles = std::max(titles, std::strlen(info.title));
  }
  std::string out;
  for (const LanguageInfo& info : languageTable()) {
    const std::string reader = info.hasHelper() ? fmt::format(" (read by {})", info.helper) : "";
    out += fmt::format("{:<{}}  {:<{}}  {}{}\n", info.name, names, info.title, titles,
                       info.extensionList(), reader);
  }
  return out;
}

std::string languageTableMarkdown() {
  std::string out = "| language | extensions | described in |\n|---|---|---|\n";
  for (const LanguageInfo& info : languageTable()) {
    const std::string origin = *info.origin == 0 ? "" : fmt::format(", {}", info.origin);
    out += fmt::format("| {} | {} | [{}]({}){} |\n", info.title, info.extensionList("`"), info.page,
                       info.page, origin);
  }
  return out;
}

}  // namespace

ExitCode runLanguages(const ListSettings& settings) {
  Output(STDOUT_FILENO).write(settings.markdown ? languageTableMarkdown() : languageList());
  return ExitCode::Holds;
}

}  // namespace robur
