// Where a thread stands while its code is being written: its frames and the memory that it has
// to itself.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "frontend/llvm/objects.h"
#include "frontend/llvm/value.h"

namespace robur::llvmfront {

struct Bytes {
  unsigned size = 0;
  Val val;
  Span span = {};  // where it was written, if others may come to see it
};

// The contents of an object that no other thread can see, until it is escaped: from then on
// its contents are cells of memory.
struct Contents {
  bool escaped = false;
  bool zeroed = false;  // what was never written is zero, not arbitrary
  bool freed = false;
  std::map<std::int64_t, Bytes> cells;
};

struct Frame {
  const llvm::Function* function = nullptr;
  const llvm::BasicBlock* block = nullptr;
  llvm::BasicBlock::const_iterator at;
  const llvm::CallBase* site = nullptr;  // in the caller
  ContextId context = 0;
  std::map<ValueId, Val> values;
  std::vector<ObjectId> locals;
};

struct State {
  std::vector<Frame> frames;
  std::map<ObjectId, std::shared_ptr<const Contents>> memory;
  unsigned spawned = 0;     // threads that this one has created
  unsigned joined = 0;      // and waited for
  bool concurrent = false;  // others may be running
  bool emitted = false;     // something was written since the last place where paths may meet
  bool visible = false;     // something others can see was done since the first thread began
  std::uint64_t steps = 0;  // since then

  Frame& top() { return frames.back(); }
  const Frame& top() const { return frames.back(); }
  Contents& own(ObjectId id) {
    auto copy = std::make_shared<Contents>(*memory.at(id));
    memory[id] = copy;
    return *copy;
  }
};

}  // namespace robur::llvmfront
