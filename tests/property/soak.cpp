// The property test without end: as many random programs as one asks for.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "property/compare.h"

int main(int argc, char** argv) {
  using namespace robur;
  using namespace robur::testing;

  std::string name;
  std::uint64_t count = 10000;
  std::uint64_t seed = 1000000;
  unsigned most = 5;
  CLI::App app("Compares the checker with the brute-force oracle on random programs.");
  app.add_option("--model", name, "sc, tso, sra, ra, rc20 or rc11")->required();
  app.add_option("--count", count, "how many programs; 0: until interrupted");
  app.add_option("--seed", seed, "the seed of the first program; the next has the next seed");
  app.add_option("--max-failures", most, "stop after so many disagreements");
  CLI11_PARSE(app, argc, argv);
  const std::optional<ModelName> model = modelNamed(name);
  if (!model) {
    fmt::print(stderr, "robur_soak: there is no model {}\n", name);
    return 2;
  }

  std::uint64_t agree[2] = {};
  std::uint64_t tooBig = 0;
  std::uint64_t unknown = 0;
  unsigned failures = 0;
  const auto tell = [&](std::uint64_t done) {
    fmt::print("{}: {} programs, {} robust, {} not robust, {} too big, {} unknown, {} failures\n",
               spelling(*model), done, agree[0], agree[1], tooBig, unknown, failures);
    std::fflush(stdout);
  };
  auto told = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  for (; (count == 0 || done < count) && failures < most; ++done) {
    const Question question = questionOf(*model, seed + done);
    const Opinion opinion = compare(question);
    switch (opinion.kind) {
      case Opinion::Kind::Agree:
        ++agree[opinion.notRobust];
        break;
      case Opinion::Kind::TooBig:
        ++tooBig;
        break;
      case Opinion::Kind::Unknown:
        ++unknown;
        break;
      case Opinion::Kind::Disagree:
        ++failures;
        fmt::print("{}\n", report(question, opinion));
        std::fflush(stdout);
    }
    if (std::chrono::steady_clock::now() - told > std::chrono::seconds(10)) {
      told = std::chrono::steady_clock::now();
      tell(done + 1);
    }
  }
  tell(done);
  return failures == 0 ? 0 : 1;
}
