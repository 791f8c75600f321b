#include "program/transform/instance.h"

#include <fmt/format.h>

namespace robur {

std::vector<ThreadId> templatesOf(const Program& program) {
  std::vector<ThreadId> out;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    if (program.threads[t].anyNumber) out.push_back(ThreadId{t});
  }
  return out;
}

Program instanceOf(const Program& program, const std::vector<unsigned>& counts) {
  Program out = program;
  out.threads.clear();
  std::size_t next = 0;
  for (const Thread& thread : program.threads) {
    if (!thread.anyNumber) {
      out.threads.push_back(thread);
      continue;
    }
    const unsigned count = counts[next++];
    for (unsigned i = 0; i < count; ++i) {
      out.threads.push_back({fmt::format("{}[{}]", thread.name, i), thread.code, i, false});
    }
  }
  return out;
}

std::vector<std::vector<unsigned>> countsOf(std::size_t templates, unsigned total) {
  if (templates == 1) return {{total}};
  std::vector<std::vector<unsigned>> out;
  for (unsigned last = 0; last <= total; ++last) {
    for (std::vector<unsigned>& counts : countsOf(templates - 1, total - last)) {
      counts.push_back(last);
      out.push_back(std::move(counts));
    }
  }
  return out;
}

}  // namespace robur
