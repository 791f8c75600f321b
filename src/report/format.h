// The output formats: one row each. `--format`, the endings that `robur run --report` accepts,
// their help texts and error messages are made from this table. A new format is one file that
// implements Observer and one row here.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "report/observer.h"
#include "report/paint.h"

namespace robur {

// Subcommands that report results, as bits of a set.
enum Question : unsigned {
  kQuestionCheck = 1,
  kQuestionVerify = 2,
  kQuestionProve = 4,
  kQuestionRepair = 8,  // and relax
  kQuestionRun = 16,
};

struct ReportOptions {
  bool explain = false;         // whole runs, the graph, the monitor's rows
  bool quiet = false;           // verdict lines and the table only
  bool stats = false;           // what the search visited, and where the time went
  bool acceptHarmless = false;  // a violation of robustness that leads to nothing is none
  bool allowBounded = false;    // run: nothing found is good enough, even if nothing is proved
  Paint paint = {};             // text only
  std::size_t columns = 100;    // text only: where prose is broken
  std::string directory = {};   // where the process runs: paths below it are relative to it
  std::string version = {};     // of Robur
};

struct FormatInfo {
  const char* name;       // for --format: "json"
  const char* title;      // "JSON"
  const char* extension;  // for --report: ".json"; null: the format is not for files
  unsigned questions;     // the set of questions whose results it can write
  std::unique_ptr<Observer> (*make)(Sink, const ReportOptions&);
};

std::span<const FormatInfo> formatTable();

// The format of that name for a question; null if there is none.
const FormatInfo* formatNamed(std::string_view name, Question question);
// The format that a file name's extension asks for; null if there is none.
const FormatInfo* formatOfPath(std::string_view path, Question question);

// "text, json and dot": the names of the formats for a question.
std::string formatNames(Question question);
// ".txt, .json and .sarif"
std::string formatExtensions(Question question);

}  // namespace robur
