// Blocks of the program's heap: where each was allocated, for reports.
//
// Blocks begin at multiples of sixteen bytes; a table of pieces, as for the shadow, has a site for
// each. Recording a block is one store. Finding the block of an address, which only reports do,
// searches backwards.
#pragma once

#include <cstdint>

#include "runtime/clocks/history.h"

namespace robur::runtime {

void recordBlock(std::uint64_t begin, Site site);  // kNoSite: it has been freed

struct Block {
  std::uint64_t begin = 0;
  Site site = 0;
};
// The last block that begins at or before the address. Its size is known to malloc only.
Block blockBefore(std::uint64_t address);

}  // namespace robur::runtime
