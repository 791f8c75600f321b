// Files that are read as if they held something else: a change to a program is tried out
// without touching the user's files. Clang sees them through an overlay of its file system, by
// which names in diagnostics and debug information stay as they are.
#pragma once

#include <map>
#include <string>

namespace robur::llvmfront {

class Replaced {
 public:
  // `path` as a user names it, from the current directory; what it is to hold is in `contents`.
  void add(const std::string& path, const std::string& contents);
  bool empty() const { return contents_.empty(); }
  // The file to be opened for a path.
  const std::string& fileFor(const std::string& path) const;
  // A description of the overlay for clang's -ivfsoverlay.
  std::string overlay() const;

 private:
  std::map<std::string, std::string> contents_;  // by absolute path
};

}  // namespace robur::llvmfront
