// The engines of `robur verify`, asked one after the other until one of them decides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "executions/enumerate.h"
#include "explore/search.h"
#include "program/model_info.h"
#include "verify/bad_states.h"
#include "verify/final_states.h"
#include "verify/graph_search.h"
#include "verify/local_graph.h"
#include "verify/orders_of.h"
#include "verify/question.h"
#include "verify/stop_condition.h"
#include "verify/verify.h"

namespace robur::verify {

class Verifier {
 public:
  Verifier(const Program& program, ModelName model, const VerifyOptions& options)
      : program(program), options(options), machine(program), stopping(options.check) {
    out.model = model;
    out.warning = warningAbout(program, model);
  }
  Verification run();

 private:
  // SC and robustness (verify.cpp).
  bool decided() const { return out.safety != Safety::Unknown; }
  void note(Engine engine, std::string outcome, std::vector<EngineStep::Count> counts = {});
  void safe(std::string why);
  void unsafe(Finding finding);
  // If there is a limit of time.
  double secondsLeft() const;
  // 0: as many states as the options allow.
  Result checkUnder(ModelName model, std::uint64_t mostStates = 0);
  // Takes a fault or race from the result of a check, unless --reach asks for other states.
  bool takeFinding(const Result& result, Engine engine);
  // A thread that waits forever under SC does so under every model.
  bool takeHang(const Result& result);
  void faultUnderSc();
  void reachUnderSc();
  SearchOptions scOptions() const;
  void count(const SearchOutcome& outcome, double seconds);
  void count(const Result& result);
  void takeRobustness(const Result& result);

  // Backward searches (verifier_backwards.cpp).
  bool needLocals(Engine engine);
  SearchLimits limits() const;
  static bool decidedByPotentials(ModelName model);
  static bool decidedBackwards(ModelName model);
  // Under every model a thread reads only values that some thread can write. If no local graph has
  // a bad state under this assumption, the program is safe.
  bool nothingBad(Engine engine);
  std::vector<Target> targets() const;
  void byPotentials();
  void shorten(const std::vector<Target>& targets, Answer& answer);
  void byBuffers();
  void concludeSafe();

  // Execution graphs (verifier_graphs.cpp).
  void reportProgress(const executions::Enumeration& soFar);
  void byGraphs();
  void tryFew();
  void tryFewGraphs(std::uint64_t mostSteps);
  GraphSearchOptions optionsForGraphs();
  void takeGraphs(GraphSearch search);
  std::string badWords(const Finding& finding) const;
  // Does the program do the same as under SC? Then the states under SC show all waits.
  bool asUnderSc() const { return robust || out.model == ModelName::Sc; }
  bool noneBlocked() const { return asUnderSc() && noThreadBlocked; }
  void hangsUnderSc(const Program& searched);
  bool nobodyWaitsForever(const Program& searched, bool loops) const;
  void decideHangs();
  void byOutcomes();
  void decideCondition(const ExecutionsOptions& searched);

  const Program& program;
  const VerifyOptions& options;
  const Machine machine;
  const StopCondition stopping;
  std::optional<LocalGraphs> locals;
  std::vector<BadState> bad;             // unless --reach is given
  std::optional<GraphSearch> fewGraphs;  // if there are few, and one is bad
  bool scComplete = false;
  bool noThreadBlocked = false;  // in any final state under SC
  bool robust = false;
  double lastProgress = 0;
  Verification out;
};

}  // namespace robur::verify
