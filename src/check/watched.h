// What has to be watched to decide robustness of a program: which model's monitor, which cells, and
// how data races show.
#pragma once

#include <vector>

#include "explore/search.h"
#include "models/fragment.h"
#include "program/model_info.h"
#include "semantics/machine.h"

namespace robur {

// Where orders decide what synchronises, races need happens-before, unless everything does.
RaceRule raceRuleOf(const Fragment& fragment, const ModelInfo& model);

// The model whose monitor is needed. If every atomic access is sc then RC11 is SC as long as there
// is no data race (po, rf, mo and fr between sc accesses are all in psc). Only races remain to be
// detected; they show in the states, because everything synchronises. The same holds where fences
// keep everything in order.
ModelName watchedModel(const ModelInfo& model, const Fragment& fragment, bool inOrder);

// Per cell.
std::vector<bool> monitoredIn(const Machine& machine, ModelName watched);

}  // namespace robur
