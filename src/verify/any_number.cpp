#include "verify/any_number.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/check.h"
#include "program/model_info.h"
#include "verify/evidence.h"
#include "verify/orders_of.h"

namespace robur::verify {

namespace {

class AnyNumberVerifier {
 public:
  AnyNumberVerifier(const Program& program, ModelName model, const VerifyOptions& options)
      : program(program), model(model), options(options) {}

  Verification run() {
    out.model = model;
    out.warning = warningAbout(program, model);
    if (options.reach || options.outcomes) {
      out.reason = "states and outcomes are looked for with fixed numbers of threads only";
      return std::move(out);
    }
    if (options.engine != Engine::All && options.engine != Engine::Sc &&
        options.engine != Engine::Robust) {
      out.reason = "this engine needs a fixed number of threads";
      return std::move(out);
    }
    const bool sc = options.engine != Engine::Robust || infoOf(model).isReference();
    if (sc && !ask(Engine::Sc, ModelName::Sc)) return std::move(out);
    if (options.engine == Engine::Sc && !infoOf(model).isReference()) {
      out.reason = "no bad state is reachable under SC, which does not decide weaker models";
      return std::move(out);
    }
    if (!infoOf(model).isReference() && !ask(Engine::Robust, model)) return std::move(out);
    out.safety = Safety::Safe;
    out.reason = infoOf(model).isReference()
                     ? "no bad state is reachable, for any number of threads"
                     : fmt::format(
                           "robust against {}, and no bad state is reachable under SC, for "
                           "any number of threads",
                           titleOf(model));
    if (!program.bounds.empty()) {
      out.reason += fmt::format(", with {}", fmt::join(program.bounds, ", "));
    }
    if (options.hangs) {
      out.hangs = Hangs::Unknown;
      out.hangReason = "that is found out for fixed numbers of threads only";
    }
    return std::move(out);
  }

 private:
  // Whether there is no error under SC, or the program is robust. Otherwise all has been said.
  bool ask(Engine engine, ModelName asked) {
    Result result = check(program, asked, options.check);
    out.statistics.add(result.statistics);
    out.seconds += result.statistics.seconds;
    const EngineStep::Count nodes{result.anyNumber->nodes, "node"};
    const auto bad = std::ranges::find_if(result.findings, [](const Finding& finding) {
      return finding.property != Property::Robustness;
    });
    if (bad != result.findings.end()) {
      out.steps.push_back(
          {engine,
           bad->property == Property::Race ? "a data race" : "a fault under SC, an ordinary bug",
           {nodes}});
      out.safety = Safety::Unsafe;
      out.instance = result.instance;
      if (result.verdict == Verdict::NotRobust) {
        out.departure = departureOf(*result.instance, bad->witness.graph);
      }
      out.finding = std::move(*bad);
      return false;
    }
    if (result.verdict == Verdict::Robust) {
      out.steps.push_back({engine,
                           engine == Engine::Sc
                               ? "no bad state is reachable for any number of threads"
                               : fmt::format("robust against {} for any number", titleOf(asked)),
                           {nodes}});
      return true;
    }
    out.reason = result.verdict == Verdict::Unknown
                     ? result.reason
                     : fmt::format(
                           "not robust against {}; say how many threads there are, and the "
                           "other engines decide it",
                           titleOf(asked));
    out.steps.push_back({engine, out.reason, {nodes}});
    return false;
  }

  const Program& program;
  ModelName model;
  const VerifyOptions& options;
  Verification out;
};

}  // namespace

Verification verifyAnyNumber(const Program& program, ModelName model,
                             const VerifyOptions& options) {
  return AnyNumberVerifier(program, model, options).run();
}

}  // namespace robur::verify
