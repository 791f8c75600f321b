#include "property/abstraction_samples.h"

#include "generators/rng.h"
#include "program/transform/data_abstraction.h"
#include "program/transform/spin_loops.h"
#include "property/compare.h"

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

std::vector<Program> sampleAbstractions(const Program& program, std::uint64_t seed) {
  std::vector<Program> out = abstractionsOf(program);
  const DataFlow flow(program);
  std::vector<bool> needed(flow.size(), false);
  for (const DataFlow::Node node : flow.inAddresses()) needed[node] = true;
  needed = flow.backwards(needed);
  Rng rng(seed);
  const unsigned share = rng.pick({10u, 25u, 50u});
  std::vector<bool> abstracted(flow.size(), false);
  for (DataFlow::Node node = 0; node < flow.size(); ++node) {
    abstracted[node] = !needed[node] && rng.chance(share);
  }
  out.push_back(abstractionOf(program, flow, flow.forwards(abstracted)).value());
  return out;
}

}  // namespace robur::testing
