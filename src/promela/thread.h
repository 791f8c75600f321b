// Writes one proctype per group of consecutive threads with the same code.
#pragma once

#include <string>
#include <vector>

#include "promela/layout.h"
#include "promela/monitor.h"
#include "promela/promela.h"

namespace robur::promela {

// Consecutive threads that share a proctype. Processes have the numbers of their threads.
struct ThreadGroup {
  unsigned first = 0;
  unsigned count = 0;
};

std::vector<ThreadGroup> threadGroups(const Program& program);

std::string writeProctype(const Layout& layout, Monitor* monitor, const ExportOptions& options,
                          const ThreadGroup& group, const std::string& name);

// The initially announced access of each thread.
std::vector<unsigned> initialIntentions(const Layout& layout, const ExportOptions& options);

}  // namespace robur::promela
