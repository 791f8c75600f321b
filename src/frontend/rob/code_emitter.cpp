#include "frontend/rob/code_emitter.h"

#include <algorithm>

#include "frontend/rob/constants.h"

namespace robur::frontend_rob {

void CodeEmitter::place(Mark mark) {
  builder_.place(mark);
  reachable_ = true;
}

void CodeEmitter::jump(Mark target, Range at) {
  if (reachable_) builder_.jump(target, lines_.span(at));
  reachable_ = false;
}

void CodeEmitter::branch(const ExprPtr& condition, Mark yes, Mark no, Range at) {
  if (const auto known = constantValue(condition)) return jump(*known != 0 ? yes : no, at);
  builder_.branch(condition, yes, no, lines_.span(at));
  reachable_ = false;
}

void CodeEmitter::choose(std::span<const Mark> alternatives, Range at) {
  const Pc choice = builder_.choice(lines_.span(at));
  for (const Mark target : alternatives) builder_.alternative(choice, target);
  reachable_ = false;
}

void CodeEmitter::label(const Word& name, Mark mark) {
  builder_.label(std::string(name.text), mark);
}

void CodeEmitter::emit(Instr instr) {
  builder_.emit(std::move(instr));
  reachable_ = true;
}

// Without a type the declaration is wrong, and has been reported.
RegId CodeEmitter::declare(const Word& name, const std::optional<IntType>& type,
                           std::int64_t init) {
  return builder_.addRegister(
      {std::string(name.text), type.value_or(kInt32), init, lines_.span(name.at)});
}

RegId CodeEmitter::temporary(const std::optional<IntType>& wanted) {
  const IntType type = wanted.value_or(kInt32);
  auto pool = std::ranges::find(pools_, type, &Pool::type);
  if (pool == pools_.end()) pool = pools_.insert(pools_.end(), {type, {}});
  RegId made = kNoReg;
  if (pool->free.empty()) {
    made = builder_.temporary(type);
  } else {
    made = pool->free.back();
    pool->free.pop_back();
  }
  borrowed_.emplace_back(static_cast<std::size_t>(pool - pools_.begin()), made);
  return made;
}

// In reverse order, so that the next statement begins with the first of them again.
void CodeEmitter::release(std::size_t first) {
  while (borrowed_.size() > first) {
    const auto [pool, made] = borrowed_.back();
    pools_[pool].free.push_back(made);
    borrowed_.pop_back();
  }
}

Code CodeEmitter::finish(const ThreadNode& thread) {
  return builder_.finish(std::string(thread.name.text), lines_.span(thread.at));
}

}  // namespace robur::frontend_rob
