// The numbers by which the runtime names threads, their steps and locations in the program's code.
#pragma once

#include <cstddef>
#include <cstdint>

namespace robur::runtime {

// A component of every vector clock. A thread has one while it lives; afterwards a new thread may
// get it (threads/thread.cpp). Reports use the thread's number instead, which is never reused.
using ThreadIndex = std::uint32_t;
inline constexpr ThreadIndex kMaxThreads = 4096;
inline constexpr ThreadIndex kNoThread = 0xffff;  // of an initial value, which every thread knows

// The local time of one thread: a component of a vector clock.
using Epoch = std::uint32_t;

// The width of the smallest clocks. They share a cache line with the head of their location
// (clocks/layout.h) and need not grow for every few threads.
inline constexpr std::uint32_t kNarrowest = 12;

// A location in the program's code together with its callers: a node of the tree of calling
// contexts (threads/sites.h). 0 if it is unknown.
using Site = std::uint32_t;
inline constexpr Site kNoSite = 0;

// A block of the arena (memory/arena.h); 0 is no block.
using ArenaOffset = std::uint32_t;

inline constexpr std::size_t kCacheLine = 64;

}  // namespace robur::runtime
