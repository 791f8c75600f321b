// What the verdicts on a program would be if one of its orders or fences were different, and its
// cheapest repair. src/cli fills it for reports that show it, after the verdicts themselves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "result/check_result.h"
#include "result/repair_result.h"

namespace robur {

// One change, and the verdict under each memory model if only this change is made.
struct Alternative {
  struct Answer {
    ModelName model{};
    Verdict verdict = Verdict::Unknown;
    std::string reason = {};              // Unknown
    std::optional<Finding> finding = {};  // of the changed program: the first one
    // The program that the finding refers to, if it is an instance of the changed one.
    std::shared_ptr<const Program> instance = {};
  };

  RepairChange change;
  bool weaker = false;   // the change takes strength away
  bool removed = false;  // weaker: nothing is left of the fence
  std::vector<Answer> answers = {};
  std::vector<FileChange> files = {};
};

struct Alternatives {
  // The program that the findings refer to: the one that was checked, with instructions for fences
  // that could be added.
  std::shared_ptr<const Program> program;
  std::vector<Alternative> list;  // by position in the text
  std::size_t untried = 0;        // changes for which there was no time
  std::string unavailable;        // why no change was tried; empty if some could be
  std::optional<RepairResult> repair;
};

}  // namespace robur
