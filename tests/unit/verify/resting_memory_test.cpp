// Loops that write what memory holds already, such as locks that are taken by an exchange: random
// programs against the definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "frontend/language.h"
#include "generators/rng.h"
#include "support/volume.h"
#include "unit/verify/hang_questions.h"
#include "unit/verify/resting_memory.h"
#include "verify/blocking.h"
#include "verify/sc_spins.h"
#include "verify/spinning.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kRestingPrograms = kFewPrograms ? 60 : 600;
constexpr std::size_t kMostRestingStates = 300;

class RetryLoops {
 public:
  explicit RetryLoops(std::uint64_t seed) : rng(seed) {}

  std::string text() {
    std::string out = "atomic 0..2 x, y;\n";
    const std::size_t threads = 2 + rng.below(2);
    for (std::size_t t = 0; t < threads; ++t) {
      out += fmt::format("thread t{} {{\n  local r;\n", t);
      for (std::size_t i = 1 + rng.below(threads == 2 ? 3 : 2); i > 0; --i) out += statement();
      out += "}\n";
    }
    return out;
  }

 private:
  const char* cell() { return rng.pick({"x", "y"}); }
  std::int64_t value() { return rng.between(0, 2); }
  const char* order() { return rng.pick({"sc", "acq_rel", "rlx"}); }
  std::string store() {
    return fmt::format("{}.store({}, {});", cell(), value(), rng.pick({"sc", "rel", "rlx"}));
  }
  std::string load() { return fmt::format("{}.load({})", cell(), rng.pick({"sc", "acq", "rlx"})); }
  std::string update() {
    if (rng.oneIn(2)) return fmt::format("{}.exchange({}, {})", cell(), value(), order());
    return fmt::format("{}.cas({}, {}, {}, rlx)", cell(), value(), value(), order());
  }
  std::string statement() {
    const std::string look = rng.oneIn(3) ? load() : update();
    const std::string before = rng.oneIn(4) ? store() + " " : "";
    const std::string test = fmt::format("r {} {}", rng.pick({"==", "!="}), value());
    switch (rng.weighted({3, 2, 1, 4, 1})) {
      case 0:
        return fmt::format("  {}\n", store());
      case 1:
        return fmt::format("  r = {};\n  if ({}) {}\n", look, test, store());
      case 2:
        return fmt::format("  wait({} == {}, acq);\n", cell(), value());
      case 3:
        return fmt::format("  do {{ {}r = {}; }} while ({});\n", before, look, test);
      default:
        return fmt::format("  loop {{ {} }}\n", rng.oneIn(2) ? store() : look + ";");
    }
  }

  Rng rng;
};

Program parsed(const std::string& text) {
  Parsed out = parse(Language::Rob, {"resting.rob", text});
  EXPECT_TRUE(out.program) << text << (out.diagnostics.empty() ? "" : out.diagnostics[0].message);
  return out.program ? std::move(*out.program) : Program{};
}

TEST(RestingMemory, IsWhereThreadsWaitForever) {
  std::size_t compared = 0;
  std::size_t hanging = 0;
  for (std::uint64_t seed = 14001; seed <= 14000 + kRestingPrograms; ++seed) {
    const std::string text = RetryLoops(seed).text();
    const Program program = parsed(text);
    const std::optional<bool> expected = waitsForever(program, kMostRestingStates);
    if (!expected) continue;
    ++compared;
    hanging += *expected;
    const auto spins = verify::spinsUnderSc(program, 100'000, [] { return false; });
    EXPECT_EQ(spins.answer,
              *expected ? verify::ScSpins::Answer::Some : verify::ScSpins::Answer::None)
        << "seed " << seed << "\n"
        << text;
    if (!*expected) continue;
    EXPECT_EQ(verify::hangOf(program, ModelName::Rc11, spins).property, Property::Hang);
    EXPECT_TRUE(asks(program,
                     [](const Machine& machine, const verify::LocalGraphs& locals) {
                       return verify::mayBlockForever(machine, locals) ||
                              verify::maySpinForever(locals);
                     }))
        << "seed " << seed << "\n"
        << text;
  }
  std::cout << "seeds from 14001: " << compared << " programs, " << hanging << " with hangs\n";
  EXPECT_GT(compared, kRestingPrograms / 2);
  EXPECT_GT(hanging, 0u);
  EXPECT_LT(hanging, compared);
}

// What SC shows is found under every model, and `safe` never covers it. Where the program is robust
// or the model is SC, it is known whether a thread waits forever.
TEST(RestingMemory, IsKnownToVerify) {
  std::size_t decided = 0;
  for (std::uint64_t seed = 14001; seed <= 14000 + kRestingPrograms / 3; ++seed) {
    const std::string text = RetryLoops(seed).text();
    const Program program = parsed(text);
    const std::optional<bool> expected = waitsForever(program, kMostRestingStates);
    if (!expected) continue;
    for (const ModelName model : {ModelName::Sc, ModelName::Ra, ModelName::Tso, ModelName::Rc11}) {
      verify::VerifyOptions options;
      options.check.limits.seconds = 0;
      options.check.limits.maxStates = 2000;
      options.check.workers = 1;
      const Verification found = verify::verify(program, model, options);
      const bool hang = found.safety == Safety::Unsafe && found.finding->property == Property::Hang;
      if (*expected) {
        EXPECT_TRUE(found.safety == Safety::Unknown || hang || found.hangs == Hangs::Unknown)
            << "seed " << seed << "\n"
            << text;
      }
      if (hang && !found.departure) {
        EXPECT_TRUE(*expected) << "seed " << seed << "\n" << text;
      }
      if (model != ModelName::Sc) continue;
      EXPECT_TRUE(hang || found.hangs == Hangs::None) << "seed " << seed << "\n" << text;
      decided += hang;
    }
  }
  EXPECT_GT(decided, 0u);
}

std::string answerFor(const std::string& threads, ModelName model = ModelName::Rc11) {
  const Verification found = verify::verify(parsed("atomic bool l, go;\n" + threads), model, {});
  if (found.safety == Safety::Unsafe) return found.finding->message;
  return found.safety == Safety::Safe && found.hangs == Hangs::None ? "none" : "unknown";
}

TEST(RestingMemory, IsWhatALockLeavesThatIsNeverReleased) {
  const auto take = [](const char* name, const char* then) {
    return fmt::format(
        "thread {} {{ local bool r; do {{ r = l.exchange(1, acq); }} while (r == 1); {} }}\n", name,
        then);
  };
  const std::string spins =
      "spins forever: every value that the loop reads is the last one written";
  EXPECT_EQ(answerFor(take("one", "") + take("two", "")), spins);
  EXPECT_EQ(answerFor(take("one", "l.store(0, rel);") + take("two", "l.store(0, rel);")), "none");
  // A loop without exit is no wait, but a thread may wait beside it.
  EXPECT_EQ(answerFor("thread one { loop { l.exchange(1, acq); } }\n"), "none");
  EXPECT_EQ(answerFor("thread one { loop { l.store(1, rlx); } }\n"), "none");
  EXPECT_EQ(
      answerFor("thread one { loop { l.store(1, rlx); } }\nthread two { wait(go == 1, acq); }\n"),
      "waits forever: go keeps its initial value 0");
  // Runs that an assumption excludes do not count.
  EXPECT_EQ(answerFor(take("one", "") + take("two", "") +
                      "thread three { local bool r; r = go.load(rlx); assume(r == 1); }\n"),
            "none");
  // It changes memory in every round.
  EXPECT_EQ(answerFor("thread one { loop { l.store(1, sc); l.store(0, sc); } }\n"), "none");
}

}  // namespace
}  // namespace robur::testing
