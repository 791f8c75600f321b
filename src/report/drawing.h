// One finding as one Graphviz digraph.
#pragma once

#include <string>

#include "program/model_name.h"
#include "result/finding.h"

namespace robur {

struct DrawingOptions {
  std::string file;  // for the title
  ModelName model{};
  bool whole = false;  // every event, however many there are
};

std::string dotGraph(const Program& program, const DrawingOptions& options, const Finding& finding);

}  // namespace robur
