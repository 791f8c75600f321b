// Repairs of C and C++ programs as `robur repair` makes them, without the process around it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/c_input.h"
#include "repair/c/c_draft.h"
#include "repair/repair.h"

namespace robur::testing {

// A program in files, read once and again with other texts. What was compiled is remembered.
class CProgram {
 public:
  explicit CProgram(std::vector<std::string> files, Reading settings = {});

  const Program& original() const { return *original_; }
  CDraft draft(ModelName model, bool relaxing = false, bool locked = false) const;
  CDraft draft(const Allowed& allowed, bool relaxing = false) const;
  std::optional<Program> with(const std::vector<Source>& replaced) const;
  std::size_t compilations() const { return known_.size() + 1; }
  Repair repaired(const CDraft& draft, ModelName model) const;

 private:
  std::vector<std::string> files_;
  Reading settings_;
  std::unique_ptr<Program> original_;
  mutable std::map<std::string, std::optional<Program>> known_;
};

bool isRobust(const Program& program, ModelName model);

}  // namespace robur::testing
