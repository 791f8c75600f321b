// Threads that the C library creates for itself, to call functions of the program: for timers, for
// asynchronous input and output, and for message queues. Their creation is not seen. A thread that
// was not seen being created therefore happens after all calls so far that may have led to it.
#include "runtime/intercept/helper_threads.h"

#include <aio.h>
#include <mqueue.h>
#include <signal.h>
#include <time.h>

#include "runtime/intercept/intercept.h"

using namespace robur::runtime;

namespace {

// One synchronisation object for all calls: its address is that of a variable.
const void* calls() {
  static const char object = 0;
  return &object;
}

}  // namespace

namespace robur::runtime {

void orderHelperThreads() {
  whenAttached([] { acquireCount(calls()); });
}

void passOnToHelpers() {
  releaseShared(calls());
}

}  // namespace robur::runtime

#define ROBUR_ALL(...) __VA_ARGS__
#define ROBUR_LEADS_TO_CALLS(NAME, PARAMETERS, ARGUMENTS) \
  ROBUR_REPLACE(int, NAME, ROBUR_ALL PARAMETERS) {        \
    releaseShared(calls());                               \
    return ROBUR_ORIGINAL(NAME) ARGUMENTS;                \
  }

ROBUR_LEADS_TO_CALLS(timer_settime,
                     (timer_t timer, int flags, const itimerspec* value, itimerspec* old),
                     (timer, flags, value, old))
ROBUR_LEADS_TO_CALLS(aio_read, (aiocb * request), (request))
ROBUR_LEADS_TO_CALLS(aio_write, (aiocb * request), (request))
ROBUR_LEADS_TO_CALLS(aio_fsync, (int how, aiocb* request), (how, request))
ROBUR_LEADS_TO_CALLS(lio_listio, (int mode, aiocb* const* list, int count, sigevent* event),
                     (mode, list, count, event))
ROBUR_LEADS_TO_CALLS(mq_notify, (mqd_t queue, const sigevent* event), (queue, event))
