// One finding as one Graphviz digraph.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/model_name.h"
#include "report/narrate.h"
#include "result/finding.h"

namespace robur {

struct DrawingOptions {
  ModelName model{};
  bool whole = false;  // every event, however many there are
};

// A drawing without its title, so that those that differ in the model alone can be found.
struct Drawing {
  std::vector<std::string> lines;  // below the title: what is wrong
  std::string body;

  bool operator==(const Drawing&) const = default;
};

// `lines` begins with the kind and the headline of the finding.
Drawing drawingOf(const Program& program, const DrawingOptions& options, const Finding& finding);

// The finding with where its execution leaves SC, if it does: the cycle is that of the departure,
// and `lines` names both.
Drawing drawingOf(const Program& program, const DrawingOptions& options, const Finding& finding,
                  const Narration& narration, const std::optional<Finding>& departure);

std::string dotGraph(const std::string& title, const Drawing& drawing);

}  // namespace robur
