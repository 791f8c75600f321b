// robur-pages DIRECTORY: writes manual pages and completions into the directory, for installation.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "pages/completions.h"
#include "pages/manual.h"

namespace {

namespace fs = std::filesystem;

bool write(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (file) return true;
  fmt::print(stderr, "robur-pages: error: {} cannot be written\n", path.string());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace robur;
  if (argc != 2) {
    fmt::print(stderr, "usage: robur-pages DIRECTORY\n");
    return 2;
  }
  const fs::path directory = argv[1];
  std::error_code failed;
  fs::create_directories(directory, failed);
  bool written = write(directory / "robur.bash", pages::bashCompletion()) &&
                 write(directory / "_robur", pages::zshCompletion()) &&
                 write(directory / "robur.fish", pages::fishCompletion());
  for (const CommandInfo& info : commandTable()) {
    written =
        written && write(directory / fmt::format("robur-{}.1", info.name), pages::manualPage(info));
  }
  return written && write(directory / "robur.1", pages::manualPage()) ? 0 : 1;
}
