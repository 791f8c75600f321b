// The classic shapes of weak behaviour with every mix of orders and SC fences.
//
// A shape is threads of accesses to be given orders. Mixed access by access there are some
// twenty thousand programs, which tests compare in memory; mixed thread by thread, each thread
// relaxed, release/acquire, sc, or relaxed with SC fences between its accesses, there are some
// three hundred, which are files of the corpus (tests/corpus/mixes, written by robur_mixes).
#pragma once

#include <string>
#include <vector>

#include "generators/rng.h"

namespace robur::testing {

struct Mix {
  std::string name;  // "sb+ra+fence"
  std::string text;  // the litmus test, as litmus.h reads it
  std::string note;  // what is known of it, or nothing
};

std::vector<std::string> shapeNames();

// Every access of the shape with every order, every gap with and without an SC fence.
std::vector<std::string> mixesByAccess(const std::string& shape);

// Every shape, thread by thread, and mixes that papers discuss.
std::vector<Mix> mixesByThread();

// A shape, or one of a few longer ones, with orders and fences at random; now and then one of
// those that papers discuss.
std::string randomMix(Rng& rng);

}  // namespace robur::testing
