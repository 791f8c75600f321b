// What was found, told once per pair of places.
#pragma once

#include "runtime/shadow/race.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

struct Place {
  const char* what = "";  // "load", "plain write", …
  std::uint32_t thread = 0;
  Site site = kNoSite;
  Order order = Order::Relaxed;
  bool atomic = true;
};

// A write as it was when the access came; the history may forget it.
struct WriteSeen {
  bool known = false;
  bool initial = false;
  std::uint64_t value = 0;
  Place place;
};
WriteSeen seen(const History& history, int position);

// A violation, copied while the location was locked.
struct Violation {
  Place access;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool writes = false;  // the access was checked as a write
  WriteSeen stale;
  WriteSeen ahead;
};

// Has a violation at this pair of places been told? Then it is seen again.
bool isTold(Site access, Site ahead);
void reportRobustness(const Violation& violation);
// One that does no harm, because the access waits: for the last lines only.
void countWait(const Violation& violation);
void reportRace(const Place& access, const Place& earlier, std::uint64_t address,
                std::uint64_t size);

// From now on processes that are forked count together.
void shareReports();

// The exit code that a program which wants to end with `code` gets; prints the last line.
int finish(int code);
int finishAll(int code);  // of the process that has forked them

}  // namespace robur::runtime
