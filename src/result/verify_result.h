// What `verify` found out about one program under one model: safe, unsafe or unknown, what each
// engine contributed, and for unsafe programs a run as evidence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/final_condition.h"
#include "program/model_name.h"
#include "result/final_states.h"
#include "result/finding.h"
#include "result/statistics.h"

namespace robur {

enum class Safety : std::uint8_t { Safe, Unsafe, Unknown };
enum class Engine : std::uint8_t { All, Sc, Robust, Potential, Buffers, Graphs };

// What one engine found out, and how much it visited.
struct EngineStep {
  struct Count {
    std::uint64_t number = 0;
    const char* unit = "";  // in the singular: "state", "backward node"
  };

  Engine engine{};
  std::string outcome;  // "no bad state is reachable"
  std::vector<Count> counts = {};
};

// Of the engines that search backwards.
struct BackwardStatistics {
  std::uint64_t forwardStates = 0;
  std::uint64_t expanded = 0;
  std::uint64_t basis = 0;
};

// What is known about threads that wait forever.
enum class Hangs : std::uint8_t {
  NotAsked,
  None,     // no thread does
  Unknown,  // see `hangReason`; the verdict does not cover them
};

struct Verification {
  std::string file;
  ModelName model{};
  Safety safety = Safety::Unknown;
  std::string reason;             // Unknown: why; Safe: how it is known
  std::string warning = {};       // what the reader should know about the model
  std::vector<EngineStep> steps;  // in the order in which the engines were asked
  std::string reach = {};         // the state that was asked for, as the user described it
  // Unsafe: what happens and where, with a graph that src/graph found consistent. If a state was
  // asked for, `reached` is set and the finding has no property.
  std::optional<Finding> finding;
  bool reached = false;
  // If the graph is not sequentially consistent: where it leaves SC, as a robustness violation.
  std::optional<Finding> departure;
  // The program that the findings refer to, if it is an instance of the one that was verified.
  std::shared_ptr<const Program> instance = {};
  Hangs hangs = Hangs::NotAsked;  // Safe
  std::string hangReason = {};
  std::optional<FinalStates> outcomes = {};  // if they were asked for
  // Of a litmus test: what `outcomes` are the values of, without those that its filter excludes.
  std::optional<FinalCondition> condition = {};
  std::uint32_t unroll = 0;  // loops were followed for so many rounds; 0: no limit
  BackwardStatistics backward;
  std::uint64_t scStates = 0;
  std::uint64_t graphs = 0;  // execution graphs enumerated
  double seconds = 0;
  Statistics statistics = {};  // of the searches of the engines sc and robust
};

const char* spelling(Safety safety);  // "safe", "unsafe", "unknown"
const char* spelling(Engine engine);  // "all", "sc", "robust", "potential", "buffers", "graphs"

}  // namespace robur
