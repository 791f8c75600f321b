#include "frontend/llvm/replaced.h"

#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <llvm/Support/JSON.h>

namespace robur::frontend_llvm {

namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

// A shell's idea of where it is may lead through links, and clang shares it.
std::string absoluteForShell(const std::string& path) {
  const char* const here = std::getenv("PWD");
  if (here == nullptr || fs::path(path).is_absolute()) return absolute(path);
  return (fs::path(here) / path).lexically_normal().string();
}

std::string quoted(const std::string& text) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  stream << llvm::json::Value(text);
  return out;
}

}  // namespace

void Replaced::add(const std::string& path, const std::string& contents) {
  contents_[absolute(path)] = contents;
  contents_[absoluteForShell(path)] = contents;
}

const std::string& Replaced::fileFor(const std::string& path) const {
  const auto found = contents_.find(absolute(path));
  return found == contents_.end() ? path : found->second;
}

std::string Replaced::overlay() const {
  std::string roots;
  for (const auto& [path, contents] : contents_) {
    roots += fmt::format("{}{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}",
                         roots.empty() ? "" : ",\n  ", quoted(path), quoted(absolute(contents)));
  }
  return fmt::format(
      "{{\"version\": 0, \"case-sensitive\": \"true\", \"use-external-names\": \"false\",\n"
      " \"roots\": [\n  {}]}}\n",
      roots);
}

}  // namespace robur::frontend_llvm
