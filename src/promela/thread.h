// One proctype per piece of thread code and run of threads that share it.
#pragma once

#include <string>
#include <vector>

#include "promela/layout.h"
#include "promela/monitor.h"
#include "promela/promela.h"

namespace robur::promela {

// Consecutive threads that one proctype stands for. Processes are numbered as threads are.
struct ThreadGroup {
  unsigned first = 0;
  unsigned count = 0;
};

std::vector<ThreadGroup> threadGroups(const Program& program);

std::string writeProctype(const Layout& layout, Monitor* monitor, const ExportOptions& options,
                          const ThreadGroup& group, const std::string& name);

// The initial value of `about`, thread by thread.
std::vector<unsigned> initialIntentions(const Layout& layout, const ExportOptions& options);

}  // namespace robur::promela
