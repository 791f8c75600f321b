#include "run/records.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace robur::run {

namespace {

using Json = nlohmann::json;

// A field of the expected type, or nothing.
std::string text(const Json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_string() ? field->get<std::string>() : std::string();
}
std::optional<std::uint64_t> number(const Json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_number_unsigned()) return std::nullopt;
  return field->get<std::uint64_t>();
}

CodeLocation location(const Json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_object()) return {};
  return {text(*field, "file"), static_cast<std::uint32_t>(number(*field, "line").value_or(0)),
          static_cast<std::uint32_t>(number(*field, "column").value_or(0)),
          text(*field, "function")};
}

std::optional<RunFinding::Kind> kindNamed(std::string_view name) {
  for (const RunFinding::Kind kind : {RunFinding::Kind::Robustness, RunFinding::Kind::Race}) {
    if (spelling(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<ReportRecord> report(const Json& object) {
  const std::optional<RunFinding::Kind> kind = kindNamed(text(object, "kind"));
  if (!kind) return std::nullopt;
  return ReportRecord{*kind, location(object, "location"), location(object, "other"),
                      text(object, "choices"), text(object, "text")};
}

std::vector<std::string> texts(const Json& object, const char* name) {
  std::vector<std::string> out;
  const auto field = object.find(name);
  if (field == object.end() || !field->is_array()) return out;
  for (const Json& element : *field) {
    if (element.is_string()) out.push_back(element.get<std::string>());
  }
  return out;
}

bool flag(const Json& object, const char* name) {
  const auto field = object.find(name);
  return field != object.end() && field->is_boolean() && field->get<bool>();
}

std::optional<Exhausted> exhausted(const Json& object) {
  const std::optional<std::uint64_t> executions = number(object, "executions");
  if (!executions || !object.contains("reasons")) return std::nullopt;
  Exhausted out;
  out.executions = *executions;
  out.cut = number(object, "cut").value_or(0);
  out.complete = flag(object, "complete");
  out.model = text(object, "model");
  out.magnitude = static_cast<unsigned>(number(object, "magnitude").value_or(0));
  out.assumptions = texts(object, "assumptions");
  out.reasons = texts(object, "reasons");
  out.failing = text(object, "failing");
  return out;
}

}  // namespace

RunRecords parseRecords(std::string_view lines) {
  RunRecords records;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) continue;
    if (std::optional<ReportRecord> found = report(object)) {
      records.reports.push_back(std::move(*found));
    } else if (const auto end = exhausted(object)) {
      records.exhausted = end;
    } else if (const auto undecided = number(object, "undecided")) {
      records.undecided += *undecided;
    } else if (const auto steps = number(object, "steps")) {
      records.steps = std::max(records.steps.value_or(0), *steps);
    }
  }
  return records;
}

}  // namespace robur::run
