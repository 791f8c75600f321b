// The kinds of problems, with texts for readers who meet one for the first time.
#pragma once

#include <span>
#include <string_view>

namespace robur {

struct Rule {
  const char* id;     // as in brackets behind a headline: "store-buffering"
  const char* title;  // a few words
  const char* help;   // what happens, and what can be done
};

std::span<const Rule> ruleTable();

// Every problem has one of these rules.
const Rule& ruleNamed(std::string_view id);

}  // namespace robur
