// What the command line said: one struct for each subcommand, derived from the parts that it shares
// with others. A subcommand gets its own struct, so it cannot read an option that it does not have.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "check/check.h"
#include "frontend/language.h"
#include "promela/promela.h"
#include "repair/draft_text.h"
#include "report/format.h"
#include "result/repair_result.h"
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

struct Painting {
  Colour colour = Colour::Auto;
};

// Which programs, and how they are read.
struct Reading : Painting {
  std::vector<std::string> files;
  std::optional<Language> language;
  std::string entries;                  // C and C++: functions that are threads
  std::string any;                      // C and C++: functions that any number of threads call
  std::string inits;                    // C and C++: functions that run before all threads
  std::optional<unsigned> objects;      // C and C++: that copies of a thread take from a pool
  unsigned copies = 0;                  // C and C++: of the client; 0: any number
  std::string pure;                     // C and C++: functions without a body that do nothing
  std::vector<std::string> clangFlags;  // C and C++: what stands after --
  std::string project;                  // C and C++: a build directory, or its compile commands
  std::map<std::string, std::vector<std::string>> fileFlags;  // C and C++: of the project
  bool withoutAssertions = false;  // C and C++: the project defines NDEBUG
  bool relaxedVolatile = false;    // C and C++: volatile accesses are relaxed atomics
  bool optimiseFirst = false;      // C and C++: asked for; a note says that it is ignored
  Limits readLimits;               // C and C++: of time and memory, as for the search
};

struct Models {
  std::vector<ModelName> models;  // empty: not given
};

struct Loops {
  bool exactLoops = false;
};

struct Searching {
  Limits limits;
  unsigned workers = CheckOptions{}.workers;

  CheckOptions checkOptions() const {
    CheckOptions options;
    options.limits = limits;
    options.workers = workers;
    return options;
  }
};

// How results are shown.
struct Showing {
  Question question{};                 // that the results answer: decides which formats there are
  const FormatInfo* format = nullptr;  // null: text
  std::vector<std::string> command;    // the command line as given, `robur` not included
  bool quiet = false;
};

struct Explaining {
  bool explain = false;
};

struct Counting {
  bool stats = false;
};

struct Rewriting {
  bool inPlace = false;
};

struct CheckSettings : Reading, Models, Loops, Searching, Showing, Explaining, Counting {
  CheckEngine engine = CheckEngine::Auto;
  Reductions reductions;
  bool observational = false;
  bool consequence = true;      // of a violation of robustness is looked for
  bool acceptHarmless = false;  // such a violation is none
  bool all = false;             // go on after the first violation
  std::string baseline;         // a file of accepted findings
  std::string writeBaseline;    // a file that does not exist yet
  bool selfCheck = kSelfCheckByDefault;
};

struct VerifySettings : Reading, Models, Searching, Showing, Explaining, Counting {
  Engine engine = Engine::All;
  std::string reach;  // a state in words
  bool noHangs = false;
  bool outcomes = false;
  std::string observe;  // registers and locations, separated by commas
  std::uint32_t unroll = 0;
};

// Of repair and relax.
struct EditSettings : Reading, Models, Loops, Searching, Showing, Counting, Rewriting {
  Goal goal = Goal::Robust;
  bool noHangs = false;  // Goal::Safe: a thread may wait forever
  Allowed allowed;
  std::string cost = "kind";  // kind, size, runtime or a file of prices
  std::string profile;        // a file of counts per line
  bool allSolutions = false;
};

struct ProveSettings : Reading, Showing {
  bool suggest = false;
  bool facts = false;            // show what was found out
  bool annotate = false;         // print the program with it
  std::string dumpSmt;           // a directory for what Z3 is asked
  double obligationSeconds = 0;  // 0: as usual
};

struct ExportSettings : Reading, Models, Loops {
  bool promela = false;
  bool litmus = false;
  promela::ExportOptions exporting;
};

struct FmtSettings : Reading, Rewriting {
  bool checkOnly = false;
};

struct RunSettings : Showing, Painting {
  std::vector<std::string> program;  // and its arguments
  run::CampaignOptions campaign;
  std::vector<std::string> reports;  // files to write
  std::string recordFile;            // gets the schedule of the first finding
  std::string replayFile;            // has one
  bool allowBounded = false;         // exhaust: a search that proves nothing is good enough
};

// Of models and languages.
struct ListSettings {
  bool markdown = false;
};

using Settings = std::variant<CheckSettings, VerifySettings, EditSettings, ProveSettings,
                              ExportSettings, FmtSettings, RunSettings, ListSettings>;

Settings settingsFor(Command command);

// The part of this type, or null if the subcommand does not have it.
template <class Part>
Part* partOf(Settings& settings) {
  return std::visit(
      []<class S>(S& all) -> Part* {
        if constexpr (std::is_base_of_v<Part, S>) {
          return &all;
        } else {
          return nullptr;
        }
      },
      settings);
}

// The subcommands that have the part, as a sum of Command.
template <class Part>
constexpr unsigned kCommandsWith = [] {
  unsigned sum = 0;
  const auto add = [&]<class S>(S*, std::initializer_list<Command> commands) {
    for (const Command c : commands) {
      if (std::is_base_of_v<Part, S>) sum |= static_cast<unsigned>(c);
    }
  };
  add(static_cast<CheckSettings*>(nullptr), {Command::Check});
  add(static_cast<VerifySettings*>(nullptr), {Command::Verify});
  add(static_cast<EditSettings*>(nullptr), {Command::Repair, Command::Relax});
  add(static_cast<ProveSettings*>(nullptr), {Command::Prove});
  add(static_cast<ExportSettings*>(nullptr), {Command::Export});
  add(static_cast<FmtSettings*>(nullptr), {Command::Fmt});
  add(static_cast<RunSettings*>(nullptr), {Command::Run});
  add(static_cast<ListSettings*>(nullptr), {Command::Models, Command::Languages});
  return sum;
}();

}  // namespace robur
