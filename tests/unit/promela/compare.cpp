#include "unit/promela/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"
#include "program/model_info.h"
#include "program/print.h"
#include "program/transform/spin_loops.h"
#include "promela/promela.h"
#include "unit/promela/pan.h"

namespace robur::testing {

namespace {

const char* nameIn(Property property) {
  switch (property) {
    case Property::Robustness:
      return "robust";
    case Property::Assertion:
      return "assertion_holds";
    case Property::Race:
      return "race_free";
    case Property::Overflow:
      return "no_overflow";
    case Property::Bounds:
      return "in_bounds";
    case Property::DivisionByZero:
      return "no_division_by_zero";
    case Property::MixedAccess:
      return "no_mixed_access";
    case Property::Hang:
    case Property::Outcome:
    case Property::Unsupported:
      break;  // check does not report them
  }
  return "";
}

Result checkWithoutReductions(const Program& program, ModelName model) {
  CheckOptions options;
  options.reductions = {.partialOrder = false,
                        .symmetry = false,
                        .mergeLocal = false,
                        .clearDead = false,
                        .columns = false,
                        .coarseValues = false,
                        .fenceSufficiency = false};
  options.exactLoops = true;
  options.workers = 1;
  return check(program, model, options);
}

}  // namespace

Program programFrom(const std::string& name, const std::string& text) {
  Parsed parsed = parseRob({name, text});
  if (!parsed.program) throw std::runtime_error(name + " cannot be read as a program");
  blockSpinLoops(*parsed.program);
  return *parsed.program;
}

Program corpusProgram(const std::string& name) {
  const std::string path = fmt::format("{}/tests/corpus/{}", ROBUR_SOURCE_DIR, name);
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + " cannot be opened");
  std::ostringstream text;
  text << in.rdbuf();
  return programFrom(path, text.str());
}

std::string difference(const Program& program, ModelName model) {
  promela::ExportOptions options;
  options.values = promela::ExportOptions::Values::All;
  options.stepPerInstruction = true;
  options.allRows = true;
  const PanResult pan = runPan(promela::exportPromela(program, model, options));
  const std::string context =
      fmt::format("under {}\n{}\npan says:\n{}", titleOf(model), printRob(program), pan.output);
  if (!pan.ran) return "Spin did not finish " + context;
  const Result ours = checkWithoutReductions(program, model);
  // Spin's threads stop at faults and others go on, and so it has a verdict in spite of them.
  const bool open = !infoOf(model).isReference() &&
                    std::any_of(ours.findings.begin(), ours.findings.end(),
                                [](const Finding& f) { return leavesRunsOpen(f.property); });
  const bool robust = ours.verdict == (open ? Verdict::Unknown : Verdict::Robust);
  if (!robust && ours.verdict != Verdict::NotRobust) return "no verdict of ours: " + ours.reason;
  const bool robustByPan = !pan.violated.contains("robust") && !pan.violated.contains("race_free");
  if (robustByPan != robust) {
    return fmt::format("we say {}, Spin says {} {}", robustByPan ? "not robust" : "robust",
                       robustByPan ? "robust" : "not robust", context);
  }
  if (!robustByPan) return "";
  std::set<std::string> found;
  for (const Finding& finding : ours.findings) found.insert(nameIn(finding.property));
  if (found != pan.violated) {
    return fmt::format("we find [{}], Spin finds [{}] {}", fmt::join(found, ", "),
                       fmt::join(pan.violated, ", "), context);
  }
  if (found.empty() && ours.statistics.states != pan.states) {
    return fmt::format("we count {} states, Spin {} {}", ours.statistics.states, pan.states,
                       context);
  }
  return "";
}

}  // namespace robur::testing
