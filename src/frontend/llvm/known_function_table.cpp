// The table of known functions. Names are those of the linker: C++ functions are mangled.
#include <algorithm>
#include <array>
#include <string_view>

#include <llvm/ADT/StringMap.h>

#include "frontend/llvm/known_functions.h"

namespace robur::frontend_llvm {

using K = KnownFunctions;

namespace {

template <class Row, std::size_t N>
constexpr bool distinct(const Row (&rows)[N]) {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = rows[i].name;
  std::ranges::sort(names);  // comparing all pairs takes more steps than compilers allow
  return std::ranges::adjacent_find(names) == names.end();
}

}  // namespace

// clang-format off
constexpr K::Row K::kExact[] = {
    // Output.
    {"printf", &K::ignoreOutput}, {"fprintf", &K::ignoreOutput}, {"vprintf", &K::ignoreOutput},
    {"vfprintf", &K::ignoreOutput}, {"__vfprintf_chk", &K::ignoreOutput}, {"dprintf", &K::ignoreOutput},
    {"fsync", &K::ignoreOutput}, {"psignal", &K::ignoreOutput},
    {"__printf_chk", &K::ignoreOutput}, {"__fprintf_chk", &K::ignoreOutput},
    {"puts", &K::ignoreOutput}, {"fputs", &K::ignoreOutput}, {"putchar", &K::ignoreOutput},
    {"putc", &K::ignoreOutput}, {"fputc", &K::ignoreOutput}, {"fwrite", &K::ignoreOutput},
    {"write", &K::ignoreOutput}, {"fflush", &K::ignoreOutput}, {"perror", &K::ignoreOutput},
    {"syslog", &K::ignoreOutput},
    // Pauses, and calls without an effect on memory that threads use.
    {"sched_yield", &K::doNothing}, {"pthread_yield", &K::doNothing}, {"thrd_yield", &K::doNothing},
    {"sleep", &K::doNothing}, {"usleep", &K::doNothing}, {"nanosleep", &K::doNothing},
    {"clock_nanosleep", &K::doNothing}, {"thrd_sleep", &K::doNothing},
    {"llvm.x86.sse2.pause", &K::doNothing}, {"llvm.aarch64.hint", &K::doNothing},
    {"srand", &K::doNothing}, {"pthread_setname_np", &K::doNothing},
    {"pthread_attr_init", &K::doNothing}, {"pthread_attr_destroy", &K::doNothing},
    {"pthread_attr_setdetachstate", &K::doNothing},
    {"pthread_mutexattr_init", &K::doNothing}, {"pthread_mutexattr_destroy", &K::doNothing},
    {"pthread_condattr_init", &K::doNothing}, {"pthread_condattr_destroy", &K::doNothing},
    {"pthread_attr_setstacksize", &K::doNothing}, {"pthread_attr_setaffinity_np", &K::doNothing},
    {"pthread_attr_setscope", &K::doNothing}, {"pthread_attr_setguardsize", &K::doNothing},
    {"pthread_attr_setinheritsched", &K::doNothing},
    {"pthread_attr_setschedpolicy", &K::doNothing}, {"pthread_attr_setschedparam", &K::doNothing},
    {"pthread_condattr_setclock", &K::doNothing}, {"pthread_condattr_setpshared", &K::doNothing},
    {"pthread_mutexattr_setpshared", &K::doNothing},
    {"pthread_mutexattr_setprotocol", &K::doNothing},
    {"pthread_rwlockattr_init", &K::doNothing}, {"pthread_rwlockattr_destroy", &K::doNothing},
    {"pthread_rwlockattr_setpshared", &K::doNothing},
    {"pthread_rwlockattr_setkind_np", &K::doNothing},
    {"pthread_barrierattr_init", &K::doNothing}, {"pthread_barrierattr_destroy", &K::doNothing},
    {"pthread_barrierattr_setpshared", &K::doNothing},
    {"pthread_setaffinity_np", &K::doNothing}, {"sched_setaffinity", &K::doNothing},
    {"pthread_setschedparam", &K::doNothing}, {"sched_setscheduler", &K::doNothing},
    {"pthread_setconcurrency", &K::doNothing}, {"setpriority", &K::doNothing},
    {"pthread_setcancelstate", &K::doNothing}, {"pthread_setcanceltype", &K::doNothing},
    {"pthread_testcancel", &K::doNothing}, {"pthread_atfork", &K::doNothing},
    {"pthread_sigmask", &K::doNothing}, {"sigprocmask", &K::doNothing},
    {"sigfillset", &K::doNothing}, {"sigemptyset", &K::doNothing}, {"sigaddset", &K::doNothing},
    {"sigaction", &K::doNothing}, {"signal", &K::doNothing},
    {"mlock", &K::doNothing}, {"mlockall", &K::doNothing}, {"madvise", &K::doNothing},
    {"mprotect", &K::doNothing}, {"prctl", &K::doNothing}, {"setvbuf", &K::doNothing},
    {"setbuf", &K::doNothing}, {"alarm", &K::doNothing},
    {"__gxx_personality_v0", &K::doNothing},
    {"_ZNSt6thread6_StateD2Ev", &K::doNothing},
    {"_ZNSt8ios_base4InitC1Ev", &K::doNothing}, {"_ZNSt8ios_base4InitD1Ev", &K::doNothing},
    // Assertions that do not hold.
    {"__assert_fail", &K::failAssertion}, {"__VERIFIER_error", &K::failAssertion},
    {"reach_error", &K::failAssertion},
    // Ends of the program.
    {"__cxa_pure_virtual", &K::abortProgram},
    {"abort", &K::abortProgram}, {"_ZSt9terminatev", &K::abortProgram},
    {"llvm.trap", &K::trap}, {"llvm.ubsantrap", &K::checkOfCompiler}, {"llvm.debugtrap", &K::trap},
    {"_ZSt22__throw_bad_shared_ptrv", &K::abortProgram},
    {"_ZSt20__throw_future_errori", &K::abortProgram},
    // Ends of a thread.
    {"atexit", &K::registerAtExit}, {"__cxa_atexit", &K::registerAtExit},
    {"exit", &K::exitProgram}, {"_exit", &K::exitProgram}, {"_Exit", &K::exitProgram},
    {"quick_exit", &K::exitProgram},
    {"pthread_exit", &K::endThreadWithResult}, {"thrd_exit", &K::endThreadWithResult},
    // Allocation.
    {"malloc", &K::allocate}, {"_Znwm", &K::allocate}, {"_Znam", &K::allocate},
    {"_ZnwmRKSt9nothrow_t", &K::allocate}, {"_ZnamRKSt9nothrow_t", &K::allocate},
    {"_ZnwmSt11align_val_t", &K::allocate}, {"_ZnamSt11align_val_t", &K::allocate},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", &K::allocate},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", &K::allocate},
    {"calloc", &K::allocateZeroed}, {"aligned_alloc", &K::allocateAligned},
    {"free", &K::release}, {"_ZdlPv", &K::release}, {"_ZdlPvm", &K::release},
    {"_ZdaPv", &K::release}, {"_ZdaPvm", &K::release},
    {"_ZdlPvSt11align_val_t", &K::release}, {"_ZdlPvmSt11align_val_t", &K::release},
    {"_ZdaPvSt11align_val_t", &K::release}, {"_ZdaPvmSt11align_val_t", &K::release},
    {"_ZdlPvRKSt9nothrow_t", &K::release}, {"_ZdaPvRKSt9nothrow_t", &K::release},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", &K::release},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", &K::release},
    // Threads.
    {"__robur_spawn", &K::spawn}, {"__robur_spawn_any", &K::spawnAny}, {"__robur_join", &K::join},
    {"__robur_result", &K::threadResult}, {"__robur_number", &K::threadResult},
    {"__robur_threads", &K::threadCount}, {"__robur_thread_name", &K::threadName},
    {"pthread_self", &K::threadNumber},
    // Waiting, assumptions and choices: robur.h, and the names of the verification competitions.
    {"__robur_wait", &K::wait},
    {"__robur_bcas8", &K::blockingCas}, {"__robur_bcas32", &K::blockingCas},
    {"__robur_bcas64", &K::blockingCas},
    {"__robur_assume", &K::assume}, {"robur_assume", &K::assume}, {"__VERIFIER_assume", &K::assume},
    {"__robur_nondet", &K::nondetInRange},
    {"__VERIFIER_nondet_bool", &K::nondetBool}, {"__VERIFIER_nondet__Bool", &K::nondetBool},
    {"__VERIFIER_nondet_char", &K::nondetByte}, {"__VERIFIER_nondet_uchar", &K::nondetByte},
    {"rand", &K::refuseNondet}, {"random", &K::refuseNondet},
    // For our own library (library.c).
    {"__robur_known", &K::isKnown}, {"__robur_size", &K::sizeOfObject},
    {"__robur_beside", &K::hiddenObject}, {"__robur_own_beside", &K::ownHiddenObject},
    {"__robur_numbered", &K::needNumber}, {"__robur_fixed", &K::isFixed},
    {"__robur_argument", &K::allocateArgument}, {"__robur_forget", &K::forget},
    {"__robur_static", &K::isStatic}, {"__robur_must", &K::must},
    {"__robur_retire", &K::retire}, {"__robur_revive", &K::revive},
    {"__robur_alive", &K::mustBeAlive},
    {"__robur_unsupported", &K::refuseUnsupported}, {"__robur_note", &K::note},
    {"__robur_needs", &K::doNothing}, {"__robur_pause", &K::doNothing},
};

const K::Row K::kPrefixes[] = {
    {"__robur_unset.", &K::unsetValue},  // one for each type: load.cpp marks unset variables so
    {"__VERIFIER_nondet_", &K::refuseNondet},
};

// Operators << on streams of C++, and what else can be done with std::cout. Some are templates
// and have bodies.
const K::Row K::kStreams[] = {
    {"_ZNSo", &K::ignoreStream},
    {"_ZStlsISt11char_traits", &K::ignoreStream},
    {"_ZStlsIcSt11char_traits", &K::ignoreStream},
    {"_ZSt16__ostream_insertI", &K::ignoreStream},
    {"_ZSt4endlI", &K::ignoreStream},
    {"_ZSt4endsI", &K::ignoreStream},
    {"_ZSt5flushI", &K::ignoreStream},
};
// clang-format on

bool K::replacesBody(const llvm::Function* function) {
  return std::any_of(std::begin(kStreams), std::end(kStreams),
                     [&](const Row& row) { return function->getName().starts_with(row.name); });
}

K::Handler K::handlerOf(const llvm::Function* function) {
  static_assert(distinct(kExact), "a function has two rows");
  static const llvm::StringMap<Handler> exact = [] {
    llvm::StringMap<Handler> map;
    for (const Row& row : kExact) map[row.name] = row.handler;
    return map;
  }();
  const llvm::StringRef name = function->getName();
  if (const auto found = exact.find(name); found != exact.end()) return found->second;
  const auto prefix = [&](const Row& row) { return name.starts_with(row.name); };
  if (const Row* row = std::find_if(std::begin(kPrefixes), std::end(kPrefixes), prefix);
      row != std::end(kPrefixes)) {
    return row->handler;
  }
  const Row* row = std::find_if(std::begin(kStreams), std::end(kStreams), prefix);
  return row != std::end(kStreams) ? row->handler : nullptr;
}

bool K::allocates(const llvm::Function* function) {
  const Handler handler = handlerOf(function);
  return handler == &K::allocate || handler == &K::allocateZeroed ||
         handler == &K::allocateAligned || handler == &K::allocateArgument;
}

}  // namespace robur::frontend_llvm
