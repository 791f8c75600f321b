#include "run/write.h"

#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace robur {

namespace {

using Json = nlohmann::ordered_json;

const char* titleOf(const Sighting& finding) {
  return finding.kind == "race" ? "data race" : "robustness violation";
}

std::string words(const std::vector<std::string>& command) {
  std::string all;
  for (const std::string& word : command) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "file:12:5" in parts; the line is 0 if there is none.
struct Position {
  std::string file;
  int line = 0;
  int column = 0;
};
Position positionOf(const std::string& place) {
  Position p;
  const std::string spot = place.substr(0, place.find(" in "));
  const std::size_t second = spot.rfind(':');
  const std::size_t first = second == std::string::npos ? second : spot.rfind(':', second - 1);
  if (first == std::string::npos || first == 0) {
    p.file = spot;
    return p;
  }
  p.file = spot.substr(0, first);
  p.line = std::atoi(spot.substr(first + 1, second - first - 1).c_str());
  p.column = std::atoi(spot.substr(second + 1).c_str());
  return p;
}

Json location(const std::string& place) {
  const Position p = positionOf(place);
  Json physical = {{"artifactLocation", {{"uri", p.file}}}};
  if (p.line > 0) physical["region"] = {{"startLine", p.line}};
  if (p.line > 0 && p.column > 0) physical["region"]["startColumn"] = p.column;
  return {{"physicalLocation", physical}};
}

}  // namespace

std::string campaignText(const CampaignOptions& options, const Campaign& campaign) {
  std::string text;
  for (const Sighting& finding : campaign.sightings.all()) {
    text += finding.text;
    if (options.schedule != "exhaust" && options.replay.empty()) {
      text += fmt::format("seen in {} of {}; the first with {}\n\n", finding.runs,
                          counted(campaign.runs, "run", "runs"), finding.schedule);
    } else {
      text += fmt::format("seen first with {}\n\n", finding.schedule);
    }
  }
  if (!campaign.failure.empty()) {
    text += fmt::format("the program {}, with {}; it said:\n{}\n", campaign.failure,
                        campaign.failedSchedule, campaign.failedOutput);
  }
  const auto found = campaign.sightings.all().size();
  text += fmt::format("{}: {} in {}", words(options.command),
                      found == 0 ? "nothing found" : counted(found, "finding", "findings"),
                      counted(campaign.runs, "run", "runs"));
  if (!campaign.remark.empty()) text += fmt::format(" ({})", campaign.remark);
  if (campaign.interrupted) text += ", interrupted";
  return text + "\n";
}

std::string campaignJson(const CampaignOptions& options, const Campaign& campaign) {
  Json findings = Json::array();
  for (const Sighting& f : campaign.sightings.all()) {
    findings.push_back({{"kind", f.kind},
                        {"place", f.place},
                        {"other", f.other},
                        {"runs", f.runs},
                        {"schedule", f.schedule},
                        {"text", f.text}});
  }
  Json all = {{"program", options.command}, {"schedule", options.schedule},
              {"runs", campaign.runs},      {"interrupted", campaign.interrupted},
              {"remark", campaign.remark},  {"findings", findings}};
  if (!campaign.failure.empty()) {
    all["failure"] = {{"how", campaign.failure}, {"schedule", campaign.failedSchedule}};
  }
  return all.dump(2) + "\n";
}

std::string campaignSarif(const CampaignOptions&, const Campaign& campaign) {
  Json results = Json::array();
  for (const Sighting& f : campaign.sightings.all()) {
    const std::string message =
        fmt::format("{}; the other access: {}; {}", titleOf(f), f.other, f.schedule);
    Json result = {{"ruleId", f.kind},
                   {"level", "error"},
                   {"message", {{"text", message}}},
                   {"locations", Json::array({location(f.place)})},
                   {"occurrenceCount", f.runs}};
    if (!f.other.empty()) result["relatedLocations"] = Json::array({location(f.other)});
    results.push_back(result);
  }
  const Json rules = Json::array(
      {{{"id", "robustness"},
        {"shortDescription", {{"text", "The memory model allows here what SC does not"}}}},
       {{"id", "race"}, {"shortDescription", {{"text", "Nothing orders two accesses"}}}}});
  const Json run = {{"tool", {{"driver", {{"name", "robur"}, {"rules", rules}}}}},
                    {"results", results}};
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({run})}};
  return sarif.dump(2) + "\n";
}

}  // namespace robur
