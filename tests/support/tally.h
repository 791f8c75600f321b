// How many findings of each severity a report has, read from the text of each format.
#pragma once

#include <map>
#include <string>

namespace robur::test {

using Tally = std::map<std::string, int>;  // by severity: error, warning, note

Tally tallyOfJson(const std::string& report);
Tally tallyOfSarif(const std::string& report);
Tally tallyOfGithub(const std::string& report);
Tally tallyOfJunit(const std::string& report);

}  // namespace robur::test
