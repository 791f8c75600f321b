#include "check/waiting_words.h"

#include <fmt/format.h>

namespace robur {

std::string waitingWords(const Program& program, CellId cell, const LastWrite& last) {
  const std::string name = program.cellName(cell);
  if (last.initial) {
    return fmt::format("waits forever: {} keeps its initial value {}", name, last.value);
  }
  const Span span = program.codeOf(last.thread).instrs[last.pc].span;
  return fmt::format("waits forever: the last write to {} is {}, by {}{}", name, last.value,
                     program[last.thread].name,
                     span.known() ? fmt::format(" at line {}", span.line) : "");
}

}  // namespace robur
