// How it is said that a thread waits forever: by the last write to the cell, which does not end the
// wait.
#pragma once

#include <string>

#include "program/program.h"

namespace robur {

struct LastWrite {
  std::int64_t value = 0;
  bool initial = false;
  ThreadId thread{};  // unless initial
  Pc pc = 0;          // unless initial
};

std::string waitingWords(const Program& program, CellId cell, const LastWrite& last);

}  // namespace robur
