// The state of one path through a thread: its call frames and its private memory.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "frontend/llvm/objects.h"
#include "frontend/llvm/value.h"

namespace robur::frontend_llvm {

struct Bytes {
  unsigned size = 0;
  Val val;
  FrameId frame = kNoFrame;  // where it was written, if others may see it later
};

// The contents of an object that no other thread can see. When the object escapes, its contents
// become cells of memory.
struct Contents {
  bool escaped = false;
  bool zeroed = false;  // bytes that were never written are zero instead of unset
  bool freed = false;
  std::map<std::int64_t, Bytes> cells;
};

struct CallFrame {
  const llvm::Function* function = nullptr;
  const llvm::BasicBlock* block = nullptr;
  llvm::BasicBlock::const_iterator at;
  const llvm::CallBase* site = nullptr;  // in the caller
  ContextId context = 0;
  std::size_t written = 0;  // instructions of the thread when the call began
  std::map<ValueId, Val> values;
  std::vector<ObjectId> locals;
  bool atExit = false;  // runs when the program ends (exit_handlers.h)
};

struct ExitHandler {
  const llvm::Function* function = nullptr;
  Val argument;
};

struct State {
  std::vector<CallFrame> frames;
  std::map<ObjectId, std::shared_ptr<const Contents>> memory;
  std::vector<ExitHandler> atExit;  // of the first thread; in another one, of its creator then
  unsigned spawned = 0;             // threads that this one has created
  unsigned joined = 0;              // and waited for
  bool concurrent = false;          // others may be running
  bool emitted = false;             // an instruction was emitted since the last join
  bool visible = false;             // did something others can see since the first thread began
  std::uint64_t steps = 0;          // since the last emitted instruction

  CallFrame& top() { return frames.back(); }
  const CallFrame& top() const { return frames.back(); }
  // Is it a variable of a function that has not returned?
  bool isLocal(ObjectId id) const {
    return std::ranges::any_of(frames, [&](const CallFrame& frame) {
      return std::ranges::find(frame.locals, id) != frame.locals.end();
    });
  }
  // The contents, to be changed: other states that share them keep theirs.
  Contents& own(ObjectId id) {
    std::shared_ptr<const Contents>& shared = memory.at(id);
    if (shared.use_count() == 1) return const_cast<Contents&>(*shared);
    auto copy = std::make_shared<Contents>(*memory.at(id));
    memory[id] = copy;
    return *copy;
  }
};

}  // namespace robur::frontend_llvm
