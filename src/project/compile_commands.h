// compile_commands.json: how the user's build compiles each file. CMake, Meson and Bazel write it;
// clang-tidy and clangd read it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robur::project {

class CompileCommands {
 public:
  // `path` is a build directory, or the file itself. Nothing, with the reason, if it cannot be
  // read.
  static std::optional<CompileCommands> read(const std::string& path, std::string& problem);

  // The flags of a file (clang_flags.h); null if the build does not compile it.
  const std::vector<std::string>* flagsOf(const std::string& file) const;

  // Files of the build with an #include whose path ends in this name, at most `most` of them.
  std::vector<std::string> including(std::string_view header, std::size_t most) const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::map<std::string, std::vector<std::string>> flags_;  // by the absolute path of the file
};

}  // namespace robur::project
