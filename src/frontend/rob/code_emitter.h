// Emits the instructions of src/program/. Temporaries live until the end of their statement and are
// then reused, because every register is part of every state.
#pragma once

#include <vector>

#include "frontend/rob/emitter.h"
#include "frontend/rob/line_table.h"

namespace robur::frontend_rob {

class CodeEmitter final : public Emitter {
 public:
  explicit CodeEmitter(const LineTable& lines) : lines_(lines) {}

  Mark mark() override { return builder_.mark(); }
  void place(Mark mark) override;
  void jump(Mark target, Range at) override;
  void branch(const ExprPtr& condition, Mark yes, Mark no, Range at) override;
  void choose(std::span<const Mark> alternatives, Range at) override;
  void label(const Word& name, Mark mark) override;
  void emit(Instr instr) override;
  std::size_t size() const override { return builder_.size(); }

  RegId declare(const Word& name, const std::optional<IntType>& type, std::int64_t init) override;
  RegId temporary(const std::optional<IntType>& type) override;
  std::size_t temporaries() const override { return borrowed_.size(); }
  void release(std::size_t first) override;

  Code finish(const ThreadNode& thread);

 private:
  // The temporaries of one type that no statement is using.
  struct Pool {
    IntType type;
    std::vector<RegId> free;
  };

  const LineTable& lines_;
  CodeBuilder builder_;
  std::vector<Pool> pools_;
  std::vector<std::pair<std::size_t, RegId>> borrowed_;  // from which pool
  bool reachable_ = true;  // control can fall through to the next instruction
};

}  // namespace robur::frontend_rob
