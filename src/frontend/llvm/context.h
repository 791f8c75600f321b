// What the translations of all threads share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/llvm/assumptions.h"
#include "frontend/llvm/module_info.h"
#include "frontend/llvm/names.h"
#include "frontend/llvm/objects.h"
#include "frontend/llvm/refusal.h"
#include "frontend/llvm/spans.h"
#include "frontend/llvm/state.h"
#include "frontend/llvm/unknown_bodies.h"

namespace robur::frontend_llvm {

// A thread to be translated: the function it runs, and the memory its creator had at that moment.
struct ThreadPlan {
  std::string name;
  std::uint32_t parent = 0;
  unsigned ordinal = 0;  // among the threads of its parent
  const llvm::Function* function = nullptr;
  std::vector<Val> arguments;
  State start;              // memory only
  bool any = false;         // stands for any number of copies
  bool named = false;       // after a function, not by the program
  bool introduced = false;  // name and end are those of a function in a given file
  Span end;  // source location of its function; stands for the end, whose location is unknown
};

// Where objects of a pool come from (pools.h): the alloca or the call, and the chain of calls.
using PoolKey = std::tuple<Object::Kind, const llvm::Value*, ContextId>;

// An access to an object, reduced to what decides whether the object must be in memory.
struct Touch {
  std::uint32_t thread = 0;
  unsigned spawned = 0;  // threads that this one had created before
  bool write = false;
  friend auto operator<=>(const Touch&, const Touch&) = default;
};

// What one round of the translation finds out. The next round starts from an empty one.
struct Round {
  Layout layout;
  std::vector<ThreadPlan> threads;
  std::map<ObjectId, std::set<Touch>> touches;
  State atStart;                          // memory when the first thread is created
  std::map<Target, Val> initial;          // values of cells when the first thread is created
  std::uint64_t steps = 0;                // of all threads
  bool begun = false;                     // the first thread has been created
  Span plainVolatile;                     // a volatile access to shared memory that is plain
  UnknownBodies unknown;                  // functions that were called before the first thread
  UnknownBodies unknownLater;             // functions that some thread may call
  std::map<std::string, PoolKey> bounds;  // what objects are taken from (pools.h), in words
  std::set<PoolKey> givenBack;            // pools that get an object back somewhere
  Span hung;  // a loop that seems never to end and never to access memory
};

struct Context {
  Context(ModuleInfo& info, Spans& spans) : info(info), spans(spans) {}

  ModuleInfo& info;
  Spans& spans;
  ObjectTable objects;
  ContextTable contexts;
  Assumptions assumed;
  std::vector<const llvm::Function*> functions;  // whose addresses are values
  std::set<std::string> ignored;                 // functions that were called and do nothing
  std::set<std::string> pure;  // functions without a body that the user says do nothing
  // What the user is told about lines that were reached, once each.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::string, Span>> notes;
  Round round;
  bool relaxedVolatile = false;  // volatile accesses are relaxed atomics
  unsigned poolSize = 2;         // objects in a pool (pools.h)
  std::set<ObjectId> ownHidden;  // objects of the translator that only one thread ever uses
  std::set<PoolKey> pools;       // variables and allocations whose objects come from pools
  bool followsUnknownSizes = true;
  bool metUnknownSize = false;  // an allocation of a size that is not known
  // Objects from one allocation that may be alive while several threads run.
  unsigned mostAlive = 64;
  bool refusesMoreAlive = false;  // what a path does with more of them is not followed
  bool metMoreAlive = false;

  void note(const Span& span, const std::string& text) {
    notes[{span.file, span.line}].try_emplace(text, span);
  }
};

// A thread is named after the first function in a file of the command line that it enters; if there
// is none, in another file that is not a system header.
void introduce(Context& c, std::uint32_t thread, const llvm::Function* function);

// The locations of the flags of a thread come after the cells of objects.
LocationId startFlag(const Context& c, std::uint32_t thread);
LocationId doneFlag(const Context& c, std::uint32_t thread);

}  // namespace robur::frontend_llvm
