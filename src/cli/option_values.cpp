#include "cli/option_values.h"

#include <algorithm>

#include "program/model_info.h"

namespace robur {

// A second list adds to the first.
std::string setModels(Models& settings, std::string_view list) {
  const auto add = [&](ModelName model) {
    if (std::ranges::find(settings.models, model) == settings.models.end()) {
      settings.models.push_back(model);
    }
  };
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    if (name == "all") {
      for (const ModelName model : kAllModels) add(model);
    } else if (const std::optional<ModelName> model = modelNamed(name)) {
      add(*model);
    } else {
      return fmt::format("unknown model '{}'; the models are {} and all", name, listOfAllModels());
    }
    if (comma == std::string_view::npos) return {};
    list.remove_prefix(comma + 1);
  }
}

std::string setLanguage(Reading& settings, std::string_view name) {
  settings.language = languageNamed(name);
  if (!settings.language) {
    return fmt::format("unknown language '{}'; the languages are {}", name, parsedLanguages("and"));
  }
  const LanguageInfo& info = infoOf(*settings.language);
  if (!info.hasHelper()) return {};
  return fmt::format("{} is recognised by the extension of the file only: {}", info.title,
                     info.extensionList());
}

std::string setFormat(Showing& settings, std::string_view name) {
  settings.format = formatNamed(name, settings.question);
  if (settings.format != nullptr) return {};
  return fmt::format("unknown format '{}'; the formats are {}", name,
                     formatNames(settings.question));
}

std::string setAllowed(EditSettings& settings, std::string_view list) {
  settings.allowed.fences = settings.allowed.orders = settings.allowed.locked = false;
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view kind = list.substr(0, comma);
    if (kind == "fence") {
      settings.allowed.fences = true;
    } else if (kind == "order") {
      settings.allowed.orders = true;
    } else if (kind == "rmw") {
      settings.allowed.locked = true;
    } else {
      return fmt::format("unknown kind of change '{}'; the kinds are fence, order and rmw", kind);
    }
    if (comma == std::string_view::npos) return {};
    list.remove_prefix(comma + 1);
  }
}

std::string setSchedule(RunSettings& settings, std::string_view name) {
  const std::optional<run::Schedule> schedule = run::scheduleNamed(name);
  if (!schedule) {
    return fmt::format("unknown schedule '{}'; the schedules are os, random, pct and exhaust",
                       name);
  }
  settings.campaign.schedule = *schedule;
  return {};
}

std::string addReport(RunSettings& settings, std::string_view path) {
  settings.reports.emplace_back(path);
  if (formatOfPath(path, settings.question) != nullptr) return {};
  return fmt::format("the extension of '{}' is not one of {}", path,
                     formatExtensions(settings.question));
}

std::string setEngine(VerifySettings& settings, std::string_view name) {
  if (name == "all") return settings.engine = Engine::All, "";
  if (name == "sc") return settings.engine = Engine::Sc, "";
  if (name == "robust") return settings.engine = Engine::Robust, "";
  if (name == "potential") return settings.engine = Engine::Potential, "";
  if (name == "buffers") return settings.engine = Engine::Buffers, "";
  if (name == "graphs") return settings.engine = Engine::Graphs, "";
  return fmt::format(
      "unknown engine '{}'; the engines are all, sc, robust, potential, buffers and graphs", name);
}

std::string setCheckEngine(CheckSettings& settings, std::string_view name) {
  if (name == "auto") return settings.engine = CheckEngine::Auto, "";
  if (name == "states") return settings.engine = CheckEngine::States, "";
  if (name == "graphs") return settings.engine = CheckEngine::Graphs, "";
  return fmt::format("unknown engine '{}'; the engines are auto, states and graphs", name);
}

std::string setGoal(EditSettings& settings, std::string_view name) {
  if (name == "robust") return settings.goal = Goal::Robust, "";
  if (name == "safe") return settings.goal = Goal::Safe, "";
  return fmt::format("unknown goal '{}'; the goals are robust and safe", name);
}

std::string setReach(VerifySettings& settings, std::string_view text) {
  settings.reach = text;
  return text.find_first_not_of(" \t") == std::string_view::npos ? "describes no state" : "";
}

std::string setObserve(VerifySettings& settings, std::string_view text) {
  settings.observe = text;
  settings.outcomes = true;
  return text.find_first_not_of(" \t") == std::string_view::npos ? "names nothing" : "";
}

std::string setUnroll(VerifySettings& settings, std::string_view text) {
  const std::optional<std::uint64_t> rounds = countNamed(text);
  if (!rounds || *rounds == 0 || *rounds > 1000000)
    return fmt::format("'{}' is not a number of rounds such as 3", text);
  settings.unroll = static_cast<std::uint32_t>(*rounds);
  return "";
}

std::string setConsequence(CheckSettings& settings, std::string_view when) {
  if (when != "auto" && when != "off") return fmt::format("'{}' is neither auto nor off", when);
  settings.consequence = when == "auto";
  return {};
}

std::string setAccept(CheckSettings& settings, std::string_view what) {
  if (what != "harmless") {
    return fmt::format("'{}' cannot be accepted; violations that are `harmless` can", what);
  }
  settings.acceptHarmless = true;
  return {};
}

std::string setColour(Painting& settings, std::string_view when) {
  if (when == "auto") return settings.colour = Colour::Auto, "";
  if (when == "always") return settings.colour = Colour::Always, "";
  if (when == "never") return settings.colour = Colour::Never, "";
  return fmt::format("'{}' is not one of auto, always and never", when);
}

std::string setMaxStates(Searching& settings, std::string_view text) {
  const std::optional<std::uint64_t> count = countNamed(text);
  if (!count) return fmt::format("'{}' is not a number of states such as 500000, 10k or 2M", text);
  settings.limits.maxStates = *count;
  return {};
}

std::string setMaxMemory(Searching& settings, std::string_view text) {
  const std::optional<std::uint64_t> bytes = bytesNamed(text);
  if (!bytes) return fmt::format("'{}' is not an amount of memory such as 512M or 2G", text);
  settings.limits.maxBytes = *bytes;
  return {};
}

std::string setTimeout(Searching& settings, std::string_view text) {
  const std::optional<double> seconds = secondsNamed(text);
  if (!seconds) return fmt::format("'{}' is not a time such as 30s, 500ms or 5m", text);
  settings.limits.seconds = *seconds;
  return {};
}

std::string setObligation(ProveSettings& settings, std::string_view text) {
  const std::optional<double> seconds = secondsNamed(text);
  if (!seconds) return fmt::format("'{}' is not a time such as 30s, 500ms or 5m", text);
  settings.obligationSeconds = *seconds;
  return {};
}

std::string setWorkers(Searching& settings, std::string_view text) {
  const std::optional<std::uint64_t> count = countNamed(text);
  if (!count || *count > 256) return fmt::format("'{}' is not a number from 1 to 256", text);
  settings.workers = static_cast<unsigned>(*count);
  return {};
}

std::string setVolatile(Reading& settings, std::string_view meaning) {
  if (meaning != "plain" && meaning != "relaxed") return "plain or relaxed";
  settings.relaxedVolatile = meaning == "relaxed";
  return {};
}

// A pool of more objects has more states than any search visits.
std::string setObjects(Reading& settings, std::string_view text) {
  constexpr unsigned kMostObjects = 16;
  const std::optional<std::uint64_t> count = countNamed(text);
  if (!count || *count == 0 || *count > kMostObjects) {
    return fmt::format("'{}' is not a number from 1 to {}", text, kMostObjects);
  }
  settings.objects = static_cast<unsigned>(*count);
  return {};
}

std::string exportAllValues(ExportSettings& settings, std::string_view) {
  settings.exporting.values = promela::ExportOptions::Values::All;
  return {};
}

std::string exportScAsAcqRel(ExportSettings& settings, std::string_view) {
  settings.exporting.scAsAcqRel = true;
  return {};
}

}  // namespace robur
