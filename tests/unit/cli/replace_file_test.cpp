// Rewriting a file: at once, with its permissions, and only if nobody has edited it.
#include "cli/replace_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/scratch_directory.h"

namespace robur::test {

namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(ReplaceFile, KeepsPermissionsAndFollowsLinks) {
  const ScratchDirectory scratch;
  const fs::path file = scratch.file("a.rob");
  std::ofstream(file) << "old\n";
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  fs::create_symlink(file, scratch.file("link.rob"));
  EXPECT_EQ(replaceFile(scratch.file("link.rob").string(), "old\n", "new\n"), "");
  EXPECT_EQ(contentsOf(file), "new\n");
  EXPECT_TRUE(fs::is_symlink(scratch.file("link.rob")));
  EXPECT_EQ(fs::status(file).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST(ReplaceFile, AnEditMadeMeanwhileIsNotLost) {
  const ScratchDirectory scratch;
  const fs::path file = scratch.file("a.rob");
  for (const char* edited : {"", "old", "old\nmore\n", "new\n"}) {
    std::ofstream(file, std::ios::trunc) << edited;
    EXPECT_EQ(replaceFile(file.string(), "old\n", "new\n"), "it has changed since it was read");
    EXPECT_EQ(contentsOf(file), edited);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1)
      << "nothing is left behind";
  fs::remove(file);
  EXPECT_NE(replaceFile(file.string(), "old\n", "new\n"), "");
}

}  // namespace

}  // namespace robur::test
