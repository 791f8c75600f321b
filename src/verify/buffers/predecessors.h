// One step backwards over load buffers.
//
// A node demands for each thread its position and a word of reads, and for each cell a set that has
// its last write. The write order of a state ends at the last write; a read of a word may be made
// at any place of it, a read at the end reads the last writes.
//
//   step of thread t     words of t                      words of others          memory before
//   reads                put before its word             -                        -
//   write x := v         reads of x must accept v and    a suffix may be read at  x: anything; v
//   must
//                        are dropped (own write)         the end: its reads of x  have been allowed
//                                                        must accept v, and its
//                                                        other reads move to
//                                                        memory
//   drain, x in R        all reads move to memory        -                        x in R as well
//   update x in R := v   as for a write, and the other   as for a write           x in R; v must
//   have
//                        reads move to memory                                     been allowed
//
// For another thread the suffix is chosen, one predecessor per choice. Reads that stay can be made
// before the write, since they read the same there.
#pragma once

#include <functional>

#include "verify/buffers/memory_store.h"

namespace robur::verify_buffers {

struct Demand {
  Positions positions;
  std::vector<WordId> words;  // per thread
  MemoryId memory{};
};

class Predecessors {
 public:
  Predecessors(const System& system, WordStore& words, MemoryStore& memories)
      : system(system), words(words), memories(memories), choices(system.threadCount()) {}

  // Calls `visit` with each demand before the step, its words normalised.
  void forEach(const Demand& after, std::uint32_t thread, const Step& step,
               const std::function<void(const Demand&)>& visit);

  // Drops the last reads of words if memory implies them.
  void normalise(Demand& demand);

 private:
  struct Choice {
    WordId word{};
    std::vector<WordRead> atEnd;  // reads that move to memory
  };
  void choose(const Demand& after, std::uint32_t other, const Step& write);
  bool dropOwn(const Word& word, const Step& write);
  bool meet(const std::vector<WordRead>& reads);
  void combine(std::uint32_t other, std::uint32_t thread,
               const std::function<void(const Demand&)>& visit);

  const System& system;
  WordStore& words;
  MemoryStore& memories;
  std::vector<std::vector<Choice>> choices;  // per other thread
  Demand before;
  Memory memory;  // before the step, as far as it has been chosen
  Word rest;
};

}  // namespace robur::verify_buffers
