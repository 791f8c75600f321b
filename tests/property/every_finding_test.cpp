// A search for every finding against brute force: on random programs it names exactly the accesses
// that continue some SC run in a way that SC forbids and the model allows, the pairs that race in
// some SC run, and the faults of SC runs. Reductions are on and off in turn.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "oracle/oracle.h"
#include "oracle/replay.h"
#include "oracle/sc_states.h"
#include "program/model_info.h"
#include "program/print.h"
#include "property/compare.h"
#include "property/shard.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kEveryPrograms = 400;

struct Places {
  std::set<CodePlace> staleAt;
  std::set<std::pair<CodePlace, CodePlace>> races;
  FaultPlaces faults;
};

Places placesOf(const Program& program, const Result& result) {
  Places out;
  const auto placeOf = [&](const Witness& witness, EventId id) {
    const Event& e = witness.graph[id];
    return CodePlace{program[e.thread].code, e.pc};
  };
  for (const Finding& finding : result.findings) {
    const Witness& witness = finding.witness;
    if (finding.property == Property::Robustness) {
      out.staleAt.insert(placeOf(witness, witness.offender));
    } else if (finding.property == Property::Race) {
      const CodePlace a = placeOf(witness, witness.offender);
      const CodePlace b = placeOf(witness, witness.other);
      out.races.insert({std::min(a, b), std::max(a, b)});
    } else {
      out.faults.insert({program[finding.thread].code, finding.pc, finding.property});
    }
  }
  return out;
}

std::string text(const std::set<CodePlace>& places) {
  std::string out;
  for (const auto& [code, pc] : places) out += fmt::format(" {}:{}", raw(code), pc);
  return out;
}

class EveryFindings : public ::testing::TestWithParam<Shard> {};

TEST_P(EveryFindings, AreThoseOfBruteForce) {
  const auto [model, number] = GetParam();
  // The monitors of TSO and SRA look at reads only.
  const bool onlyReads = model == ModelName::Tso || model == ModelName::Sra;
  std::size_t compared = 0, several = 0, races = 0, faults = 0;
  const std::uint64_t first = 1 + number * kEveryPrograms;
  for (std::uint64_t seed = first; seed < first + kEveryPrograms; ++seed) {
    const Question q = questionOf(model, seed);
    if (q.unbounded || q.waitsAsLoops || q.idler) continue;
    const OracleResult oracle =
        askOracle(q.program, model, {.maxGraphs = 5000, .everything = true});
    const ScStates sc = exploreSc(q.program, 20000);
    if (oracle.tooBig || oracle.bounded || !sc.complete) continue;
    CheckOptions options;
    options.reductions = q.reductions;
    options.workers = q.workers;
    options.exactLoops = true;
    options.everyFinding = true;
    if (!q.fewAtOnce) options.fewStates = 0;
    const Result result = check(q.program, model, options);
    const Places found = placesOf(q.program, result);
    SCOPED_TRACE(q.describe() + "\n" + printRob(q.program));
    for (const Finding& finding : result.findings) {
      EXPECT_EQ(whatIsWrongWith(finding, q.program, model), "");
    }
    // What the list has is there, always; if it says that it is complete, there is nothing else.
    EXPECT_TRUE(std::ranges::includes(oracle.strayAt, found.staleAt)) << text(found.staleAt);
    EXPECT_TRUE(std::ranges::includes(sc.faultPlaces, found.faults));
    EXPECT_TRUE(std::ranges::includes(oracle.raceAt, found.races));
    EXPECT_EQ(found.races.empty(), oracle.raceAt.empty());
    races += !found.races.empty();
    if (result.incomplete.empty()) {
      EXPECT_EQ(text(found.staleAt), text(onlyReads ? oracle.strayReadsAt : oracle.strayAt));
      EXPECT_EQ(found.faults, sc.faultPlaces);
      ++compared;
      several += oracle.strayAt.size() > 1;
      faults += sc.faultPlaces.size() > 1;
    }
    if (HasFailure()) break;
  }
  std::cout << compared << " programs compared; with several: accesses " << several
            << ", faults " << faults << "; with races: " << races << "\n";
  EXPECT_GT(compared, kEveryPrograms / 4);
  if (model != ModelName::Sc) {
    EXPECT_GT(several, compared / 20);
  }
}

std::vector<Shard> everyShards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    for (const Shard& shard : shardsOf(model, 1)) all.push_back(shard);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Property, EveryFindings, ::testing::ValuesIn(everyShards()), shardName);

}  // namespace
}  // namespace robur::testing
