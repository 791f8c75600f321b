// How much work a check took: what the search visited and where the time went. The first four
// fields are part of every report; `--stats` shows all of them.
#pragma once

#include <cstdint>

namespace robur {

// What decided the question.
enum class SearchEngine : std::uint8_t {
  None,              // no search was finished
  WholeRows,         // states with complete monitor states
  Columns,           // states, with the columns of the monitor's rows that reach each of them
  Fixpoint,          // columns propagated along recorded steps, without runs
  FenceSufficiency,  // no monitor: fences keep all accesses in order
  Graphs,            // the execution graphs of SC, with a look at every access
};

// Seconds per phase, in the order of the pipeline. The time to write the report is measured by the
// reporter itself.
struct PhaseSeconds {
  double read = 0;       // files
  double translate = 0;  // parsing, and for C and C++ the compiler and the translation of LLVM IR
  double analyse = 0;    // spin loops, features, liveness, sufficiency of fences
  double search = 0;
  double judge = 0;  // suspects compared with the axioms
};

struct Statistics {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t graphs = 0;       // SearchEngine::Graphs: execution graphs under SC
  double seconds = 0;             // analyse, search and judge
  std::uint64_t peakBytes = 0;    // of the state store and the frontier
  std::uint64_t selfChecked = 0;  // states compared with the axioms (--self-check)

  unsigned checks = 0;  // searches that are summed up here: one, or all those of a repair
  SearchEngine engine = SearchEngine::None;
  unsigned rowWords = 0;         // 64-bit words per row of the monitor; 0: no rows
  unsigned refinements = 0;      // searches repeated because value classes were too coarse
  std::uint64_t expansions = 0;  // states expanded; with columns, once per set that arrives
  std::uint64_t successors = 0;  // found by the expansions
  std::uint64_t rowStates = 0;   // distinct monitor states
  std::uint64_t columns = 0;     // distinct columns
  std::uint64_t columnSets = 0;  // distinct sets of columns
  std::uint64_t stepKinds = 0;   // steps that differ in their effect on the monitor
  std::uint64_t fixpointRounds = 0;
  std::uint64_t memoHits = 0;  // of the cache of monitor steps
  std::uint64_t memoMisses = 0;
  std::uint64_t suspects = 0;   // possible violations that the search reported
  std::uint64_t dismissed = 0;  // of these, rejected by the axioms
  PhaseSeconds phases;

  // Adds the work of another check. The engine and the row width are those of the last one.
  void add(const Statistics& other);
};

const char* spelling(SearchEngine engine);  // "columns", as in JSON

}  // namespace robur
