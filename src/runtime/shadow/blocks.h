// Blocks of the program's heap: where each was allocated, for reports.
//
// One number for every sixteen bytes, at which blocks begin, in a table of pieces as for the
// shadow. A block is noted with one store; whoever wants to know about an address looks
// backwards for the block that it is in.
#pragma once

#include <cstdint>

#include "runtime/clocks/history.h"

namespace robur::runtime {

void noteBlock(std::uint64_t begin, Site site);  // kNoSite: it is no more

struct Block {
  std::uint64_t begin = 0;
  Site site = 0;
};
// The block that begins closest before the address or there; its end is for the heap to say.
Block blockBefore(std::uint64_t address);

}  // namespace robur::runtime
