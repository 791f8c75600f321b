#include "frontend/llvm/files.h"

#include <algorithm>

namespace robur::frontend_llvm {

namespace {

namespace fs = std::filesystem;

fs::path wholePath(const fs::path& path) {
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(path, ignored);
  return whole.empty() ? fs::absolute(path, ignored).lexically_normal() : whole;
}

bool isBelow(const fs::path& path, const fs::path& directory) {
  const auto [end, rest] = std::ranges::mismatch(directory, path);
  return end == directory.end();
}

bool isBelowAny(const fs::path& path, const std::vector<fs::path>& directories) {
  return std::ranges::any_of(directories,
                             [&](const fs::path& directory) { return isBelow(path, directory); });
}

}  // namespace

Files::Files(const llvm::Module& module, const std::vector<std::string>& systemDirectories) {
  std::error_code ignored;
  own_.push_back(wholePath(fs::current_path(ignored)));
  for (const llvm::DICompileUnit* unit : module.debug_compile_units()) {
    const fs::path file = wholePath(pathOf(unit->getFile()));
    given_.insert(file);
    own_.push_back(file.parent_path());
  }
  system_ = {"/usr", "/lib"};
  for (const std::string& directory : systemDirectories) system_.push_back(wholePath(directory));
}

std::optional<Source::Owner> Files::ownerOf(const llvm::DIFile* file) {
  if (file == nullptr || file->getFilename().empty()) return std::nullopt;
  const auto [it, fresh] = known_.try_emplace(file);
  if (!fresh) return it->second;
  const fs::path path = wholePath(pathOf(file));
  if (given_.contains(path)) {
    it->second = Source::Owner::Given;
  } else if (!isBelowAny(path, system_)) {
    it->second = isBelowAny(path, own_) ? Source::Owner::Own : Source::Owner::Library;
  }
  return it->second;
}

// Clang splits a path where it leaves the current directory. A path relative to that directory
// stays relative, any other becomes absolute.
std::string Files::pathOf(const llvm::DIFile* file) {
  const std::string name = file->getFilename().str();
  const fs::path directory = file->getDirectory().str();
  std::error_code ignored;
  if (name.starts_with("/") || fs::equivalent(directory, ".", ignored)) return name;
  const fs::path whole = (directory / name).lexically_normal();
  return fs::exists(whole, ignored) ? whole.string() : name;
}

}  // namespace robur::frontend_llvm
