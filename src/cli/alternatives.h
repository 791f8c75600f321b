// What the verdicts on a program would be with one order or fence changed, and its cheapest repair:
// for reports in which a reader can try changes.
//
// If the program is not robust, every order on the cycle of a violation and every gap beside its
// accesses is made stronger, each by itself. If it is robust, every order and fence is made weaker,
// which shows what each of them is needed for. The number of changes, the states of each check and
// the time for all of them are limited; what was left out is counted.
#pragma once

#include <string>
#include <vector>

#include "cli/input.h"
#include "cli/settings.h"
#include "result/alternatives.h"

namespace robur {

// `results` are the verdicts on the program, one per model.
Alternatives alternativesTo(const std::vector<std::string>& files, const CheckSettings& settings,
                            const Loaded& loaded, const std::vector<Result>& results);

}  // namespace robur
