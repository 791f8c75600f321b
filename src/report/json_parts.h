// Locations, accesses and runs in JSON, in one form for all subcommands. A location is the keys
// `file`, `line` and `column`; the file is the one that contains the line, which may be a header.
#pragma once

#include <nlohmann/json.hpp>

#include "report/narrate.h"
#include "result/finding.h"
#include "result/run_result.h"

namespace robur {

using Json = nlohmann::ordered_json;

// Adds `file`, `line` and `column`. An unknown span has an empty file and line 0.
void addLocation(Json& json, const std::vector<Source>& sources, const Span& span);
void addLocation(Json& json, const Program& program, const Span& span);
void addLocation(Json& json, const CodeLocation& location);

// Adds `calls`, the chain of calls that led there, innermost first, if there is more than one
// function in it.
void addCalls(Json& json, const Program& program, FrameId frame);

// Adds `access`, and unless it is a fence `cell`, `read` and `written`.
void addAccess(Json& json, const Program& program, const Event& event);

// The steps of a finding's run. Those that the narration numbers have its `number`.
Json runSteps(const Program& program, const Finding& finding, const Narration& narration);

// Source text may hold any bytes; those that are not UTF-8 are replaced.
std::string dumped(const Json& json);

}  // namespace robur
