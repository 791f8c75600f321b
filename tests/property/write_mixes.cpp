// Writes the mixes of the corpus: robur_mixes DIRECTORY. Verdicts are the oracle's, which
// knows nothing of monitors; corpus_test then holds the checker against them.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>

#include "generators/litmus.h"
#include "generators/mixes.h"
#include "oracle/oracle.h"
#include "program/model_info.h"
#include "program/print.h"

namespace {

using namespace robur;
using namespace robur::testing;

// "//! tso, sra: robust", one line per verdict. RC20 is not asked about sc accesses.
std::string header(const Program& program, bool sc) {
  std::map<std::string, std::string> models;
  for (const ModelName model : weakModels()) {
    if (sc && infoOf(model).scAccesses == ScAccesses::Outside) continue;
    const OracleResult result = askOracle(program, model, {.maxGraphs = 1000000});
    if (!result.robust() && !result.notRobust()) continue;
    std::string& list = models[result.notRobust() ? "not-robust" : "robust"];
    list += (list.empty() ? "" : ", ") + std::string(spelling(model));
  }
  std::string text;
  for (const auto& [verdict, list] : models) text += fmt::format("//! {}: {}\n", list, verdict);
  return text + "//! source: classic litmus test; verdicts by enumeration of execution graphs\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: robur_mixes DIRECTORY\n");
    return 2;
  }
  for (const Mix& mix : mixesByThread()) {
    const Program program = programOf(parseLitmus(mix.text));
    bool sc = false;
    for (const Code& code : program.codes) {
      for (const Instr& in : code.instrs) sc |= accessesMemory(in.op) && in.order == Order::Sc;
    }
    std::ofstream out(fmt::format("{}/{}.rob", argv[1], mix.name));
    out << header(program, sc) << "// " << mix.text << '\n';
    if (!mix.note.empty()) out << "// What SC forbids is " << mix.note << '\n';
    out << printRob(program);
    if (!out) {
      fmt::print(stderr, "robur_mixes: {} cannot be written\n", mix.name);
      return 1;
    }
  }
}
