// Every option of every subcommand, in one table. The parser, --help and docs/cli.md are made from
// it; to add an option, add a row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "frontend/language.h"
#include "promela/promela.h"
#include "repair/draft_text.h"
#include "report/format.h"
#include "run/campaign.h"
#include "verify/verify.h"

namespace robur {

enum class Command : std::uint16_t {
  Check = 1,
  Fmt = 2,
  Export = 4,
  Repair = 8,
  Relax = 16,
  Verify = 32,
  Prove = 64,
  Run = 128,
  Models = 256,
  Languages = 512
};

enum class Colour : std::uint8_t { Auto, Always, Never };

// What the command line said.
struct Settings {
  Command command{};
  std::vector<std::string> files;
  std::vector<ModelName> models;  // empty: not given
  std::optional<Language> language;
  std::string entries;                  // C and C++: functions that are threads
  std::vector<std::string> clangFlags;  // C and C++: what stands after --
  bool optimiseFirst = false;           // C and C++: LLVM's optimiser runs before Robur
  const FormatInfo* format = nullptr;   // null: text
  Colour colour = Colour::Auto;
  bool explain = false;
  bool quiet = false;
  bool stats = false;
  CheckOptions check;
  bool inPlace = false;    // fmt, repair, relax
  bool checkOnly = false;  // fmt
  bool promela = false;    // export
  bool markdown = false;   // models, languages
  promela::ExportOptions exporting;
  Allowed allowed;                   // repair
  std::string cost = "kind";         // repair, relax: kind, size, runtime or a file of prices
  std::string profile;               // repair, relax: a file of counts per line
  bool allSolutions = false;         // repair, relax
  Engine engine = Engine::All;       // verify
  std::string reach;                 // verify: a state in words
  bool suggest = false;              // prove
  bool facts = false;                // prove: show what was found out
  bool annotate = false;             // prove: print the program with it
  std::string dumpSmt;               // prove: a directory for what Z3 is asked
  double obligationSeconds = 0;      // prove; 0: as usual
  run::CampaignOptions campaign;     // run
  std::vector<std::string> reports;  // run: files to write
  std::string recordFile;            // run: gets the schedule of the first finding
  std::string replayFile;            // run: has one
};

struct Option {
  unsigned commands;      // a sum of Command
  const char* section;    // heading in --help
  const char* names;      // "--model", or "-j,--workers"
  const char* argument;   // "N"; null for a switch
  const char* byDefault;  // what holds without it; null if nothing is worth saying
  const char* help;
  // Takes the argument over; says what is wrong with it, or nothing.
  std::string (*set)(Settings&, std::string_view);
  // The names that the argument may be, for the command's help; null if it is no such list.
  std::string (*values)(Command) = nullptr;

  bool belongsTo(Command command) const { return (commands & static_cast<unsigned>(command)) != 0; }
};

std::span<const Option> optionTable();

// "--workers" of "-j,--workers".
std::string_view longName(const Option& option);

}  // namespace robur
