// Every option of every subcommand, in one table. The parser, --help and docs/cli.md are
// made from it; adding a row is all it takes to add an option.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "frontend/frontend.h"
#include "promela/promela.h"
#include "repair/draft_text.h"
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
  Models = 256
};

enum class Format : std::uint8_t { Text, Json, Dot };
enum class Colour : std::uint8_t { Auto, Always, Never };

// What the command line said.
struct Settings {
  std::vector<std::string> files;
  std::vector<ModelName> models;  // empty: not given
  std::optional<Language> language;
  std::string entries;                  // C and C++: functions that are threads
  std::vector<std::string> clangFlags;  // C and C++: what stands after --
  bool optimiseFirst = false;           // C and C++: LLVM's optimiser runs before Robur
  Format format = Format::Text;
  Colour colour = Colour::Auto;
  bool explain = false;
  bool quiet = false;
  CheckOptions check;
  bool inPlace = false;    // fmt, repair, relax
  bool checkOnly = false;  // fmt
  bool promela = false;    // export
  bool markdown = false;   // models
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
  CampaignOptions campaign;          // run
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

  bool belongsTo(Command command) const { return (commands & static_cast<unsigned>(command)) != 0; }
};

std::span<const Option> optionTable();

// "--workers" of "-j,--workers".
std::string_view longName(const Option& option);

}  // namespace robur
