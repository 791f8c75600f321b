// The property test without end: as many random programs as one asks for. Or programs from files,
// which were written for a rule that random programs hardly ever touch.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "frontend/language.h"
#include "program/model_info.h"
#include "property/compare.h"

namespace {

using namespace robur;
using namespace robur::testing;

// Asked with all reductions, without each of them, and with loops taken for waits.
std::vector<Question> questionsOf(ModelName model, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::optional<Language> language = languageOfPath(path);
  if (!in || !language) {
    fmt::print(stderr, "robur_soak: cannot read {}\n", path);
    std::exit(2);
  }
  const Source source{path, {std::istreambuf_iterator<char>(in), {}}};
  const Parsed parsed = parse(*language, source);
  if (!parsed.program) {
    for (const Diagnostic& d : parsed.diagnostics) fmt::print(stderr, "{}", render(source, d));
    std::exit(2);
  }
  std::vector<Question> out;
  for (const Reductions& reductions :
       {Reductions{}, Reductions{.partialOrder = false}, Reductions{.symmetry = false},
        Reductions{.mergeLocal = false}, Reductions{.clearDead = false},
        Reductions{.columns = false}, Reductions{.fixpoint = false},
        Reductions{.coarseValues = false}, Reductions{}}) {
    Question& q = out.emplace_back();
    q.model = model;
    q.program = *parsed.program;
    q.reductions = reductions;
    // Once is enough: without a monitor the others are not asked.
    q.reductions.fenceSufficiency = out.size() == 1;
    q.fewAtOnce = !reductions.fixpoint;
  }
  Question q = out.back();
  q.spins = true;
  out.push_back(std::move(q));
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::string name;
  std::vector<std::string> files;
  std::uint64_t count = 10000;
  std::uint64_t seed = 1000000;
  unsigned most = 5;
  CLI::App app("Compares the checker with the brute-force oracle on random programs.");
  bool list = false;
  app.add_option("--model", name, "one of " + listOfAllModels());
  app.add_flag("--list", list, "only print the names of the models, one per line");
  app.add_option("--count", count, "how many programs; 0: until interrupted");
  app.add_option("--seed", seed, "the seed of the first program; the next has the next seed");
  app.add_option("--max-failures", most, "stop after so many disagreements");
  app.add_option("FILE", files, "programs to be taken instead of random ones");
  CLI11_PARSE(app, argc, argv);
  if (list) {
    for (const ModelInfo& info : kModels) fmt::print("{}\n", info.name);
    return 0;
  }
  const std::optional<ModelName> model = modelNamed(name);
  if (!model) {
    fmt::print(stderr, "robur_soak: there is no model '{}'; --model takes one of {}\n", name,
               listOfAllModels());
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
  std::vector<Question> given;
  for (const std::string& file : files) {
    for (Question& q : questionsOf(*model, file)) given.push_back(std::move(q));
  }
  if (!files.empty()) count = given.size();
  for (; (count == 0 || done < count) && failures < most; ++done) {
    const Question question = files.empty() ? questionOf(*model, seed + done) : given[done];
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
        if (!files.empty()) fmt::print("{}:\n", files[done * files.size() / given.size()]);
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
