// From what a search counted to what a result reports.
#pragma once

#include "explore/search.h"
#include "result/statistics.h"

namespace robur {

// Adds what one search counted. The engine and the row width are those of the last search.
void addSearch(Statistics& statistics, const SearchOutcome& outcome);

}  // namespace robur
