// Sharing registers changes no behaviour: an interpreter that knows nothing of it finds the same
// faults, races and blocked places.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "oracle/sc_states.h"
#include "program/transform/share_registers.h"

namespace robur::testing {
namespace {

TEST(ShareRegisters, ChangesNoBehaviour) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Program before = generate(seed, {});
    Program after = before;
    for (Code& code : after.codes) {
      const std::size_t count = code.registers.size();
      shareRegisters(code);
      EXPECT_LE(code.registers.size(), count);
      fewer += count - code.registers.size();
    }
    const ScStates a = exploreSc(before, 3000);
    const ScStates b = exploreSc(after, 3000);
    if (!a.complete || !b.complete) continue;
    EXPECT_EQ(a.faults, b.faults) << seed;
    EXPECT_EQ(a.race, b.race) << seed;
    EXPECT_EQ(a.blocked, b.blocked) << seed;
  }
  EXPECT_GT(fewer, 100u);
}

}  // namespace
}  // namespace robur::testing
