#include "runtime/schedule/doubts.h"

#include "runtime/schedule/exploration.h"

namespace robur::runtime {

void noteDoubt(Doubt doubt) {
  if (!exploring()) return;
  rt.schedule.exploration->doubts.fetch_or(std::uint32_t{1} << static_cast<int>(doubt));
}

const char* textOf(Doubt doubt) {
  switch (doubt) {
    case Doubt::SeqCst:
      return "seq_cst accesses are taken as stronger than they are";
    case Doubt::Undecided:
      return "of some accesses it could not be decided whether the order of seq_cst allows an "
             "older value (raise past=)";
    case Doubt::WeakCompareExchange:
      return "compare_exchange_weak is not made to fail without a reason";
    case Doubt::Model:
      return "for this model it is not proved that one execution of each class is enough";
    case Doubt::GaveUp:
      return "the runtime has stopped checking";
    case Doubt::RacesOff:
      return "data races are not checked";
    case Doubt::RobustnessOff:
      return "robustness is not checked";
    case Doubt::Library:
      return "violations inside the standard library are only counted (library=1 reports them)";
    case Doubt::BenignWaits:
      return "loads in spin loops may be stale and are taken as harmless (spin=report reports "
             "them)";
    case Doubt::History:
      return "an atomic was written more often than is remembered (raise history=)";
    case Doubt::PlainAccesses:
      return "more threads accessed the same plain memory than are remembered";
    case Doubt::LoopByCount:
      return "loops were cut after three equal rounds";
    case Doubt::TimedWait:
      return "waits end by time only where no other thread can continue";
    case Doubt::OneOfSeveralWoken:
      return "of several waiting threads only the first was woken";
    case Doubt::LockUnseen:
      return "a lock was held by code that is not instrumented";
    case Doubt::ThreadUnseen:
      return "a thread was created by code that is not seen";
    case Doubt::TriedJoin:
      return "pthread_tryjoin_np and pthread_timedjoin_np depend on time";
    case Doubt::Initialiser:
      return "an initialiser that others wait for did not come to an end";
    case Doubt::Fork:
      return "what the program does in child processes is not explored";
    case Doubt::Input:
      return "when threads get data from file descriptors is not explored";
    case Doubt::Annotations:
      return "what annotations synchronise is not explored";
    case Doubt::EndedEarly:
      return "the program ended while other threads could continue";
    case Doubt::Sizes:
      return "atomics of different sizes overlap";
    case Doubt::Suppressed:
      return "reports were suppressed";
    case Doubt::Count:
      break;
  }
  return "";
}

}  // namespace robur::runtime
