// Holds the states of a search against what they are supposed to be.
//
// Three ways lead to the rows of a state: what the search has kept, which forgets at every
// step; the model's rules applied to the same run without forgetting (replay_rules.h); and
// the definition of each row on the execution graph of that run (rederive.h). The second and
// the third must be equal, and so must the first and the second once that is settled.
// Debug builds do this to a sample of the states of every search, the property tests
// to random runs in every build.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "check/rederive.h"
#include "explore/rows/show_rows.h"

namespace robur {

class RowAudit {
 public:
  // The exploration is read again at every question, and must live as long.
  RowAudit(ModelName model, const Exploration& exploration);

  // What is wrong with the rows that the model's rules give for the run, or nothing.
  std::string compareWithDefinition(const std::vector<RunStep>& run) const;
  // What is wrong with the rows that the search has kept for the run, or nothing.
  std::string compareWithRules(const KeptState& kept) const;

  // Both of them; throws InternalError if something is wrong. Long runs are not held against
  // the definition, since the axioms take time that grows with the cube of their length.
  void operator()(const KeptState& kept) const;

 private:
  static constexpr std::size_t kLongRun = 40;

  std::string describe(const std::string& what, const std::vector<RunStep>& run) const;
  std::string ownerName(const RowOwner& owner) const;
  std::vector<bool> unreadCells(const std::vector<std::int64_t>& state) const;
  std::vector<bool> contentOf(const std::vector<std::uint64_t>& row, Columns columns,
                              const std::vector<bool>& unread) const;

  ModelName model;
  const Exploration& e;
  RowDefinitions definitions;
  std::vector<unsigned> plainIndex;  // per cell, as shadows are numbered
  ColumnNames columnNames;
};

}  // namespace robur
