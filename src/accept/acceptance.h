// Marks the findings that the user has accepted, by a comment in the source or by a baseline.
//
// A comment or an entry of the baseline accepts every finding of its kind that has one of its
// accesses on that line, whichever of them the report names first: the same cycle may be reported
// at any of its accesses, depending on the model and on the search.
#pragma once

#include <string>
#include <vector>

#include "accept/allow_comments.h"
#include "accept/baseline.h"
#include "program/program.h"
#include "result/check_result.h"

namespace robur::accept {

class Acceptance {
 public:
  // The entries must outlive this object.
  Acceptance(std::vector<AllowComment> comments, const Baseline& baseline);

  // Is there anything that could accept a finding? Then a check has to look for all of them.
  bool any() const { return !comments.empty() || !baseline.entries.empty(); }

  // Sets `accepted` of the findings of the result, and of what its consequence is.
  void mark(const Program& program, Result& result);

  // A warning for each comment that has accepted nothing so far.
  std::vector<Diagnostic> unusedComments() const;
  // The entries of the baseline that have accepted something, by index.
  const std::vector<bool>& usedEntries() const { return entryUsed; }

 private:
  void mark(const Program& program, ModelName model, Finding& finding);

  std::vector<AllowComment> comments;
  std::vector<bool> commentUsed;
  const Baseline& baseline;
  std::vector<bool> entryUsed;
};

// The entry that would accept the finding, without a reason.
BaselineEntry entryFor(const Program& program, ModelName model, const Finding& finding);

}  // namespace robur::accept
