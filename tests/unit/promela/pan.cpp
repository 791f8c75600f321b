#include "unit/promela/pan.h"

#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace robur::testing {

namespace {

namespace fs = std::filesystem;

// Each run has its own directory, because Spin writes pan.* into the current one.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "robur-spin-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// The depth bound is far above what these models need; pan reports it if not.
constexpr const char* kPipeline =
    "( spin -o1 -o2 -o3 -a model.pml"
    " && gcc -O0 -w -DNOREDUCE -DSAFETY -DVECTORSZ=16384 -o pan pan.c"
    " && ./pan -c0 -m1000000 -w20 ) > log 2>&1";

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

bool spinInstalled() {
  return std::system("command -v spin > /dev/null 2>&1") == 0;
}

PanResult runPan(const std::string& promela) {
  PanResult result;
  const TemporaryDirectory directory;
  if (directory.path().empty()) {
    result.output = "no temporary directory";
    return result;
  }
  std::ofstream(directory.path() / "model.pml") << promela;
  const std::string command = "cd '" + directory.path().string() + "' && " + kPipeline;
  const int status = std::system(command.c_str());
  result.output = contents(directory.path() / "log");
  std::smatch match;
  static const std::regex kStates(R"((\d+) states, stored)");
  static const std::regex kViolated(R"(assertion violated (\w+) )");
  if (!std::regex_search(result.output, match, kStates)) return result;
  result.states = std::stoull(match[1].str());
  // pan reports an incomplete search, and reaching its depth bound as an error.
  result.ran = status == 0 && result.output.find("max search depth") == std::string::npos &&
               result.output.find("out of memory") == std::string::npos;
  for (std::sregex_iterator it(result.output.begin(), result.output.end(), kViolated), end;
       it != end; ++it) {
    result.violated.insert((*it)[1].str());
  }
  return result;
}

}  // namespace robur::testing
