#include "unit/frontend_trencher/support.h"

#include <gtest/gtest.h>

#include <sstream>

#include <fmt/format.h>

#include "support/listing.h"

namespace robur::testing {

Program parsedTrencher(std::string_view text) {
  const Source source{"a.txt", std::string(text)};
  Parsed parsed = parseTrencher(source);
  EXPECT_TRUE(parsed.program) << rendered(source, parsed.diagnostics);
  return parsed.program ? std::move(*parsed.program) : Program();
}

std::string loweredTrencher(std::string_view text) {
  return listing(parsedTrencher(text));
}

std::string inThread(std::string_view transitions) {
  std::string text = "thread t\ninitial q0\n";
  std::istringstream lines{std::string(transitions)};
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(' ') != std::string::npos) text += "transition " + line + "\n";
  }
  return text + "end\n";
}

std::string threadTrencher(std::string_view transitions) {
  std::string other = "thread other initial q\n";
  for (const char* cell : {"0", "1", "2"}) {
    other += fmt::format("transition q w{0} read c {0}\ntransition w{0} q write + c 1 {0}\n", cell);
  }
  const std::string text = loweredTrencher(inThread(transitions) + other + "end\n");
  const std::size_t thread = text.find("thread t");
  if (thread == std::string::npos) return text;
  const std::size_t first = text.find('\n', thread) + 1;
  return text.substr(first, text.find("thread other") - first);
}

std::string diagnosticsTrencher(std::string_view text) {
  const Source source{"a.txt", std::string(text)};
  return rendered(source, parseTrencher(source).diagnostics);
}

}  // namespace robur::testing
