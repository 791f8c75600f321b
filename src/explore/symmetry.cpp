#include "explore/symmetry.h"

namespace robur {

std::vector<std::vector<unsigned>> interchangeableThreads(const Machine& machine) {
  const Program& program = machine.program();
  const unsigned threads = machine.threadCount();
  std::vector<std::vector<unsigned>> groups;
  std::vector<bool> done(threads, false);
  for (unsigned t = 0; t < threads; ++t) {
    if (done[t] || usesThreadIndex(program.codeOf(ThreadId{t}))) continue;
    std::vector<unsigned> group{t};
    for (unsigned u = t + 1; u < threads; ++u) {
      if (done[u]) continue;
      if (program.threads[u].code == program.threads[t].code ||
          sameBehaviour(program.codeOf(ThreadId{t}), program.codeOf(ThreadId{u}))) {
        group.push_back(u);
        done[u] = true;
      }
    }
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace robur
