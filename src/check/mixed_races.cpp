#include "check/mixed_races.h"

#include <fmt/format.h>

#include "executions/enumerate.h"
#include "executions/execution_graph_of.h"
#include "graph/axioms.h"

namespace robur {

namespace {

class RaceFinder : public executions::Visitor {
 public:
  RaceFinder(const Program& program, ModelName model) : program(program), model(model) {}

  bool onFinal(const executions::LiveGraph& g) override { return look(g); }
  bool onFault(const executions::LiveGraph& g, executions::EventRef) override { return look(g); }
  bool onRace(const executions::LiveGraph& g, executions::EventRef,
              executions::EventRef) override {
    return look(g);
  }

  std::optional<Finding> race;

 private:
  bool look(const executions::LiveGraph& g) {
    executions::Translated translated = executions::executionGraphOf(program, g);
    const auto pair = dataRace(program, translated.graph, model);
    if (!pair) return false;
    const Event second = translated.graph[pair->second];
    Finding finding;
    finding.property = Property::Race;
    finding.thread = second.thread;
    finding.pc = second.pc;
    finding.span = program.codeOf(second.thread).instrs[second.pc].span;
    finding.witness.graph = std::move(translated.graph);
    finding.witness.run = std::move(translated.run);
    finding.witness.offender = pair->second;
    finding.witness.other = pair->first;
    race = std::move(finding);
    return true;
  }

  const Program& program;
  const ModelName model;
};

}  // namespace

MixedRaces mixedRacesOf(const Machine& machine, ModelName model,
                        const std::function<bool()>& stop) {
  using executions::Enumeration;
  RaceFinder finder(machine.program(), model);
  executions::EnumerationOptions options;
  options.eventsOf = model;
  options.idleRounds = 2;
  options.endWhenCut = true;
  options.stop = [&](const Enumeration&) { return stop(); };
  const Enumeration enumeration =
      executions::enumerate(machine, ModelName::Sc, options, finder);
  MixedRaces out;
  out.race = std::move(finder.race);
  if (out.race) return out;
  if (enumeration.cut) {
    out.unknown = "runs need not end";
  } else if (enumeration.end != Enumeration::End::Complete) {
    out.unknown = "there are too many executions";
  }
  return out;
}

}  // namespace robur
