#include "unit/repair_c/compiled.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace robur::testing {

namespace {

namespace fs = std::filesystem;

// Tests compile the same headers hundreds of times; they share them beside the test's binary.
std::string preambles() {
  const fs::path directory = fs::path(ROBUR_BINARY_DIR) / "preambles";
  fs::create_directories(directory);
  return directory.string();
}

}  // namespace

CProgram::CProgram(std::vector<std::string> files, Reading settings)
    : files_(std::move(files)), settings_(std::move(settings)) {
  std::optional<Program> read = readC(files_, settings_, {}, preambles());
  EXPECT_TRUE(read) << files_.front();
  original_ = std::make_unique<Program>(read ? std::move(*read) : Program{});
}

std::optional<Program> CProgram::with(const std::vector<Source>& replaced) const {
  std::string key;
  for (const Source& source : replaced) key += source.path + "\n" + source.text;
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  return known_[key] = readC(files_, settings_, replaced, preambles());
}

CDraft CProgram::draft(ModelName model, bool relaxing, bool locked) const {
  Allowed allowed;
  allowed.locked = locked;
  allowed.adaptTo({model});
  return draft(allowed, relaxing);
}

CDraft CProgram::draft(const Allowed& allowed, bool relaxing) const {
  const auto read = [this](const std::vector<Source>& replaced) { return with(replaced); };
  const bool cplusplus = !files_.front().ends_with(".c");
  return relaxing ? weakenedDraftForC(*original_, cplusplus, read, allowed, Prices())
                  : draftForC(*original_, cplusplus, read, allowed, Prices());
}

Repair CProgram::repaired(const CDraft& draft, ModelName model) const {
  RepairOptions options;
  options.models = {model};
  options.check.workers = 1;
  return repair(draft.draft, options);
}

bool isRobust(const Program& program, ModelName model) {
  CheckOptions options;
  options.workers = 1;
  const Result result = check(program, model, options);
  EXPECT_NE(result.verdict, Verdict::Unknown) << result.reason;
  return result.verdict == Verdict::Robust;
}

}  // namespace robur::testing
