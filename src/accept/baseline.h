// A file of findings that are accepted, for programs whose text should have no comments about them.
//
//   {"accepted": [{"file": "ring.cpp", "kind": "store-buffering",
//                  "line": "while (head.load() == next) {}", "reason": "the producer retries"}]}
//
// An entry names the text of a source line instead of its number, so that it outlives changes
// elsewhere in the file. Paths are relative to the directory of the baseline.
#pragma once

#include <string>
#include <vector>

namespace robur::accept {

struct BaselineEntry {
  std::string file;  // absolute
  std::string kind;
  std::string line;  // without indentation
  std::string reason;

  bool sameFinding(const BaselineEntry& other) const {
    return file == other.file && kind == other.kind && line == other.line;
  }
};

struct Baseline {
  std::string path;
  std::vector<BaselineEntry> entries;
  std::string error;  // why the file cannot be used; empty if it can
};

Baseline readBaseline(const std::string& path);

// The text of a baseline at that path. Reasons that are empty are for the user to fill in.
std::string baselineText(const std::string& path, const std::vector<BaselineEntry>& entries);

// The path of a source file as entries have it.
std::string absolutePath(const std::string& file);

}  // namespace robur::accept
