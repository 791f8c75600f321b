// Is every instance of a program robust, whatever the number of copies of its threads of any
// number?
//
// First the coverability set of the program under SC is computed: faults, races that show in
// states, and all accesses that are ever pending come out of it. Then, for every goal that such an
// access asks for, the coverability set of the program with one column. Some instance is not robust
// iff a configuration can be covered in which a thread reaches a goal; docs/any-number.md has the
// proof.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anynumber/cores.h"
#include "explore/search.h"
#include "models/fragment.h"
#include "program/model_name.h"
#include "semantics/machine.h"

namespace robur::anynumber {

struct Query {
  const Machine& machine;  // with one thread for any number of copies
  ModelName watched;       // the model whose rules decide
  std::vector<bool> monitored;
  Fragment fragment;  // of an instance with two copies
  RaceRule races = RaceRule::None;
  // Asked now and then, with the nodes made so far and the bytes that they take: give up?
  std::function<bool(std::uint64_t nodes, std::uint64_t bytes)> stop;
};

enum class Outcome : std::uint8_t {
  Robust,       // every instance
  Violated,     // some instance is not
  Stopped,      // not known
  TooManyRows,  // the model keeps more rows for this program than are supported
};

struct Answer {
  Outcome outcome = Outcome::Stopped;
  std::vector<CoreFault> faults;  // each happens in some instance
  std::uint64_t nodes = 0;
  std::uint64_t goals = 0;
  std::uint64_t lostByPruning = 0;  // nodes that only the certificate has found
  std::uint64_t peakBytes = 0;
};

Answer decide(const Query& query);

}  // namespace robur::anynumber
