// Broken twins of the small programs in ../clean/many_*.cpp: an order is weaker, a fence, a lock or
// a join is missing. Each terminates in all schedules. Without an argument the program lists them
// with the kind of report that each must give; with one it runs that one.
#pragma once

#include <cstdio>
#include <cstring>

#include "../clean/together.h"

struct Twin {
  const char* name;
  const char* kind;
  void (*run)();
};

inline int runTwin(int count, char** arguments, std::initializer_list<Twin> twins) {
  for (const Twin& twin : twins) {
    if (count < 2) {
      std::printf("%s %s\n", twin.name, twin.kind);
    } else if (std::strcmp(arguments[1], twin.name) == 0) {
      twin.run();
      return 0;
    }
  }
  return count < 2 ? 0 : 2;
}

// A point at which other threads may be scheduled, and which orders nothing.
inline void breathe() {
  static std::atomic<int> rounds{0};
  rounds.fetch_add(1, kRelaxed);
}

#define RACE(NAME) \
  { #NAME, "race", NAME }
#define VIOLATION(NAME) \
  { #NAME, "robustness", NAME }
