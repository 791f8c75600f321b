#include "support/subprocess.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "support/executable_path.h"
#include "support/scratch_directory.h"

namespace robur {

namespace {

namespace fs = std::filesystem;

Subprocess shell(const std::string& script) {
  return Subprocess{{"sh", "-c", script}};
}

Finished captured(Subprocess command) {
  command.output.to = Redirection::To::Capture;
  return runSubprocess(command);
}

std::string contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

TEST(Subprocess, CapturesOutputLargerThanAPipe) {
  const Finished finished = captured(shell("head -c 300000 /dev/zero | tr '\\0' x"));
  EXPECT_TRUE(finished.succeeded());
  EXPECT_EQ(finished.output, std::string(300000, 'x'));
}

TEST(Subprocess, ReportsExitCodesAndSignals) {
  const Finished ended = runSubprocess(shell("exit 127"));
  EXPECT_FALSE(ended.succeeded());
  EXPECT_EQ(ended.startError, 0);
  EXPECT_EQ(ended.exitCode, 127);
  const Finished killed = runSubprocess(shell("kill -TERM $$"));
  EXPECT_FALSE(killed.succeeded());
  EXPECT_EQ(killed.signal, SIGTERM);
}

TEST(Subprocess, ReportsWhyAProgramCannotBeStarted) {
  const Finished finished = runSubprocess(Subprocess{{"/no/such/program"}});
  EXPECT_FALSE(finished.succeeded());
  EXPECT_EQ(finished.startError, ENOENT);
  EXPECT_EQ(replaceProcess("/no/such/program", {}), ENOENT);
}

TEST(Subprocess, EnvironmentReplacesAndExtends) {
  ::setenv("ROBUR_TEST_OLD", "old", 1);
  ::setenv("ROBUR_TEST_KEPT", "kept", 1);
  Subprocess command = shell("echo $ROBUR_TEST_OLD $ROBUR_TEST_NEW $ROBUR_TEST_KEPT");
  command.environment = {{"ROBUR_TEST_OLD", "changed"}, {"ROBUR_TEST_NEW", "added"}};
  EXPECT_EQ(captured(command).output, "changed added kept\n");
}

TEST(Subprocess, BothStreamsShareAFile) {
  const ScratchDirectory scratch;
  const fs::path file = scratch.file("both");
  std::ofstream(file) << "what was there before";
  Subprocess command = shell("echo out; echo err >&2; echo out again");
  command.output = command.errors = {Redirection::To::File, file.string()};
  EXPECT_TRUE(runSubprocess(command).succeeded());
  EXPECT_EQ(contentsOf(file), "out\nerr\nout again\n");
}

TEST(Subprocess, OutputFollowsErrors) {
  const ScratchDirectory scratch;
  Subprocess command = shell("echo out; echo err >&2");
  command.output.to = Redirection::To::StandardError;
  command.errors = {Redirection::To::File, scratch.file("errors").string()};
  EXPECT_TRUE(runSubprocess(command).succeeded());
  EXPECT_EQ(contentsOf(scratch.file("errors")), "out\nerr\n");
}

TEST(Subprocess, AFileThatCannotBeWrittenIsAnError) {
  Subprocess command = shell("true");
  command.output = {Redirection::To::File, "/no/such/directory/file"};
  EXPECT_EQ(runSubprocess(command).startError, ENOENT);
}

TEST(Subprocess, FixedAddresses) {
  Subprocess command = shell("cat /proc/self/personality");
  command.fixedAddresses = true;
  const Finished fixed = captured(command);
  ASSERT_TRUE(fixed.succeeded());
  EXPECT_NE(std::stoul(fixed.output, nullptr, 16) & 0x0040000u, 0u);
}

// A pipe inherited by another child would stay open until that child ends.
TEST(Subprocess, ChildrenDoNotShareDescriptors) {
  const auto openFiles = [] { return captured(shell("ls /proc/self/fd | wc -l")).output; };
  const std::string alone = openFiles();
  std::vector<std::future<std::string>> all;
  for (int i = 0; i < 8; ++i) all.push_back(std::async(std::launch::async, openFiles));
  for (auto& one : all) EXPECT_EQ(one.get(), alone);
}

TEST(ScratchDirectory, IsRemovedWithItsContents) {
  fs::path path;
  {
    const ScratchDirectory scratch;
    path = scratch.path();
    fs::create_directory(scratch.file("inner"));
    std::ofstream(scratch.file("inner") / "file") << "text";
    EXPECT_TRUE(fs::exists(path / "inner" / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchDirectory, IsEmptyIfItCannotBeMade) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "/tmp" : before;
  ::setenv("TMPDIR", "/no/such/directory", 1);
  EXPECT_TRUE(ScratchDirectory().path().empty());
  EXPECT_NE(errno, 0);
  ::setenv("TMPDIR", kept.c_str(), 1);
}

TEST(ExecutablePath, FindsProgramsBesideAndAbove) {
  EXPECT_TRUE(fs::exists(executableDirectory() / "unit_support"));
  EXPECT_EQ(fs::path(companionProgram("unit_support")), executableDirectory() / "unit_support");
  EXPECT_EQ(fs::path(companionProgram("robur")), executableDirectory().parent_path() / "robur");
  EXPECT_EQ(fs::path(companionProgram("no-such-program")),
            executableDirectory() / "no-such-program");
}

}  // namespace

}  // namespace robur
