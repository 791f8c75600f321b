// How the values of options are read: each function takes the argument of an option over into the
// part of the settings that it belongs to, and says what is wrong with it, or nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/quantity.h"
#include "cli/settings.h"

namespace robur {

std::string setModels(Models& settings, std::string_view list);
std::string setLanguage(Reading& settings, std::string_view name);
std::string setFormat(Showing& settings, std::string_view name);
std::string setAllowed(EditSettings& settings, std::string_view list);
std::string setSchedule(RunSettings& settings, std::string_view name);
std::string addReport(RunSettings& settings, std::string_view path);
std::string setEngine(VerifySettings& settings, std::string_view name);
std::string setCheckEngine(CheckSettings& settings, std::string_view name);
std::string setGoal(EditSettings& settings, std::string_view name);
std::string setReach(VerifySettings& settings, std::string_view text);
std::string setObserve(VerifySettings& settings, std::string_view text);
std::string setUnroll(VerifySettings& settings, std::string_view text);
std::string setConsequence(CheckSettings& settings, std::string_view when);
std::string setAccept(CheckSettings& settings, std::string_view what);
std::string setColour(Painting& settings, std::string_view when);
std::string setMaxStates(Searching& settings, std::string_view text);
std::string setMaxMemory(Searching& settings, std::string_view text);
std::string setTimeout(Searching& settings, std::string_view text);
std::string setObligation(ProveSettings& settings, std::string_view text);
std::string setWorkers(Searching& settings, std::string_view text);
std::string setVolatile(Reading& settings, std::string_view meaning);
std::string setObjects(Reading& settings, std::string_view text);
std::string exportAllValues(ExportSettings& settings, std::string_view);
std::string exportScAsAcqRel(ExportSettings& settings, std::string_view);

template <class Part, std::string Part::*field>
std::string setText(Part& settings, std::string_view text) {
  settings.*field = text;
  return {};
}

template <std::uint64_t run::CampaignOptions::*field, std::uint64_t least>
std::string setCount(RunSettings& settings, std::string_view text) {
  const std::optional<std::uint64_t> count = countNamed(text);
  if (!count || *count < least || *count > 2'000'000'000) {
    return fmt::format("'{}' is not a number from {} to 2G", text, least);
  }
  settings.campaign.*field = *count;
  return {};
}

template <bool Reductions::*field>
std::string switchOff(CheckSettings& settings, std::string_view) {
  settings.reductions.*field = false;
  return {};
}

template <class Part, bool Part::*field>
std::string switchOn(Part& settings, std::string_view) {
  settings.*field = true;
  return {};
}

template <std::string Reading::*field>
std::string setFunctions(Reading& settings, std::string_view list) {
  settings.*field = list;
  return list.find_first_not_of(" ,;") == std::string_view::npos ? "names no function" : "";
}

}  // namespace robur
