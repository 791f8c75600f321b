#include "run/sightings.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

namespace robur {

std::size_t Sightings::add(std::string_view lines, const std::string& schedule) {
  std::size_t fresh = 0;
  std::set<std::size_t> seen;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    // The last line of a process that was killed may be half a line.
    const nlohmann::json report = nlohmann::json::parse(line, nullptr, false);
    if (!report.is_object()) continue;
    if (report.contains("steps")) {
      steps_ = std::max(steps_, report.value("steps", std::uint64_t{0}));
      continue;
    }
    Sighting finding;
    finding.kind = report.value("kind", "");
    finding.place = report.value("place", "");
    finding.other = report.value("other", "");
    finding.text = report.value("text", "");
    const std::string choices = report.value("choices", "");
    const bool told = choices.empty() || schedule.find(":choices=") != std::string::npos;
    finding.schedule = told ? schedule : schedule + ":choices=" + choices;
    const auto same = std::ranges::find_if(all_, [&](const Sighting& f) {
      return f.kind == finding.kind && f.place == finding.place && f.other == finding.other;
    });
    const auto at = static_cast<std::size_t>(same - all_.begin());
    if (same == all_.end()) {
      all_.push_back(finding);
      ++fresh;
    }
    if (seen.insert(at).second) ++all_[at].runs;
  }
  return fresh;
}

}  // namespace robur
