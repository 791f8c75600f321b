// The kind of a claim decides how it is treated, never the text that reports print for it.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "prove/instance.h"
#include "prove/prove.h"
#include "unit/prove/lowered.h"

namespace robur::prove {
namespace {

template <class Visit>
void forEachClaim(System& system, const Visit& visit) {
  for (Claim& c : system.invariants) visit(c);
  for (Thread& t : system.threads) {
    for (auto& list : t.invariants) std::for_each(list.begin(), list.end(), visit);
    for (Action& a : t.actions) std::for_each(a.claims.begin(), a.claims.end(), visit);
    for (Claim& c : t.ensures) visit(c);
  }
}

std::size_t asserts(const Program& program) {
  std::size_t count = 0;
  for (const Code& code : program.codes) {
    for (const Instr& instr : code.instrs) count += instr.op == Instr::Op::Assert ? 1 : 0;
  }
  return count;
}

// A finite program with a claim of every kind. That x is even is not a candidate invariant, so the
// claims that depend on it are not proved at first. Visiting all states then decides the range and
// the assertion, but not the invariants.
constexpr const char* kEveryKind = R"(
  atomic 0..7 x, a[2];
  invariant x != 3;
  thread t {
    local 0..7 r, s, q;
    q = x.fetch_add(2);
    fence(sc);
    r = x.load();
    s = r / 4;
    a[s].store(r);
    invariant s <= 1;
    assert(r % 2 == 0);
    ensures s <= 1;
  }
  thread u {
    local 0..7 q;
    q = x.fetch_add(2);
  })";

TEST(Claim, TheSourceDecidesTheKind) {
  System system = lowered(kEveryKind);
  std::map<std::string, std::size_t> kinds;
  forEachClaim(system, [&](const Claim& c) { ++kinds[kindName(c.kind)]; });
  for (const char* kind : {"invariant", "range", "assertion", "index", "fits-target", "ensures"}) {
    EXPECT_GT(kinds[kind], 0U) << kind;
  }
  EXPECT_EQ(kinds["assertion"], 1U);
  EXPECT_EQ(kinds["range"], 1U);
  EXPECT_EQ(kinds["ensures"], 1U);
}

// An instance contains the assertions; bounds are part of its types.
TEST(Claim, AnInstanceChecksAssertionsOnly) {
  System system = lowered(kEveryKind);
  auto program = instanceOf(system, {});
  ASSERT_TRUE(program);
  EXPECT_EQ(asserts(*program), 1U);
  forEachClaim(system, [&](Claim& c) {
    if (c.kind == Claim::Kind::Assertion) c.kind = Claim::Kind::Invariant;
  });
  program = instanceOf(system, {});
  ASSERT_TRUE(program);
  EXPECT_EQ(asserts(*program), 0U);
}

std::vector<std::pair<Claim::Kind, std::uint32_t>> notProved(const Proof& proof) {
  std::vector<std::pair<Claim::Kind, std::uint32_t>> list;
  for (const LostClaim& l : proof.lost) list.emplace_back(l.claim.kind, l.claim.span.line);
  for (const LostClaim& l : proof.failed) list.emplace_back(l.claim.kind, l.claim.span.line);
  return list;
}

TEST(Claim, NamesDecideNothing) {
  const System system = lowered(kEveryKind);
  const Proof proof = prove(system, {});
  for (const char* text : {"", "the range of x", "the invariant", "the assertion"}) {
    System renamed = system;
    forEachClaim(renamed, [&](Claim& c) { c.target = text; });
    const Proof again = prove(renamed, {});
    EXPECT_EQ(notProved(again), notProved(proof)) << text;
    EXPECT_EQ(again.explored, proof.explored) << text;
    EXPECT_EQ(again.robustness, proof.robustness) << text;
  }
}

TEST(Claim, TheKindDecidesWhatIsExplored) {
  System system = lowered(kEveryKind);
  using Kind = Claim::Kind;
  const auto lostOf = [&](const Proof& proof) {
    std::vector<Kind> kinds;
    for (const auto& [kind, line] : notProved(proof)) kinds.push_back(kind);
    return kinds;
  };
  const Proof proof = prove(system, {});
  EXPECT_TRUE(proof.explored);
  EXPECT_EQ(lostOf(proof), (std::vector{Kind::Invariant, Kind::Invariant}));
  forEachClaim(system, [](Claim& c) {
    if (c.kind == Kind::Assertion) c.kind = Kind::Invariant;
  });
  EXPECT_EQ(lostOf(prove(system, {})),
            (std::vector{Kind::Invariant, Kind::Invariant, Kind::Invariant}));
}

}  // namespace
}  // namespace robur::prove
