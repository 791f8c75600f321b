#include "support/tally.h"

#include <sstream>

#include <nlohmann/json.hpp>

namespace robur::test {

namespace {

using Json = nlohmann::json;

// Every finding has the key `severity`. The first of a list of violations also stands before it.
void count(const Json& json, Tally& tally) {
  if (json.is_object()) {
    const bool listed = json.contains("violations");
    if (json.contains("severity") && !listed) ++tally[json["severity"]];
    for (const auto& [key, value] : json.items()) {
      if (!(listed && key == "violation")) count(value, tally);
    }
  } else if (json.is_array()) {
    for (const Json& item : json) count(item, tally);
  }
}

}  // namespace

Tally tallyOfJson(const std::string& report) {
  Json json = Json::parse(report);
  json.erase("errors");
  Tally tally;
  count(json, tally);
  return tally;
}

Tally tallyOfSarif(const std::string& report) {
  Tally tally;
  const Json document = Json::parse(report);
  for (const Json& run : document["runs"]) {
    for (const Json& result : run["results"]) ++tally[result["level"]];
  }
  return tally;
}

Tally tallyOfGithub(const std::string& report) {
  Tally tally;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(",title=unknown::") != std::string::npos ||
        line.find(",title=input::") != std::string::npos) {
      continue;
    }
    const std::string command = line.substr(2, line.find(' ') - 2);
    ++tally[command == "notice" ? "note" : command];
  }
  return tally;
}

Tally tallyOfJunit(const std::string& report) {
  Tally tally;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    // Details and elements are indented, except the first line of a text, which follows its
    // element.
    if (const std::size_t at = line.rfind("\">"); at != std::string::npos) {
      line.erase(0, at + 2);
    } else if (const std::size_t out = line.find("<system-out>"); out != std::string::npos) {
      line.erase(0, out + 12);
    }
    if (line.starts_with(' ') || !line.ends_with(']')) continue;
    for (const char* severity : {"error", "warning", "note"}) {
      if (line.find(std::string(": ") + severity + ": ") == std::string::npos) continue;
      ++tally[severity];
      break;
    }
  }
  return tally;
}

}  // namespace robur::test
