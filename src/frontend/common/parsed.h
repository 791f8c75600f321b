// What every parser returns.
#pragma once

#include <optional>
#include <vector>

#include "program/final_condition.h"
#include "program/model_name.h"
#include "program/program.h"

namespace robur {

struct Parsed {
  std::optional<Program> program;       // absent if there was an error
  std::vector<Diagnostic> diagnostics;  // errors, or warnings that come with a program
  // For repairs: the positions at which a statement can be inserted, each given by the span of the
  // code that follows it. Trencher's format has transitions instead of statements and leaves this
  // empty.
  std::vector<Span> gaps = {};
  // What the text says about final states, in languages that can say it.
  std::optional<FinalCondition> condition = {};
  // The weak models under which the program means something; empty: all. A program in instructions
  // of a machine has the model of the machine.
  std::vector<ModelName> models = {};
};

}  // namespace robur
