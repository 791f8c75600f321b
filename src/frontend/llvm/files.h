// Whose file is it? The answer decides which lines reports show and which files repairs edit.
//
//   given     on the command line
//   own       a header below the current directory or below the directory of a given file
//   library   any other header
//   none      a system header: of /usr or /lib, of an -isystem directory, or Robur's own
//
// Lines of system headers are never shown: what happens there has the line of the call. Only given
// and own files are edited. In files that are not given, lines of wrappers (wrappers.h) are not
// shown.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include "program/source.h"

namespace robur::frontend_llvm {

class Files {
 public:
  // The given files are those that the module was compiled from.
  Files(const llvm::Module& module, const std::vector<std::string>& systemDirectories);

  // Nothing for system headers.
  std::optional<Source::Owner> ownerOf(const llvm::DIFile* file);
  // As reports name it: relative if it is below the current directory.
  static std::string pathOf(const llvm::DIFile* file);

 private:
  std::set<std::filesystem::path> given_;
  std::vector<std::filesystem::path> own_;     // directories
  std::vector<std::filesystem::path> system_;  // directories
  std::map<const llvm::DIFile*, std::optional<Source::Owner>> known_;
};

}  // namespace robur::frontend_llvm
