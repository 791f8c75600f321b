// Help texts, in lines of at most 80 columns.
#include "cli/help.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kColumns = 80;

// One entry of a list: its name, then its explanation in a column of its own.
std::string entry(std::string_view name, std::size_t column, std::string_view text) {
  return fmt::format("  {:<{}}{}\n", name, column - 2, wrapped(text, column, kColumns));
}

constexpr const char* kWhat =
    "Robur decides whether a concurrent program has behaviours under weak memory that\n"
    "sequential consistency (SC) does not have. If it has none, SC reasoning is sound for\n"
    "it. If it has some, Robur shows where.\n";

constexpr const char* kExitCodes =
    "  0   every property asked for holds\n"
    "  1   a violation was found\n"
    "  2   bad usage or bad input\n"
    "  3   unknown: a limit was reached, Ctrl-C, or not decidable; the report says which\n"
    "  70  internal error\n";

constexpr CommandInfo kCommands[] = {
    {Command::Check, "check", "[options] FILE...",
     "decide robustness against memory models; find failing assertions, races",
     "Explores the program under SC, once per memory model, and decides exactly whether\n"
     "the model has a behaviour that SC does not have. On the way it looks for failing\n"
     "assertions, data races, overflows and accesses out of bounds. FILE may be - for\n"
     "standard input. The search is unbounded unless you give a limit. All C and C++ files\n"
     "(.c, .cc, .cpp, .cxx, and LLVM's .bc and .ll) together are one program, which is\n"
     "checked against RC11 by default; arguments after -- are passed to clang.\n",
     "  robur check dekker.rob\n"
     "  robur check lock.cpp main.cpp -- -std=c++17 -Iinclude\n"
     "  robur check --model ra,rc11 locks/*.rob\n"
     "  robur check --timeout 30s --max-memory 2G big.tpl\n"
     "  robur check --format dot --model ra dekker.rob | dot -Tpng > dekker.png\n"
     "  robur check --format json dekker.rob | jq '.results[].verdict'\n"},
    {Command::Verify, "verify", "[options] FILE...",
     "decide whether something bad can happen, for programs that need not be robust",
     "Decides whether an assertion can fail, a thread can fault or wait forever, or a data\n"
     "race on plain memory can occur; with --reach, whether the state that it describes can\n"
     "be reached. Five engines are tried, the cheapest first: search under SC, robustness,\n"
     "backward search over potentials (SRA and RA) or over load buffers (TSO), and\n"
     "enumeration of execution graphs (every model, for programs whose runs end). The model\n"
     "is RC11, or SRA for a program that gives no orders.\n",
     "  robur verify lock.rob\n"
     "  robur verify --model ra,sra --reach 'at(a, cs) && at(b, cs)' peterson.rob\n"
     "  robur verify --engine potential --model sra --explain seqlock.rob\n"},
    {Command::Prove, "prove", "[options] FILE...",
     "prove robustness against TSO, for any data and any number of threads",
     "Shows that no other thread can observe a write waiting in its buffer: the write moves\n"
     "left past every action of other threads, or every read that can overtake it moves\n"
     "right. Integers need no bounds and `thread worker[*]` is any number of threads. Simple\n"
     "invariants of the SC states are found; others are stated with `invariant`. If the\n"
     "proof fails, the program may still be robust. Only .rob programs can be proved.\n",
     "  robur prove queue.rob\n"
     "  robur prove --suggest queue.rob\n"
     "  robur prove --annotate lock.rob > lock-annotated.rob\n"},
    {Command::Repair, "repair", "[options] FILE...",
     "find the cheapest fences or orders that make a program robust, as a diff",
     "Finds a cheapest set of changes that makes the program robust against the models, and\n"
     "prints it as a unified diff, with the violation that each change prevents. No cheaper\n"
     "set of allowed changes does. The file is changed only with --in-place. With --goal safe\n"
     "the program need not be robust, but nothing bad can happen.\n",
     "  robur repair --model tso dekker.rob\n"
     "  robur repair --goal safe ring.cpp\n"
     "  robur repair --model ra,rc20 --allow fence --cost size lock.rob\n"
     "  robur repair dekker.rob | patch\n"},
    {Command::Relax, "relax", "[options] FILE...",
     "find fences and orders that a robust program does not need, as a diff",
     "Finds a cheapest subset of the program's fences and orders with which it is still\n"
     "robust against the models, or with --goal safe still safe, and prints what can be\n"
     "removed as a unified diff.\n",
     "  robur relax --model rc20 seqlock.rob\n"
     "  robur relax --goal safe --model rc11 lock.cpp\n"
     "  robur relax --model tso --in-place lock.rob\n"},
    {Command::Run, "run", "[options] -- PROGRAM [ARGUMENT...]",
     "run a program built with robur-c++ many times, under controlled schedules",
     "Runs a program that robur-cc or robur-c++ has compiled, with a different schedule each\n"
     "time, and reports each violation and race once, with the number of runs that had it.\n"
     "With exhaust one execution of every class of equivalent schedules is run; if nothing is\n"
     "found and nothing had to be left out, the program is verified. Otherwise the answer says\n"
     "NOT verified and why, and the exit code is 3.\n",
     "  robur run -- ./test\n"
     "  robur run --schedule pct -n 1000 --until-clean 100 --report out.sarif -- ./test 4\n"
     "  robur run --schedule exhaust --record found.txt -- ./test\n"
     "  robur run --replay found.txt -- ./test\n"},
    {Command::Fmt, "fmt", "[options] FILE...",
     "print programs in canonical form; translate other languages to .rob",
     "Prints a .rob program canonically, comments kept. A program in another language\n"
     "comes out as .rob.\n",
     "  robur fmt dekker.rob\n"
     "  robur fmt --in-place *.rob\n"
     "  robur fmt ticketlock.tpl > ticketlock.rob\n"},
    {Command::Export, "export", "--promela | --litmus [options] FILE",
     "write the program for Spin, which can repeat the check, or for herd",
     "Writes the program with one model's monitor in Promela to standard output. Spin\n"
     "then decides it with independent code, which cross-checks robur check. With --litmus\n"
     "writes the program as a litmus test in C, whose final states herd can list.\n",
     "  robur export --promela --model ra dekker.rob > dekker.pml\n"
     "  spin -a dekker.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan\n"
     "  robur export --litmus sb.rob > sb.litmus\n"},
    {Command::Models, "models", "[options]", "list the memory models",
     "Prints a line for each memory model: its name, as --model takes it, its title, and what\n"
     "it stands for.\n",
     "  robur models\n"
     "  robur models | cut -d ' ' -f 1\n"},
    {Command::Languages, "languages", "[options]", "list the input languages",
     "Prints a line for each input language: its name, its title and the extensions of its\n"
     "files. --language takes the names of those that are not read by clang.\n",
     "  robur languages\n"},
};

std::string heading(const Option& option) {
  std::string names = option.names;
  if (const std::size_t comma = names.find(','); comma != std::string::npos) {
    names.replace(comma, 1, ", ");
  }
  if (option.argument != nullptr) names += fmt::format(" {}", option.argument);
  return names;
}

std::string joined(const std::vector<ModelName>& models) {
  std::string out;
  for (const ModelName model : models)
    out += (out.empty() ? "" : ",") + std::string(spelling(model));
  return out;
}

std::vector<ModelName> withoutReference(std::vector<ModelName> models) {
  std::erase_if(models, [](ModelName model) { return infoOf(model).isReference(); });
  return models;
}

// Lists of models in help texts are names in braces, replaced by what the table of models says.
std::string withModels(std::string text) {
  const std::pair<const char*, std::string> lists[] = {
      {"{every model}", listOfAllModels()},
      {"{languages}", parsedLanguages("or")},
      {"{by default}", joined(modelsWith(&ModelInfo::byDefault))},
      {"{by default for C}", joined(modelsWith(&ModelInfo::byDefaultForC))},
      {"{weak by default}", joined(withoutReference(modelsWith(&ModelInfo::byDefault)))},
      {"{observational}", listOf(modelsWith(&ModelInfo::observational))},
      {"{exported}", listOf(modelsWith(&ModelInfo::exported), "or")},
  };
  for (const auto& [name, list] : lists) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.replace(at, std::string_view(name).size(), list);
    }
  }
  return text;
}

std::string explanation(const Option& option, Command command) {
  std::string text = option.help;
  if (option.values != nullptr) {
    Settings settings = settingsFor(command);
    text += fmt::format(": {}", option.values(partOf<Showing>(settings)->question));
  }
  if (option.byDefault != nullptr) text += fmt::format(" [default: {}]", option.byDefault);
  return withModels(std::move(text));
}

std::string optionsOf(Command command) {
  constexpr std::size_t kHelpColumn = 25;
  std::string out;
  for (const HelpSection& section : helpSections(command)) {
    out += fmt::format("\n{}:\n", section.title);
    for (const HelpEntry& one : section.entries) {
      out += entry(one.heading, kHelpColumn, one.explanation);
    }
  }
  return out;
}

}  // namespace

std::span<const CommandInfo> commandTable() {
  return kCommands;
}

// Sections come in the order in which the table first names them.
std::vector<HelpSection> helpSections(Command command) {
  std::vector<HelpSection> sections;
  for (const Option& option : optionTable()) {
    if (!option.belongsTo(command)) continue;
    auto section = std::ranges::find(sections, option.section, &HelpSection::title);
    if (section == sections.end()) section = sections.insert(section, {option.section, {}});
    section->entries.push_back({&option, heading(option), explanation(option, command)});
  }
  return sections;
}

const char* introduction() {
  return kWhat;
}

const char* exitStatus() {
  return kExitCodes;
}

std::string helpText() {
  std::string out = fmt::format("{}\nUsage: robur COMMAND [options] FILE...\n\nCommands:\n", kWhat);
  for (const CommandInfo& info : kCommands) {
    out += entry(info.name, 13, info.summary);
  }
  out += "\nExamples:\n";
  for (const CommandInfo& info : kCommands) {
    const std::string_view examples = info.examples;
    out += examples.substr(0, examples.find('\n') + 1);
  }
  out += fmt::format("\nExit status:\n{}\n", kExitCodes);
  out += "`robur COMMAND --help` describes one command, `robur --version` prints the version.\n";
  return out;
}

std::string helpText(const CommandInfo& info) {
  return fmt::format("Usage: robur {} {}\n\n{}{}\nExamples:\n{}\nExit status:\n{}", info.name,
                     info.usage, info.details, optionsOf(info.command), info.examples, kExitCodes);
}

std::string helpMarkdown() {
  std::string out = fmt::format("# The command line\n\n{}", kWhat);
  for (const CommandInfo& info : kCommands) {
    out += fmt::format("\n## robur {} {}\n\n{}", info.name, info.usage, info.details);
    for (const HelpSection& section : helpSections(info.command)) {
      out += fmt::format("\n### {}\n\n| option | meaning |\n|---|---|\n", section.title);
      for (const HelpEntry& one : section.entries) {
        out += fmt::format("| `{}` | {} |\n", one.heading, one.explanation);
      }
    }
    out += fmt::format("\n```\n{}```\n", info.examples);
  }
  out += fmt::format("\n## Exit status\n\n```\n{}```\n\n", kExitCodes);
  out += "With several files or models the most severe one counts: 70, then 2, 1, 3, 0.\n";
  return out;
}

}  // namespace robur
