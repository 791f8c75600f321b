#include "cli/project_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/language.h"
#include "project/clang_flags.h"
#include "project/compile_commands.h"

namespace robur {

namespace {

constexpr std::size_t kMostIncluding = 5;

// Why the build does not compile this file, as far as that is known.
std::string unknownFile(const project::CompileCommands& commands, const std::string& file) {
  std::string out = fmt::format("{} does not compile {}", commands.path(), file);
  const std::vector<std::string> including = commands.including(file, kMostIncluding);
  if (!including.empty()) {
    out += fmt::format("; it is included by {}: name one of these", fmt::join(including, ", "));
  }
  return out;
}

}  // namespace

std::string readProjectFlags(Reading& reading) {
  if (reading.project.empty()) return {};
  std::string problem;
  const auto commands = project::CompileCommands::read(reading.project, problem);
  if (!commands) return problem;
  for (const std::string& file : reading.files) {
    const std::optional<Language> language = languageOfPath(file);
    if (language && !infoOf(*language).hasHelper()) continue;
    if (language == Language::Llvm) continue;
    const std::vector<std::string>* flags = commands->flagsOf(file);
    if (flags == nullptr) return unknownFile(*commands, file);
    reading.fileFlags[file] = *flags;
    std::vector<std::string> all = *flags;
    all.insert(all.end(), reading.clangFlags.begin(), reading.clangFlags.end());
    reading.withoutAssertions |= project::definesNdebug(all);
  }
  return {};
}

}  // namespace robur
