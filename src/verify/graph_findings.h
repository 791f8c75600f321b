// Graphs of the enumeration as findings that can be reported, accepted by the axioms of src/graph.
#pragma once

#include <optional>

#include "executions/live_graph.h"
#include "program/model_name.h"
#include "result/finding.h"

namespace robur::verify {

// Throws InternalError if the axioms reject the graph.
class GraphFindings {
 public:
  GraphFindings(const Program& program, ModelName model) : program(program), model(model) {}

  Finding fault(const executions::LiveGraph& g, executions::EventRef last) const;
  Finding race(const executions::LiveGraph& g, executions::EventRef first,
               executions::EventRef second) const;
  // Two plain accesses that race as under RA, in a model that has no data races; empty: none do.
  // By happens-before of the model given.
  std::optional<Finding> conflict(const executions::LiveGraph& g, ModelName races) const;
  // This thread waits forever.
  Finding hang(const executions::LiveGraph& g, std::uint32_t thread) const;
  Finding outcome(const executions::LiveGraph& g) const;

 private:
  Finding at(const executions::LiveGraph& g, std::uint32_t thread, Pc pc, Property property) const;
  std::string waitingWords(const executions::LiveGraph& g, std::uint32_t thread) const;

  const Program& program;
  const ModelName model;
};

}  // namespace robur::verify
