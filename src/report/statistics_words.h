// What --stats adds to a result: an aligned block of text, or an object in JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "result/statistics.h"
#include "result/stopwatch.h"

namespace robur {

std::string statisticsText(const Statistics& statistics, double reportSeconds);
nlohmann::ordered_json statisticsJson(const Statistics& statistics, double reportSeconds);

}  // namespace robur
