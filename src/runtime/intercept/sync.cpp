// Synchronisation objects: clocks that threads pass on through a mutex, a semaphore or the like.
#include "runtime/intercept/intercept.h"
#include "runtime/schedule/steps.h"
#include "runtime/trace/trace.h"

namespace robur::runtime {

namespace {

template <class Change>
void change(const volatile void* object, const char* name, const Change& what) {
  Event event;
  if (!event) return;
  options();
  renewIndexIfNeeded(event.thread());
  Meta& meta = metaOfSync(object);
  const Locked hold(meta.lock());
  what(event.thread().clocks, meta);
  traceObject(event.thread().number, name, object);
}

}  // namespace

void acquireOwned(const volatile void* object) {
  change(object, "lock", [](ThreadClocks& t, Meta& m) {
    acquire(t, m.sync().owned);
    acquire(t, m.sync().shared);
  });
}

// Overwrites the clock: the owner has acquired it, and has waited for all readers.
void releaseOwned(const volatile void* object) {
  change(object, "unlock", [](ThreadClocks& t, Meta& m) { releaseTo(t, m.sync().owned); });
}

void acquireShared(const volatile void* object) {
  change(object, "share", [](ThreadClocks& t, Meta& m) { acquire(t, m.sync().owned); });
}

void releaseShared(const volatile void* object) {
  change(object, "unshare", [](ThreadClocks& t, Meta& m) { releaseInto(t, m.sync().shared); });
}

void acquireCount(const volatile void* object) {
  change(object, "await", [](ThreadClocks& t, Meta& m) { acquire(t, m.sync().shared); });
}

void resetSync(const volatile void* object) {
  Event event;
  if (Meta* const meta = event ? findSync(object) : nullptr) meta->clear();
}

void awaitInitialised(const volatile void* object) {
  if (exploring()) return schedulePoint(actionOn(ActionKind::Initialise, object));
  constexpr int kTries = 10000;
  for (int i = 0; scheduled() && i < kTries; ++i) {
    Meta* const meta = findSync(object);
    if (meta == nullptr) return;
    {
      const Locked hold(meta->lock());
      if (!meta->sync().initialising) return;
    }
    scheduleBlocked(BlockedOn::Unlock);
  }
}

void setInitialising(const volatile void* object, bool now) {
  Event event;
  if (!event || !scheduled() || exploring()) return;
  Meta& meta = metaOfSync(object);
  const Locked hold(meta.lock());
  meta.sync().initialising = now;
  scheduleChanged(BlockedOn::Unlock);
}

void pointAfterInitialising(const volatile void* object, bool done) {
  if (!exploring()) return;
  schedulePoint(actionOn(ActionKind::Store, object));
  setInitialised(object, done);
}

}  // namespace robur::runtime
