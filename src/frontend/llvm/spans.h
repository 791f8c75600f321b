// Source locations in the user's files, from LLVM's debug information. Code in system headers gets
// the location of the call in the user's file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>

#include "frontend/llvm/replaced.h"
#include "frontend/llvm/state.h"
#include "program/source.h"

namespace robur::frontend_llvm {

class Spans {
 public:
  explicit Spans(Replaced replaced = {}) : replaced_(std::move(replaced)) {}

  // The innermost location of the current chain of calls that is in one of the user's files.
  Span of(const State& state);
  Span of(const llvm::DILocation* location);
  Span ofLine(const llvm::DIFile* file, unsigned line);
  bool ours(const llvm::DIFile* file);
  std::vector<Source>& sources() { return sources_; }

 private:
  std::uint32_t fileOf(const llvm::DIFile* file);
  Span at(const llvm::DIFile* file, unsigned line, unsigned column);

  Replaced replaced_;
  std::vector<Source> sources_;
  std::map<std::string, std::uint32_t> files_;
};

}  // namespace robur::frontend_llvm
