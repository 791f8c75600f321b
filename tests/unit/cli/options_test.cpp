// The table of options and what reads it.
#include "cli/options.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/quantity.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

TEST(Quantity, Counts) {
  EXPECT_EQ(countNamed("1"), 1u);
  EXPECT_EQ(countNamed("500000"), 500000u);
  EXPECT_EQ(countNamed("10k"), 10000u);
  EXPECT_EQ(countNamed("1.5M"), 1500000u);
  for (const char* bad :
       {"", "0", "-1", "k", "1kk", "1.2.3", "1e", "99999999999999999999", "0.5"}) {
    EXPECT_FALSE(countNamed(bad)) << bad;
  }
}

TEST(Quantity, Bytes) {
  EXPECT_EQ(bytesNamed("4096"), 4096u);
  EXPECT_EQ(bytesNamed("2G"), std::uint64_t{2} << 30);
  EXPECT_EQ(bytesNamed("2GiB"), std::uint64_t{2} << 30);
  EXPECT_EQ(bytesNamed("512mB"), std::uint64_t{512} << 20);
  EXPECT_EQ(bytesNamed("1.5K"), 1536u);
  EXPECT_EQ(bytesNamed("10B"), 10u);
  for (const char* bad : {"", "0G", "2X", "G", "2GG", "2iB", "99999999T"}) {
    EXPECT_FALSE(bytesNamed(bad)) << bad;
  }
}

TEST(Quantity, Seconds) {
  EXPECT_EQ(secondsNamed("30"), 30.0);
  EXPECT_EQ(secondsNamed("30s"), 30.0);
  EXPECT_EQ(secondsNamed("500ms"), 0.5);
  EXPECT_EQ(secondsNamed("5m"), 300.0);
  EXPECT_EQ(secondsNamed("1.5h"), 5400.0);
  for (const char* bad : {"", "0", "soon", "5x", "s", "-1s", "1e300", "99999999999h"}) {
    EXPECT_FALSE(secondsNamed(bad)) << bad;
  }
}

TEST(Options, NamesAreUniquePerCommandAndEveryRowIsComplete) {
  for (const Command command : {Command::Check, Command::Fmt, Command::Export}) {
    std::set<std::string_view> names;
    for (const Option& option : optionTable()) {
      if (!option.belongsTo(command)) continue;
      EXPECT_TRUE(names.insert(longName(option)).second) << option.names;
      EXPECT_TRUE(longName(option).starts_with("--"));
      EXPECT_NE(std::string_view(option.help), "");
    }
  }
}

TEST(Options, EveryOptionCanBeSetInTheSettingsOfItsCommands) {
  for (const CommandInfo& info : commandTable()) {
    for (const Option& option : optionTable()) {
      if (!option.belongsTo(info.command)) continue;
      Settings settings = settingsFor(info.command);
      const std::string problem = option.setter.set(settings, "");
      EXPECT_TRUE(option.argument != nullptr || problem.empty()) << option.names;
    }
  }
}

TEST(Options, EveryReductionHasItsSwitch) {
  Settings settings = settingsFor(Command::Check);
  for (const Option& option : optionTable()) {
    const bool forCheck = (option.commands & static_cast<unsigned>(Command::Check)) != 0;
    if (forCheck && longName(option).starts_with("--no-")) {
      EXPECT_EQ(option.setter.set(settings, ""), "");
    }
  }
  const Reductions& r = std::get<CheckSettings>(settings).reductions;
  const auto& [partialOrder, symmetry, mergeLocal, clearDead, columns, fixpoint, coarseValues,
               fenceSufficiency] = r;  // all there are
  EXPECT_FALSE(partialOrder || symmetry || mergeLocal || clearDead || columns || fixpoint ||
               coarseValues || fenceSufficiency);
}

TEST(Options, ValuesArriveInTheSettings) {
  const CommandLine line = parseCommandLine({"check",
                                             "-m",
                                             "rc20,ra,rc20",
                                             "--max-states=2k",
                                             "--max-memory",
                                             "1M",
                                             "--timeout",
                                             "90s",
                                             "-j",
                                             "3",
                                             "--exact-loops",
                                             "--explain",
                                             "-q",
                                             "-f",
                                             "json",
                                             "-l",
                                             "tpl",
                                             "a",
                                             "-",
                                             "b"});
  ASSERT_TRUE(line.command) << line.err;
  const auto& settings = std::get<CheckSettings>(line.settings);
  EXPECT_EQ(settings.models, (std::vector{ModelName::Rc20, ModelName::Ra}));
  EXPECT_EQ(settings.limits.maxStates, 2000u);
  EXPECT_EQ(settings.limits.maxBytes, 1u << 20);
  EXPECT_EQ(settings.limits.seconds, 90.0);
  EXPECT_EQ(settings.workers, 3u);
  EXPECT_TRUE(settings.exactLoops);
  EXPECT_TRUE(settings.explain);
  EXPECT_TRUE(settings.quiet);
  ASSERT_NE(settings.format, nullptr);
  EXPECT_EQ(std::string_view(settings.format->name), "json");
  EXPECT_EQ(settings.language, Language::Tpl);
  EXPECT_EQ(settings.files, (std::vector<std::string>{"a", "-", "b"}));
}

TEST(Options, ModelsAddUp) {
  const auto models = [](std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.emplace_back("a.rob");
    return std::get<CheckSettings>(parseCommandLine(words).settings).models;
  };
  EXPECT_EQ(models({"-m", "ra", "-m", "tso"}), (std::vector{ModelName::Ra, ModelName::Tso}));
  EXPECT_EQ(models({"-m", "ra,tso", "-m", "tso,sc"}),
            (std::vector{ModelName::Ra, ModelName::Tso, ModelName::Sc}));
}

TEST(Options, FilesAfterTwoDashesMayLookLikeOptions) {
  const CommandLine line = parseCommandLine({"check", "--", "--model"});
  ASSERT_TRUE(line.command) << line.err;
  EXPECT_EQ(std::get<CheckSettings>(line.settings).files, std::vector<std::string>{"--model"});
}

TEST(ExitCodes, TheGravestWins) {
  using enum ExitCode;
  const ExitCode order[] = {Holds, Unknown, Violation, BadInput, Internal};
  for (std::size_t a = 0; a < std::size(order); ++a) {
    for (std::size_t b = 0; b < std::size(order); ++b) {
      EXPECT_EQ(worse(order[a], order[b]), order[std::max(a, b)]);
    }
  }
}

TEST(Help, DocumentationIsMadeFromTheTable) {
  expectSameAsFile("docs/cli.md", helpMarkdown());
}

}  // namespace

}  // namespace robur::test
