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

std::string waitingWords(const Program& program, const ExecutionGraph& graph, CellId cell) {
  const Event& write = graph[graph.lastWrite(cell)];
  return waitingWords(program, cell, {write.written, write.init, write.thread, write.pc});
}

std::string spinningWords() {
  return "spins forever: every value that the loop reads is the last one written";
}

}  // namespace robur
