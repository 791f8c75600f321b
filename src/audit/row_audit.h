// Compares the states of a search with what they should be.
//
// The rows of a state can be had in three ways: as the search has stored them, where dead columns
// are dropped at every step; by applying the model's rules to the same run without dropping
// anything (replay_rules.h); and by the meaning of each row on the execution graph of that run
// (row_semantics.h). The second and the third must be equal, and so must the first and the second
// once dead columns are dropped. `robur check --self-check` does this for a sample of the states of
// every search, as debug builds always do; the tests do it for random runs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "audit/row_semantics.h"
#include "explore/explore.h"
#include "explore/rows/show_rows.h"

namespace robur {

class RowAudit {
 public:
  // The exploration must outlive the audit.
  RowAudit(ModelName model, const Exploration& exploration);

  // How the rows that the model's rules give for the run differ from their meaning; empty if they
  // do not.
  std::string compareWithDefinition(const std::vector<RunStep>& run) const;
  // How the rows that the search has stored for the run differ from those of the rules.
  std::string compareWithRules(const KeptState& kept) const;

  // Both comparisons; throws InternalError if there is a difference. Long runs are not compared
  // with the definition, since the axioms take time that grows with the cube of their length.
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
  RowSemantics definitions;
  std::vector<unsigned> plainIndex;  // per cell, as shadows are numbered
  ColumnNames columnNames;
};

}  // namespace robur
