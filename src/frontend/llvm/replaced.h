// Files that are read with other contents: a change to a program is tried without touching the
// user's files. Clang sees them through a file system overlay, so that paths in diagnostics and
// debug information stay the same.
#pragma once

#include <map>
#include <string>

namespace robur::frontend_llvm {

class Replaced {
 public:
  // `path` is relative to the current directory or absolute; `contents` is the file to read
  // instead.
  void add(const std::string& path, const std::string& contents);
  bool empty() const { return contents_.empty(); }
  // The file to open for a path.
  const std::string& fileFor(const std::string& path) const;
  // A description of the overlay for clang's -ivfsoverlay.
  std::string overlay() const;

 private:
  std::map<std::string, std::string> contents_;  // by absolute path
};

}  // namespace robur::frontend_llvm
