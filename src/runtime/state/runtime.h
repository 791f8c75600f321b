// Every variable of the runtime that lives as long as the process.
//
// They are fields of two objects, `rt` and `tables`, instead of globals in the files that use them:
// this is the one place to see what the runtime remembers, what a child of fork() inherits, and
// which variables share a cache line. Each field belongs to the module named in its comment, and
// only the files of that module use it (scripts/check-modules), except for those marked "read by
// all".
//
// What is not here: thread_local variables, which the access path reaches with one instruction
// (threads/thread.h: self, selfClocks; threads/sites.h: siteCache; schedule/rounds.h: accessFrame;
// intercept/threads.cpp), the
// dummy that selfClocks points to in threads that are not checked, the fork generation
// (base/spin_lock.h, which this file needs), and the pointers to the C library's functions, one for
// each function that is replaced (intercept/intercept.h).
//
// Both objects are constant-initialised, because instrumented code runs before constructors do.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "runtime/base/ids.h"
#include "runtime/base/spin_lock.h"
#include "runtime/base/zero_atomic.h"
#include "runtime/state/option_values.h"

namespace robur::runtime {

struct BenignRange;
struct BlockPiece;
struct CellPiece;
struct Exploration;
struct FenceClock;
struct FreeBlock;
struct MetaPiece;
struct ObjectTable;
struct ReportCounts;
struct SchedulePolicy;
struct SiteNode;
struct StackWalk;
struct SyncClocks;
struct Thread;
struct ThreadInfo;
class Ring;
class Text;

enum class Model : std::uint8_t { Rc20, Rc11, Ra, Sra, Tso };

// What the rules of the clocks depend on. Set before the first access and not changed afterwards.
struct RuleSettings {
  std::uint32_t window = 8;  // writes per history; a power of two
  Model model = Model::Rc20;
  bool races = true;          // whether plain accesses are checked
  std::uint32_t past = 4096;  // RC11: events remembered per thread; a power of two
};

// What the runtime has forgotten for want of space. It can then miss reports.
enum class Loss : std::uint32_t { Writes = 1, ReadRecords = 2, PlainAccesses = 4 };

// Which code an atomic access takes: the one specialised for the usual case (system scheduler, no
// trace, a model of C++), or the general one. Undecided until the first access has read the
// options.
enum class AccessPath : std::uint8_t { Undecided, Fast, General };

// memory: the runtime's own heap.
struct MemoryState {
  static constexpr std::size_t kSizeClasses = 25;

  alignas(kCacheLine) SpinLock lock;  // for all of this
  FreeBlock* freeBlocks[kSizeClasses] = {};
  char* unused = nullptr;  // the rest of the region, never handed out so far
  char* regionEnd = nullptr;
  char* hugePagesUpTo = nullptr;  // huge pages have been requested up to here
  std::uint32_t freshBlocks = 0;  // blocks cut from the region, to vary their cache sets
};

// threads: the threads of the program and the tree of calling contexts.
struct ThreadsState {
  alignas(kCacheLine) SpinLock lock;        // for all of this, but the last two
  Thread* first = nullptr;                  // list of the threads that are alive or not yet joined
  ThreadIndex indicesUsed = 0;              // prefix of tables.threadIndices
  std::uint32_t numbersUsed = 0;            // threads so far
  std::atomic<ThreadInfo*> infos{nullptr};  // by thread number; reserved at first use
  std::atomic<SiteNode*> sites{nullptr};    // hash table of calling contexts; likewise
  // Called by a thread whose creation was not seen, before its first event.
  std::atomic<void (*)()> onAttach{nullptr};
};

// abi: what sequentially consistent fences and accesses pass on to each other.
struct ScOrderState {
  alignas(kCacheLine) SpinLock lock;
  std::atomic<std::uint64_t> changes{0};  // a thread that has seen this many need not look
  SyncClocks* clocks = nullptr;           // allocated by the first that changes them
};

// past: what is recorded of the run for the judge of RC11, and where it works.
struct PastState {
  bool fromStart = false;                 // recording began with the process
  std::atomic<std::uint32_t> names{0};    // of objects so far
  std::atomic<bool> scFence{false};       // recorded so far
  std::atomic<bool> weakerAccess{false};  // an access that is not SC; likewise
  alignas(kCacheLine) SpinLock lock;      // one judgement at a time, for the following
  void* space = nullptr;
  void* rows = nullptr;
  FenceClock* fenceClocks = nullptr;
  std::atomic<std::uint32_t> fences{0};  // prefix of fenceClocks
};

// report: what has been reported, and hooks of other modules.
struct ReportState {
  SpinLock lock;                      // one report at a time
  ReportCounts* counts = nullptr;     // null: tables.counts; shared memory with schedule=exhaust
  bool oneOfMany = false;             // a child of schedule=exhaust; the parent prints the summary
  std::atomic<bool> finished{false};  // the summary has been printed
  std::atomic<BenignRange*> benign{nullptr};  // AnnotateBenignRace
  std::atomic<StackWalk*> walks{nullptr};  // stacks of creators of threads; reserved at first use

  // Set by other modules, so that reports need not depend on them.
  void (*onFinish)() = nullptr;                // before the process ends: trace/ writes its file
  std::uint64_t (*scheduleSteps)() = nullptr;  // choices of the scheduler so far
  void (*addChoices)(Text&) = nullptr;         // these choices, as choices= takes them
};

// schedule: the running thread, and the state of the policies.
struct ScheduleState {
  SpinLock lock;                     // for `candidateCount` and tables.candidates
  std::uint32_t candidateCount = 0;  // prefix of tables.candidates
  std::atomic<Thread*> running{nullptr};
  std::atomic<std::uint32_t> turns{0};  // changes of `running`; waiting threads sleep on it
  std::uint64_t steps = 0;              // choices so far
  const SchedulePolicy* policy = nullptr;

  std::uint64_t random = 0;  // random, pct: the state of the generator; 0 before its first use
  static constexpr int kMaxDepth = 64;
  std::uint64_t priorityChanges[kMaxDepth] =
      {};  // pct: steps at which the running thread falls back
  bool priorityChangesDrawn = false;
  Exploration* exploration = nullptr;  // exhaust: shared with the parent process
  ObjectTable* objects = nullptr;      // exhaust: locks and the like, in this execution
  std::uint64_t tickets = 0;           // exhaust: threads that have waited for a condition so far
  std::uint32_t created = 0;           // exhaust: threads so far
  std::uint32_t unjoined = 0;          // exhaust: of these, not yet joined
  std::uint32_t outside = 0;           // exhaust: threads in calls that others need not end
};

// trace: the file that trace=PATH names.
struct TraceState {
  SpinLock lock;
  Text* lines = nullptr;  // not yet written; never freed, since the process writes until its end
  int file = -1;
  std::atomic<bool> stopped{false};  // in a child of fork, which leaves the file to its parent
};

// intercept: the start of the process and the ends of threads.
struct ProcessState {
  std::atomic<bool> started{false};
  std::atomic<std::uint32_t> descriptorGroups{0};  // of file descriptors so far
  pthread_key_t threadEnd = 0;                     // its destructor is the last event of a thread
  pthread_once_t threadEndOnce = PTHREAD_ONCE_INIT;
  std::atomic<char*> exploredHeap{nullptr};  // the program's heap under schedule=exhaust
};

struct Runtime {
  // Read at every access and written hardly ever, so they share cache lines with nothing that
  // changes. Read by all.
  alignas(kCacheLine) RuleSettings rules;         // clocks
  std::atomic<std::uint32_t> widest{kNarrowest};  // clocks: width of the widest clock so far
  std::atomic<bool> gaveUp{false};                // threads: the runtime has stopped checking
  std::atomic<bool> manyAtomics{false};           // shadow: more than a cache holds
  std::atomic<AccessPath> accessPath{AccessPath::Undecided};  // abi
  std::atomic<bool> recording{false};                         // past
  bool optionsRead = false;                                   // options
  std::atomic<std::uint32_t> losses{0};                       // bits of Loss, from where it happens
  char* arena = nullptr;  // memory: start of the region of small blocks
  Options options;        // options; read through options()

  MemoryState memory;
  ThreadsState threads;
  ScOrderState scOrder;
  PastState past;
  alignas(kCacheLine) std::atomic<std::uint32_t> atomics{
      0};                  // shadow: locations with clocks so far
  SpinLock spinLoopsLock;  // spin: for additions to tables.spinLoops
  ReportState report;
  ScheduleState schedule;
  TraceState trace;
  ProcessState process;
};
extern constinit Runtime rt;

inline void noteLoss(Loss loss) {
  rt.losses.fetch_or(static_cast<std::uint32_t>(loss), std::memory_order_relaxed);
}

// threads: one entry of tables.threadIndices.
struct ThreadIndexState {
  bool free;             // its thread has ended
  bool exhausted;        // its epochs are used up, so it is not given to anybody again
  Epoch last;            // the last epoch of the last thread that had it
  std::uint32_t number;  // of the thread that has it or had it last
};

// spin: a load that has been repeated, with the values that caused the repetition.
struct SpinLoop {
  static constexpr std::uint32_t kMaxValues = 8;
  std::atomic<const void*> pc;
  std::atomic<std::uint32_t> count;
  std::atomic<std::uint64_t> values[kMaxValues];
};

// report: how often something was found. Processes that schedule=exhaust forks share one.
struct ReportCounts {
  static constexpr std::uint32_t kPairs = 1 << 14;
  static constexpr std::uint32_t kWaits = 32;

  std::atomic<std::uint32_t> found;          // different reports
  std::atomic<std::uint64_t> repeated;       // findings that had been reported before
  std::atomic<std::uint32_t> inLibrary;      // not reported, because the standard library made them
  std::atomic<std::uint64_t> unjudged;       // accesses of which RC11 could not be decided
  std::atomic<std::uint32_t> suppressed;     // not reported, because the user does not want them
  std::atomic<std::uint32_t> waits;          // spin loops that may read a stale value
  std::atomic<Site> waitSites[kWaits];       // of the first ones, for the summary
  std::atomic<std::uint64_t> pairs[kPairs];  // hash table of the pairs of sites reported so far
};

// Tables that start as zero. They are apart from `rt` because an object with a single non-zero byte
// is stored in the executable as a whole, and these take 256 MB of address space.
struct RuntimeTables {
  // Tables over the program's address space have one entry for every 2^kPieceBits bytes.
  static constexpr int kPieceBits = 24;
  static constexpr std::uint64_t kPieces = std::uint64_t{1} << (47 - kPieceBits);

  // shadow: of plain memory, as the address that the cell of address 0 would have; 0 if there is
  // none. First, because an offset in this structure would cost an instruction at every plain
  // access.
  ZeroAtomic<std::uint64_t> cellBases[kPieces] = {};
  ZeroAtomic<CellPiece*> cells[kPieces] = {};    // shadow: the same as pointers
  ZeroAtomic<MetaPiece*> metas[kPieces] = {};    // shadow: of atomics and synchronisation objects
  ZeroAtomic<BlockPiece*> blocks[kPieces] = {};  // shadow: of the program's heap

  // clocks, read by all: epochs up to here of an index whose thread was not joined count as known
  // to every thread, so that giving the index to a new thread can lose a report but never invent
  // one.
  Epoch retired[kMaxThreads] = {};
  ThreadIndexState threadIndices[kMaxThreads] = {};  // threads
  Ring* rings[kMaxThreads] = {};                     // past
  Thread* candidates[kMaxThreads] = {};              // schedule: threads that take part, by number

  // intercept: by file descriptor, the group that it is in; what is written to one of a group
  // synchronises with what is read from another.
  static constexpr std::uint32_t kDescriptors = 1 << 14;
  ZeroAtomic<std::uint64_t> descriptors[kDescriptors] = {};

  static constexpr std::uint32_t kLostReads = 256;
  std::uint64_t lostReads[kLostReads] = {};  // shadow: with schedule=exhaust, a few granules
  std::uint32_t lostReadCount[1] = {};       // shadow

  static constexpr std::size_t kSpinLoops = 1024;
  SpinLoop spinLoops[kSpinLoops];  // spin: hash table by program counter; nothing is removed
  ReportCounts counts;             // report
};
extern constinit RuntimeTables tables;

}  // namespace robur::runtime
