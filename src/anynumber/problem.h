// A program, a model, and what has to be decided about them: the nets and the goals. How it is
// decided is any_number.cpp's business; tests decide the same by other procedures.
#pragma once

#include <memory>
#include <set>

#include "anynumber/any_number.h"
#include "anynumber/coverability.h"
#include "anynumber/net.h"

namespace robur::anynumber {

class Problem {
 public:
  explicit Problem(const Query& query);

  Cores& cores() { return allCores; }
  // The program under SC. What its steps have recorded decides which goals there are.
  Net& sequential() { return scNet; }

  // Nobody has moved: any number of copies at each start.
  Candidate start();
  // Of all accesses that have ever been pending.
  std::set<Goal> goals();
  // Null if the model keeps more rows than are supported.
  std::unique_ptr<ColumnRules> rulesFor(const Goal& goal);
  // Could any thread ever reach the goal? TSO and SRA never ask for writes.
  bool isPossible(const Goal& goal, ColumnRules& rules);
  Net netFor(Aim aim, ColumnRules& rules) {
    return Net(allCores, shape, model, std::move(aim), rules, scNet.recorded());
  }

 private:
  static NetShape shapeOf(const Query& query);
  ColumnFrame frameFor(const Goal& goal);

  const Query& query;
  const Machine& m;
  const ModelInfo& model;
  const NetShape shape;
  Cores allCores;
  Net scNet;
};

}  // namespace robur::anynumber
