// The words that completion offers are those that the options take.
#include "pages/choices.h"

#include <gtest/gtest.h>

namespace robur::pages {

namespace {

template <class Visit>
void forEachOption(const Visit& visit) {
  for (const CommandInfo& info : commandTable()) {
    for (const HelpSection& section : helpSections(info.command)) {
      for (const HelpEntry& entry : section.entries) visit(info, *entry.option);
    }
  }
}

TEST(Choices, AreAccepted) {
  forEachOption([](const CommandInfo& info, const Option& option) {
    for (const std::string& word : choicesOf(option, info.command)) {
      Settings settings = settingsFor(info.command);
      EXPECT_EQ(option.setter.set(settings, word), "") << info.name << ' ' << option.names;
    }
  });
}

// An option that refuses an arbitrary word, and says which it knows, has choices.
TEST(Choices, AreKnownForEveryOptionThatListsThem) {
  forEachOption([](const CommandInfo& info, const Option& option) {
    if (option.argument == nullptr || takesPath(option)) return;
    Settings settings = settingsFor(info.command);
    const std::string problem = option.setter.set(settings, "nonsense");
    const std::vector<std::string> choices = choicesOf(option, info.command);
    for (const char* word :
         {"auto", "all", "text", "random", "rob,", "plain", "safe", "harmless"}) {
      if (problem.find(word) == std::string::npos) continue;
      EXPECT_FALSE(choices.empty()) << info.name << ' ' << option.names << ": " << problem;
    }
  });
}

TEST(Choices, OfModelsAreThoseThatTheCommandKnows) {
  for (const Option& option : optionTable()) {
    if (longName(option) != "--model") continue;
    if (option.belongsTo(Command::Check)) {
      EXPECT_EQ(choicesOf(option, Command::Check).size(), kModelCount + 1);
    }
    if (option.belongsTo(Command::Export)) {
      EXPECT_LT(choicesOf(option, Command::Export).size(), kModelCount);
    }
  }
}

TEST(Choices, ShortSpellingsComeLast) {
  for (const Option& option : optionTable()) {
    const std::vector<std::string> spellings = spellingsOf(option);
    EXPECT_EQ(spellings.front(), longName(option));
    for (std::size_t i = 1; i < spellings.size(); ++i) EXPECT_EQ(spellings[i].size(), 2u);
  }
}

}  // namespace

}  // namespace robur::pages
