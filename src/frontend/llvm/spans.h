// Source locations from LLVM's debug information, and the chain of calls behind each (frames.h).
//
// The line shown for an instruction is that of the innermost function that is no wrapper, or is one
// in a file of the command line; code in system headers never counts (files.h). Messages about what
// cannot be translated show the innermost line instead, since the cause stands there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>

#include "frontend/llvm/files.h"
#include "frontend/llvm/replaced.h"
#include "frontend/llvm/state.h"
#include "frontend/llvm/wrappers.h"
#include "program/frames.h"
#include "program/source.h"

namespace robur::frontend_llvm {

class Spans {
 public:
  explicit Spans(Files files, Replaced replaced = {})
      : owners_(std::move(files)), replaced_(std::move(replaced)) {}

  // The current chain of calls; kNoFrame: nothing of it is in a file that may be shown.
  FrameId frameOf(const State& state);
  // The line shown for it.
  Span of(FrameId frame) const;
  Span of(const State& state) { return of(frameOf(state)); }
  // The innermost line that may be shown.
  Span innermost(const State& state);
  Span of(const llvm::DILocation* location);
  Span ofLine(const llvm::DIFile* file, unsigned line);
  // May its lines be shown?
  bool ours(const llvm::DIFile* file) { return owners_.ownerOf(file).has_value(); }
  // Is it the user's?
  bool own(const llvm::DIFile* file) {
    const auto owner = owners_.ownerOf(file);
    return owner && *owner != Source::Owner::Library;
  }
  bool given(const llvm::DIFile* file) { return owners_.ownerOf(file) == Source::Owner::Given; }
  std::vector<Source>& sources() { return sources_; }
  std::vector<Frame>& frames() { return frames_; }

 private:
  FrameId called(FrameId caller, const llvm::Function* function, const llvm::DILocation* location);
  std::uint32_t fileOf(const llvm::DIFile* file);
  Span at(const llvm::DIFile* file, unsigned line, unsigned column);

  Files owners_;
  Replaced replaced_;
  Wrappers wrappers_;
  std::vector<Source> sources_;
  std::map<std::string, std::uint32_t> files_;
  std::vector<Frame> frames_;
  std::map<std::pair<FrameId, const llvm::DILocation*>, FrameId> known_;
};

}  // namespace robur::frontend_llvm
