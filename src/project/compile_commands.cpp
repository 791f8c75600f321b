#include "project/compile_commands.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "project/clang_flags.h"
#include "project/command_words.h"

namespace robur::project {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

// The same for every path of a file, whatever links lead to it.
std::string identity(const fs::path& path) {
  std::error_code failed;
  const fs::path known = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal().string() : known.string();
}

fs::path within(const fs::path& directory, const fs::path& path) {
  return (path.is_absolute() ? path : directory / path).lexically_normal();
}

std::vector<std::string> wordsOf(const Json& entry) {
  if (entry.contains("arguments")) {
    return entry.at("arguments").get<std::vector<std::string>>();
  }
  return commandWords(entry.at("command").get<std::string>());
}

// Does the line include a file of this name?
bool includes(std::string_view line, std::string_view name) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return false;
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string_view::npos || !line.substr(word).starts_with("include")) return false;
  const std::size_t close = line.find_last_of("\">");
  if (close == std::string_view::npos || close < word + 7 + name.size()) return false;
  const std::size_t begin = close - name.size();
  const char before = line[begin - 1];
  return line.substr(begin, name.size()) == name &&
         (before == '/' || before == '"' || before == '<');
}

}  // namespace

std::optional<CompileCommands> CompileCommands::read(const std::string& path,
                                                     std::string& problem) {
  std::error_code failed;
  CompileCommands out;
  out.path_ =
      fs::is_directory(path, failed) ? (fs::path(path) / "compile_commands.json").string() : path;
  std::ifstream file(out.path_);
  if (!file) {
    problem = fmt::format(
        "{}: there is no such file; CMake writes it with "
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        out.path_);
    return std::nullopt;
  }
  try {
    const fs::path place = fs::absolute(out.path_).parent_path();
    for (const Json& entry : Json::parse(file)) {
      const fs::path directory = within(place, entry.at("directory").get<std::string>());
      const fs::path source = within(directory, entry.at("file").get<std::string>());
      // The first command of a file counts, as for clang-tidy.
      out.flags_.try_emplace(identity(source), meaningfulFlags(wordsOf(entry), directory));
    }
  } catch (const Json::exception& error) {
    problem = fmt::format("{}: this is no list of compile commands: {}", out.path_, error.what());
    return std::nullopt;
  }
  return out;
}

const std::vector<std::string>* CompileCommands::flagsOf(const std::string& file) const {
  const auto it = flags_.find(identity(fs::absolute(file)));
  return it != flags_.end() ? &it->second : nullptr;
}

std::vector<std::string> CompileCommands::including(std::string_view header,
                                                    std::size_t most) const {
  const std::string name = fs::path(header).filename().string();
  std::vector<std::string> out;
  for (auto it = flags_.begin(); it != flags_.end() && out.size() < most; ++it) {
    std::ifstream text(it->first);
    for (std::string line; std::getline(text, line);) {
      if (!includes(line, name)) continue;
      out.push_back(fs::proximate(it->first).string());
      break;
    }
  }
  return out;
}

}  // namespace robur::project
