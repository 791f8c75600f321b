#include "anynumber/problem.h"

#include <algorithm>

namespace robur::anynumber {

Problem::Problem(const Query& query)
    : query(query),
      m(query.machine),
      model(infoOf(query.watched)),
      shape(shapeOf(query)),
      allCores(m),
      scNet(allCores, shape) {}

NetShape Problem::shapeOf(const Query& query) {
  NetShape out;
  for (unsigned t = 0; t < query.machine.threadCount(); ++t) {
    const bool any = query.machine.program().threads[t].anyNumber;
    (any ? out.templates : out.fixed).push_back(t);
  }
  for (const bool monitored : query.monitored) {
    out.monitored.push_back(monitored ? out.monitoredCount++ : kNotMonitored);
  }
  return out;
}

Candidate Problem::start() {
  Candidate out;
  out.control = scNet.initial();
  for (const unsigned t : shape.templates) {
    const ThreadStateId core = allCores.initial(t);
    if (!allCores.at(t, core).ended) out.omega.push_back(scNet.locals().number({t, core, {}}));
  }
  std::ranges::sort(out.omega);
  return out;
}

std::set<Goal> Problem::goals() {
  std::set<Goal> out;
  const ScFacts& facts = scNet.recorded();
  for (unsigned t = 0; t < facts.flow.size(); ++t) {
    for (const auto& [core, nexts] : facts.flow[t]) {
      for (const Option& option : allCores.at(t, core).options) {
        for (Goal& goal : goalsOf(allCores, shape, model, facts, t, option)) {
          out.insert(std::move(goal));
        }
        const bool plain = option.cell != kNoCell && !m.cellAtomic(option.cell);
        if (query.races != RaceRule::Shadows || !plain) continue;
        Goal race;
        race.race = true;
        race.cell = option.cell;
        race.racesWithReads = mayWrite(option.op);
        out.insert(race);
      }
    }
  }
  return out;
}

ColumnFrame Problem::frameFor(const Goal& goal) {
  ColumnFrame frame;
  frame.fragment = query.fragment;
  for (unsigned c = 0; c < m.cellCount(); ++c) {
    if (shape.monitored[c] != kNotMonitored) frame.cells.push_back(query.fragment.cells[c]);
  }
  Liveness<1>& others = frame.others;
  for (unsigned t = 0; t < m.threadCount(); ++t) {
    const Liveness<1> one =
        columnLiveness(allCores.futures().at(t, m.thread(t).entry), shape, m.cellCount(), goal);
    others.readCells |= one.readCells;
    others.writeCells |= one.writeCells;
  }
  others.readClasses.add(kColumn);
  others.writeClasses.add(kColumn);
  others.shadows.add(kColumn);
  others.speaks = true;
  return frame;
}

std::unique_ptr<ColumnRules> Problem::rulesFor(const Goal& goal) {
  const unsigned y = goal.race ? ColumnSubject::kRace : shape.monitored[goal.cell];
  return columnRules(query.watched, frameFor(goal), ColumnSubject{y});
}

bool Problem::isPossible(const Goal& goal, ColumnRules& rules) {
  Liveness<1> everything = frameFor(goal).others;
  everything.next = everything.readCells | everything.writeCells;
  return rules.open(rules.beginElsewhere(everything), goal.question);
}

}  // namespace robur::anynumber
