// Shows source lines with underlines and remarks, as compilers do:
//
//      | thread a
//   13 |   x.store(1, rel);
//      |   --------------- (1) may still be on its way when (2) runs
//
// Below a line that calls a wrapper stands what it calls; if the narration has several accesses
// with one line, also who called its function, so that they are distinguished (call_chain.h):
//
//   13 |   vatomic_write(&x, 1);
//      |   -------------------- (1) may still be on its way when (2) runs
//      |   in vatomic_write (atomic.h:7)
//
// Lines are grouped by thread, in the order of the threads, because copies of a thread share their
// lines but differ in their remarks.
#pragma once

#include <string>

#include "report/narrate.h"
#include "report/paint.h"

namespace robur {

struct Excerpt {
  std::string text;
  std::size_t gutter = 0;  // columns before the bar, to align what follows
};

Excerpt excerptOf(const Program& program, const Narration& narration, const Paint& paint);

}  // namespace robur
