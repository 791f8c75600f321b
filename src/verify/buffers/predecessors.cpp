#include "verify/buffers/predecessors.h"

#include <algorithm>

namespace robur::verify_buffers {

// Demands that the reads be made at the end. False if memory cannot be so.
bool Predecessors::meet(const std::vector<WordRead>& reads) {
  return std::all_of(reads.begin(), reads.end(),
                     [&](const WordRead& read) { return (memory[read.cell] &= read.values) != 0; });
}

// Sets `rest` to the reads of the writing thread that its own write does not answer.
bool Predecessors::dropOwn(const Word& word, const Step& write) {
  rest.clear();
  for (const WordRead& read : word) {
    if (read.cell != write.cell) {
      rest.push_back(read);
    } else if ((read.values & only(write.written)) == 0) {
      return false;
    }
  }
  return true;
}

// What the other thread reads at the end: nothing, or a suffix that begins with a read of the
// written cell. If a longer suffix demands no more of memory than a shorter one, it is the weaker
// choice, and the only one kept of the two.
void Predecessors::choose(const Demand& after, std::uint32_t other, const Step& write) {
  std::vector<Choice>& out = choices[other];
  out.assign(1, {after.words[other], {}});
  const Word& word = words[after.words[other]];
  std::vector<WordRead> atEnd;
  bool demandsMore = false;
  for (std::size_t i = word.size(); i-- > 0;) {
    const WordRead& read = word[i];
    if (read.cell != write.cell) {
      atEnd.push_back(read);
      demandsMore = demandsMore || (memory[read.cell] & ~read.values) != 0;
      continue;
    }
    if ((read.values & only(write.written)) == 0) return;
    if (!demandsMore) out.pop_back();
    demandsMore = false;
    rest.assign(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(i));
    out.push_back({words.add(rest), atEnd});
  }
}

void Predecessors::forEach(const Demand& after, std::uint32_t thread, const Step& step,
                           const std::function<void(const Demand&)>& visit) {
  const bool writes = step.kind != Step::Kind::Drain;
  const bool drains = step.kind != Step::Kind::Write;
  memory = memories[after.memory];
  const Word& word = words[after.words[thread]];
  if (writes) {
    if ((memory[step.cell] & only(step.written)) == 0) return;
    memory[step.cell] = system.values[step.cell];
    if (!dropOwn(word, step)) return;
  } else {
    rest = word;
  }
  if (drains) {
    if (!meet(rest)) return;
    rest.clear();
    if (!meet({{step.cell, step.read}})) return;
  }
  before = after;
  before.positions[thread] = static_cast<Position>(step.from);
  Word longer = step.word;
  longer.insert(longer.end(), rest.begin(), rest.end());
  before.words[thread] = words.add(longer);
  if (!writes) {
    before.memory = memories.add(memory);
    normalise(before);
    return visit(before);
  }
  for (std::uint32_t other = 0; other < system.threadCount(); ++other) {
    if (other != thread) choose(after, other, step);
  }
  combine(0, thread, visit);
}

void Predecessors::combine(std::uint32_t other, std::uint32_t thread,
                           const std::function<void(const Demand&)>& visit) {
  if (other == thread) ++other;
  if (other >= system.threadCount()) {
    Demand out = before;
    out.memory = memories.add(memory);
    normalise(out);
    return visit(out);
  }
  const Memory saved = memory;
  for (const Choice& choice : choices[other]) {
    memory = saved;
    if (!meet(choice.atEnd)) continue;
    before.words[other] = choice.word;
    combine(other + 1, thread, visit);
  }
  memory = saved;
}

void Predecessors::normalise(Demand& demand) {
  const Memory& last = memories[demand.memory];
  for (WordId& id : demand.words) {
    const Word& word = words[id];
    std::size_t size = word.size();
    while (size > 0 && (last[word[size - 1].cell] & ~word[size - 1].values) == 0) --size;
    if (size < word.size()) {
      id = words.add(Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(size)));
    }
  }
}

}  // namespace robur::verify_buffers
