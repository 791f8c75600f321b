// robur models: the table of memory models, for readers and for scripts.
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "program/model_info.h"

namespace robur {

namespace {

std::string modelList() {
  std::size_t width = 0;
  for (const ModelInfo& info : kModels) width = std::max(width, std::strlen(info.name));
  std::string out;
  for (const ModelInfo& info : kModels) {
    out += fmt::format("{:<{}}  {:<{}}  {}\n", info.name, width, info.title, width, info.fullName);
  }
  return out;
}

std::string modelTableMarkdown() {
  std::string out = "| name | what it allows beyond SC | use it for |\n|---|---|---|\n";
  for (const ModelInfo& info : kModels) {
    out += fmt::format("| `{}` | {} | {} |\n", info.name, info.allows, info.useFor);
  }
  return out;
}

}  // namespace

ExitCode runModels(const ListSettings& settings) {
  Output(STDOUT_FILENO).write(settings.markdown ? modelTableMarkdown() : modelList());
  return ExitCode::Holds;
}

}  // namespace robur
