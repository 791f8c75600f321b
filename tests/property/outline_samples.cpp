#include "property/outline_samples.h"

#include "program/outline.h"
#include "program/spin_loops.h"
#include "property/compare.h"
#include "generators/rng.h"

namespace robur::testing {

namespace {

void goThroughPointers(Program& program, Rng& rng) {
  for (Code& code : program.codes) {
    for (Instr& in : code.instrs) {
      if (!accessesMemory(in.op) || !rng.chance(30)) continue;
      Address& a = in.address;
      const ExprPtr first = addressOf(a.base);
      a.index = a.index ? binary(BinaryOp::Add, first, a.index) : first;
      a.pointer = true;
    }
  }
}

}  // namespace

Program sampleFor(ModelName model, std::uint64_t seed) {
  Program program = questionOf(model, seed).program;
  Rng rng(seed);
  if (seed % 8 == 6) goThroughPointers(program, rng);
  if (seed % 2 == 1) blockSpinLoops(program);
  return program;
}

std::vector<Program> sampleOutlines(const Program& program, std::uint64_t seed) {
  std::vector<Program> out = outlinesOf(program);
  const DataFlow flow(program);
  std::vector<bool> needed(flow.size(), false);
  for (const DataFlow::Node node : flow.inAddresses()) needed[node] = true;
  needed = flow.backwards(needed);
  Rng rng(seed);
  const unsigned share = rng.pick({10u, 25u, 50u});
  std::vector<bool> forgotten(flow.size(), false);
  for (DataFlow::Node node = 0; node < flow.size(); ++node) {
    forgotten[node] = !needed[node] && rng.chance(share);
  }
  out.push_back(outlineOf(program, flow, flow.forwards(forgotten)).value());
  return out;
}

}  // namespace robur::testing
