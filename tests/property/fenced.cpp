#include "property/fenced.h"

#include <utility>
#include <vector>

#include "check/fence_sufficiency.h"
#include "generators/instructions.h"
#include "generators/rng.h"

namespace robur::testing {

namespace {

struct Place {
  std::size_t code;
  Pc pc;
};

// The fences come last in the code, and lead to the accesses that they are in front of.
std::vector<Place> addFences(Program& program) {
  std::vector<Place> fences;
  for (std::size_t c = 0; c < program.codes.size(); ++c) {
    Code& code = program.codes[c];
    std::vector<Pc> before(code.instrs.size());
    const std::size_t size = code.instrs.size();
    for (Pc pc = 0; pc < size; ++pc) {
      before[pc] = pc;
      if (!accessesMemory(code.instrs[pc].op)) continue;
      before[pc] = static_cast<Pc>(code.instrs.size());
      Instr in = fence(Order::Sc);
      in.next = {pc};
      fences.push_back({c, before[pc]});
      code.instrs.push_back(std::move(in));
    }
    for (Pc pc = 0; pc < size; ++pc) {
      for (Pc& next : code.instrs[pc].next) next = before[next];
    }
    code.entry = before[code.entry];
  }
  return fences;
}

bool suffices(const Program& program, ModelName model) {
  return fencesSuffice(Machine(program), fragmentOf(program), model);
}

}  // namespace

Program fencedJustEnough(const Program& program, ModelName model, std::uint64_t seed) {
  Program out = program;
  std::vector<Place> fences = addFences(out);
  Rng rng(seed);
  for (; !fences.empty(); fences.pop_back()) {
    std::swap(fences[rng.below(fences.size())], fences.back());
    Instr& in = out.codes[fences.back().code].instrs[fences.back().pc];
    in.op = Instr::Op::Goto;
    if (!suffices(out, model)) in.op = Instr::Op::Fence;
  }
  return out;
}

}  // namespace robur::testing
