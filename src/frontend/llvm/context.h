// What the evaluators of all threads share during one translation.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/llvm/facts.h"
#include "frontend/llvm/module_info.h"
#include "frontend/llvm/names.h"
#include "frontend/llvm/objects.h"
#include "frontend/llvm/refusal.h"
#include "frontend/llvm/spans.h"
#include "frontend/llvm/state.h"

namespace robur::llvmfront {

// A thread to be translated: what it runs, and the memory its creator had at that moment.
struct ThreadPlan {
  std::string name;
  std::uint32_t parent = 0;
  unsigned ordinal = 0;  // among the threads of its parent
  const llvm::Function* function = nullptr;
  std::vector<Val> arguments;
  State start;  // memory only
  Span end;     // where its function begins: nothing else is known of its end
};

// Accesses to one object, as far as they decide whether it must be in memory: by which
// thread, after how many threads that one had created.
struct Touch {
  std::uint32_t thread = 0;
  unsigned spawned = 0;
  bool write = false;
  friend auto operator<=>(const Touch&, const Touch&) = default;
};

struct Context {
  ModuleInfo& info;
  Spans& spans;
  ObjectTable objects;
  ContextTable contexts;
  Facts facts;

  // Of the current round.
  std::optional<Layout> layout;
  std::vector<ThreadPlan> threads;
  std::map<ObjectId, std::set<Touch>> touches;
  std::map<Target, Val> initial;                 // of cells, when the first thread is created
  std::vector<const llvm::Function*> functions;  // whose addresses are values
  std::set<std::string> ignored;                 // functions that were called and do nothing
  std::uint64_t steps = 0;
  bool begun = false;  // the first thread has been created
  Span hung;           // a loop that seems to go on for ever without touching memory
};

// The first function of the user's own that a thread enters gives it its name.
void introduce(Context& c, std::uint32_t thread, const llvm::Function* function);

// Threads, and their flags behind the cells of objects.
inline constexpr std::size_t kMostThreads = 64;
LocationId startFlag(const Context& c, std::uint32_t thread);
LocationId doneFlag(const Context& c, std::uint32_t thread);

}  // namespace robur::llvmfront
