// Movers and inductiveness: every answer of Z3 is checked by enumeration. Actions that commute must
// do so in every state of a small domain, and a counterexample must be one.
#include <algorithm>
#include <charconv>
#include <functional>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "prove/abstraction.h"
#include "prove/lower.h"
#include "prove/movers.h"
#include "unit/prove/interpreter.h"

namespace robur::prove {
namespace {

constexpr Domain kSmall{-1, 2};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  std::string number() { return fmt::format("{}", below(3)); }
  std::string reg() { return below(2) == 0 ? "r" : "s"; }
  std::string place() {
    switch (below(4)) {
      case 0:
        return "y";
      case 1:
        return fmt::format("a[{}]", below(2) == 0 ? reg() : number());
      default:
        return "x";
    }
  }
  std::string expression() {
    switch (below(5)) {
      case 0:
        return reg();
      case 1:
        return reg() + " + 1";
      case 2:
        return "tid";
      default:
        return number();
    }
  }
  std::string relation() {
    constexpr const char* kAll[] = {"==", "!=", "<", "<=", ">", ">="};
    return kAll[below(6)];
  }
  std::string statement() {
    const std::string p = place();
    const std::string r = reg();
    switch (below(9)) {
      case 0:
      case 1:
        return fmt::format("{}.store({});", p, expression());
      case 2:
        return fmt::format("{} = {}.load();", r, p);
      case 3:
        return fmt::format("{} = {}.cas({}, {});", r, p, number(), expression());
      case 4:
        return fmt::format("{} = {}.fetch_add({});", r, p, number());
      case 5:
        return fmt::format("wait({} {} {});", p, relation(), expression());
      case 6:
        return fmt::format("havoc {0} where {0} <= {1};", r, withoutRegister(p));
      case 7:
        return fmt::format("havoc {0} where {0} == {1} || {0} == {2};", r, withoutRegister(p),
                           number());
      default:
        return fmt::format("{} = {}.exchange({});", r, p, expression());
    }
  }
  // The index of a havoc's cell cannot depend on the value that it picks.
  static std::string withoutRegister(const std::string& place) {
    return place == "a[r]" || place == "a[s]" ? "a[0]" : place;
  }
  std::string claim() {
    const auto side = [&] { return below(2) == 0 ? expression() : below(2) == 0 ? "x" : "a[1]"; };
    const std::string one = fmt::format("{} {} {}", side(), relation(), side());
    if (below(3) != 0) return one;
    return fmt::format("{} || {} {} {}", one, side(), relation(), side());
  }

 private:
  std::mt19937_64 engine_;
};

System program(const std::string& first, const std::string& second) {
  const std::string text = fmt::format(
      "atomic int x, y, a[*];\n"
      "thread one {{\n local int r, s;\n {}\n}}\nthread two[*] {{\n local int r, s;\n {}\n}}\n",
      first, second);
  Lowered lowered = lower({"test.rob", text});
  EXPECT_TRUE(lowered.system) << text;
  return lowered.system ? std::move(*lowered.system) : System{};
}

// All states of two runners with values of the domain; of the array, only element 1.
template <class Visit>
void forEveryState(const System& system, const Visit& visit) {
  World w = initialWorld(system, 1);
  w.runners[1].tid = 1;
  std::vector<std::function<void(Number)>> places = {[&](Number n) { w.cells.write(VarId{0}, 0, n); },
                                                     [&](Number n) { w.cells.write(VarId{1}, 0, n); },
                                                     [&](Number n) { w.cells.write(VarId{2}, 1, n); },
                                                     [&](Number n) { w.runners[0].registers[0] = n; },
                                                     [&](Number n) { w.runners[0].registers[1] = n; },
                                                     [&](Number n) { w.runners[1].registers[0] = n; }};
  const auto go = [&](const auto& self, std::size_t i) -> void {
    if (i == places.size()) return visit(w);
    for (Number n = kSmall.lo; n <= kSmall.hi; ++n) {
      places[i](n);
      self(self, i + 1);
    }
  };
  go(go, 0);
}

// The worst grade of the two actions from this state.
Commutes inState(const World& w, std::size_t i, const Action& a, std::size_t j, const Action& b,
                 const Domain& d) {
  Commutes grade = Commutes::Apart;
  for (const Step& first : stepsOf(a, w.cells, w.runners[i], d)) {
    const World middle = after(w, i, a, first);
    for (const Step& second : stepsOf(b, middle.cells, middle.runners[j], d)) {
      const World end = after(middle, j, b, second);
      const bool conflict =
          a.var == b.var && (a.writes() || b.writes()) && first.index == second.index;
      if (conflict) grade = worse(grade, Commutes::Equal);
      bool exchanged = false;
      for (const Step& early : stepsOf(b, w.cells, w.runners[j], d)) {
        const World between = after(w, j, b, early);
        for (const Step& late : stepsOf(a, between.cells, between.runners[i], d)) {
          exchanged |= after(between, i, a, late) == end;
        }
      }
      if (!exchanged) return Commutes::No;
    }
  }
  return grade;
}

std::optional<Number> numberIn(const State& state, const std::string& name) {
  const auto found = std::ranges::find(state, name, &State::value_type::first);
  if (found == state.end()) return std::nullopt;
  Number n = 0;
  const std::string& text = found->second;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), n);
  return parsed.ec == std::errc() ? std::optional(n) : std::nullopt;
}

// The state of Z3's model; empty if its values are too far apart to enumerate choices.
std::optional<World> worldOf(const System& system, const State& state, Domain& d) {
  World w = initialWorld(system, 1);
  const auto take = [&](const std::string& name) {
    const Number n = numberIn(state, name).value_or(0);
    d.lo = std::min(d.lo, n - 2);
    d.hi = std::max(d.hi, n + 2);
    return n;
  };
  w.cells.write(VarId{0}, 0, take("x"));
  w.cells.write(VarId{1}, 0, take("y"));
  for (const auto& [name, value] : state) {
    if (!name.starts_with("a[")) continue;
    Number index = 0;
    std::from_chars(name.data() + 2, name.data() + name.size() - 1, index);
    w.cells.write(VarId{2}, index, take(name));
  }
  for (const auto& [name, value] : state) {
    if (name.starts_with("two[")) {
      std::from_chars(name.data() + 4, name.data() + name.size(), w.runners[1].tid);
      for (std::size_t s = 0; s < 2; ++s) {
        const std::string prefix = name.substr(0, name.find('.') + 1);
        w.runners[1].registers[s] = take(prefix + (s == 0 ? "r" : "s"));
      }
    }
  }
  w.runners[0].registers[0] = take("one.r");
  w.runners[0].registers[1] = take("one.s");
  if (d.hi - d.lo > 60) return std::nullopt;
  return w;
}

const Candidates kNothingKnown{{}, std::vector<std::vector<TermPtr>>(2)};

TEST(Movers, EveryAnswerIsThatOfEnumeration) {
  constexpr std::uint64_t kSeed = 21;
  Random random(kSeed);
  std::map<Commutes, int> answers;
  int modelsSeen = 0;
  for (int round = 0; round < 150; ++round) {
    const System system = program(random.statement(), random.statement());
    Smt smt(system, {});
    Invariants invariants(system, smt, kNothingKnown);
    Movers movers(system, smt, invariants);
    for (const std::size_t a : system.threads[0].out[0]) {
      for (const std::size_t b : system.threads[1].out[0]) {
        const Action& first = system.threads[0].actions[a];
        const Action& second = system.threads[1].actions[b];
        SCOPED_TRACE(
            fmt::format("seed {}, round {}: {} then {}", kSeed, round, first.text, second.text));
        const Commutes answer = movers.commute(0, a, 1, b);
        ++answers[answer];
        ASSERT_NE(answer, Commutes::Unknown);
        Commutes worst = Commutes::Apart;
        forEveryState(system, [&](const World& w) {
          if (worst != Commutes::No) worst = worse(worst, inState(w, 0, first, 1, second, kSmall));
        });
        // Enumeration covers fewer states than Z3, so its grade can only be better.
        ASSERT_LE(worst, answer);
        if (answer != Commutes::No) continue;
        Domain d = kSmall;
        const auto w = worldOf(system, movers.lastState(), d);
        if (!w) continue;
        ++modelsSeen;
        ASSERT_EQ(inState(*w, 0, first, 1, second, d), Commutes::No) << "the state given is none";
      }
    }
  }
  EXPECT_GT(answers[Commutes::Apart], 10);
  EXPECT_GT(answers[Commutes::Equal], 5);
  EXPECT_GT(answers[Commutes::No], 10);
  EXPECT_GT(modelsSeen, 10);
}

TEST(Movers, InductivenessIsThatOfEnumeration) {
  constexpr std::uint64_t kSeed = 22;
  Random random(kSeed);
  int kept = 0;
  int broken = 0;
  for (int round = 0; round < 200; ++round) {
    const std::string claim = random.claim();
    // Thread one makes the claim; the step is its own or one of the other thread.
    const bool own = random.below(2) == 0;
    const std::string step = random.statement();
    const System system =
        program(fmt::format("invariant {}; {}", claim, own ? step : "skip;"), own ? "skip;" : step);
    const TermPtr invariant = system.threads[0].invariants[0][0].condition;
    const Thread& mover = system.threads[own ? 0 : 1];
    Smt smt(system, {});
    for (const Action& a : mover.actions) {
      SCOPED_TRACE(fmt::format("seed {}, round {}: {} under {}", kSeed, round, claim, a.text));
      Memory m = smt.memory("");
      Local one = smt.local(system.threads[0], "i:");
      Local two = smt.local(system.threads[1], "j:");
      z3::expr_vector assumed(smt.context());
      assumed.push_back(smt.tidRange(system.threads[0], one));
      assumed.push_back(smt.tidRange(system.threads[1], two));
      assumed.push_back(smt.truth(invariant, m, one));
      assumed.push_back(smt.take(a, m, own ? one : two, smt.choice("i:")));
      const Answer answer = smt.prove(assumed, smt.truth(invariant, m, one), "test");
      ASSERT_NE(answer, Answer::Unknown);
      bool breaks = false;
      forEveryState(system, [&](const World& w) {
        if (breaks || valueOf(invariant, w.cells, w.runners[0]) == 0) return;
        for (const Step& s : stepsOf(a, w.cells, w.runners[own ? 0 : 1], {-3, 4})) {
          const World next = after(w, own ? 0 : 1, a, s);
          breaks |= valueOf(invariant, next.cells, next.runners[0]) == 0;
        }
      });
      (answer == Answer::Valid ? kept : broken)++;
      if (answer == Answer::Valid) {
        ASSERT_FALSE(breaks);
        continue;
      }
      // The state of Z3's model must be a counterexample, whatever its values.
      ASSERT_EQ(smt.prove(assumed, smt.truth(invariant, m, one), "test"), Answer::Refuted);
      const auto value = [&](const z3::expr& e) {
        const std::string text = smt.inModel(e);
        Number n = 0;
        std::from_chars(text.data(), text.data() + text.size(), n);
        return n;
      };
      const Memory before = smt.memory("");
      World w = initialWorld(system, 1);
      for (const VarId v : {VarId{0}, VarId{1}}) w.cells.write(v, 0, value(before.vars[at(v)]));
      const Local first = smt.local(system.threads[0], "i:");
      const Local second = smt.local(system.threads[1], "j:");
      for (const z3::expr& index :
           {smt.context().int_val(1), smt.index(a, before, own ? first : second)}) {
        w.cells.write(VarId{2}, value(index), value(z3::select(before.vars[2], index)));
      }
      w.runners[1].tid = value(second.tid);
      for (std::size_t k = 0; k < 2; ++k) {
        w.runners[0].registers[k] = value(first.registers[k]);
        w.runners[1].registers[k] = value(second.registers[k]);
      }
      const Number chosen = value(smt.choice("i:").chosen);
      ASSERT_NE(valueOf(invariant, w.cells, w.runners[0]), 0);
      const auto steps = stepsOf(a, w.cells, w.runners[own ? 0 : 1], {chosen, chosen});
      ASSERT_EQ(steps.size(), 1U);
      const World next = after(w, own ? 0 : 1, a, steps[0]);
      ASSERT_EQ(valueOf(invariant, next.cells, next.runners[0]), 0);
    }
  }
  EXPECT_GT(kept, 30);
  EXPECT_GT(broken, 30);
}

// A havoc abstracts a load if its condition allows every value of the cell, and an update if it
// allows all of its outcomes.
TEST(Abstractions, AreAcceptedIfEnumerationFindsNothingThatTheyForbid) {
  constexpr std::uint64_t kSeed = 23;
  Random random(kSeed);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 120; ++round) {
    const bool update = round % 3 == 0;
    const auto side = [&] {
      constexpr const char* kLoad[] = {"r", "x", "s", "0", "1"};
      constexpr const char* kUpdate[] = {"r", "x", "old(x)", "s", "1"};
      const char* const* const sides = update ? kUpdate : kLoad;
      return std::string(sides[random.below(5)]);
    };
    const std::string claim =
        fmt::format("{} {} {} || {} {} {}", side(), random.below(2) == 0 ? "==" : random.relation(),
                    side(), side(), random.relation(), side());
    const System system =
        program(update ? fmt::format("havoc r, x where {} for x.fetch_add(1);", claim)
                       : fmt::format("havoc r where {} for x.load();", claim),
                "skip;");
    SCOPED_TRACE(fmt::format("seed {}, round {}: {}", kSeed, round, claim));
    const Action& a = system.threads[0].actions[0];
    bool forbids = false;
    World w = initialWorld(system, 1);
    for (Number value = -3; value <= 4; ++value) {
      for (Number s = -3; s <= 4; ++s) {
        w.runners[0].registers[1] = s;
        forbids |= valueOf(a.guard, w.cells, w.runners[0], value, {value, value + 1}) == 0;
      }
    }
    Smt smt(system, {});
    const auto bad = checkAbstractions(system, smt);
    ASSERT_EQ(bad.empty(), !forbids);
    if (!forbids) {
      ++accepted;
      continue;
    }
    ++refused;
    EXPECT_EQ(bad[0].answer, Answer::Refuted);
  }
  EXPECT_GT(accepted, 15);
  EXPECT_GT(refused, 15);
}

}  // namespace
}  // namespace robur::prove
