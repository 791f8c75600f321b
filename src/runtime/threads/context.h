// Where the program is: a tree of calling contexts.
//
// Every history entry and every shadow word names the place of its access. A whole stack
// would be too large for that and a program counter says too little, so places are nodes of
// one tree for all threads: the parent is the calling function, and a stack is the way to the
// root. Nodes are never removed; when the table is full or the stack too deep, places below
// are not told apart any more.
#pragma once

#include <cstdint>

#include "runtime/clocks/history.h"

namespace robur::runtime {

inline constexpr Site kNoSite = 0;

// The node for `pc` called from `parent`; kNoSite if there is no room.
Site siteOf(Site parent, std::uint64_t pc);

// The place of the caller with its whole stack, from the unwinder. Slow: for rare events whose
// callers are not instrumented, such as the creation of a thread by the C++ library.
Site unwoundSite(int skip);

std::uint64_t pcOf(Site site);
Site parentOf(Site site);

}  // namespace robur::runtime
