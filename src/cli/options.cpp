// The table. Rows are plain data, so nothing runs before main.
#include "cli/options.h"

#include <algorithm>

#include "cli/option_values.h"

namespace robur {

namespace {

constexpr unsigned kCheck = static_cast<unsigned>(Command::Check);
constexpr unsigned kFmt = static_cast<unsigned>(Command::Fmt);
constexpr unsigned kExport = static_cast<unsigned>(Command::Export);
constexpr unsigned kRepair = static_cast<unsigned>(Command::Repair);
constexpr unsigned kRelax = static_cast<unsigned>(Command::Relax);
constexpr unsigned kVerify = static_cast<unsigned>(Command::Verify);
constexpr unsigned kProve = static_cast<unsigned>(Command::Prove);
constexpr unsigned kRun = static_cast<unsigned>(Command::Run);
constexpr unsigned kModelList = static_cast<unsigned>(Command::Models);
constexpr unsigned kLanguageList = static_cast<unsigned>(Command::Languages);
constexpr unsigned kEdit = kRepair | kRelax;

// The setter of a row, for a function or a field of the part of the settings that it sets.
template <class Part, std::string (*set)(Part&, std::string_view)>
constexpr Option::Setter kSetter{
    [](Settings& settings, std::string_view text) { return set(*partOf<Part>(settings), text); },
    kCommandsWith<Part>};

constexpr const char* kAsk = "What to ask";
constexpr const char* kShow = "What to show";
constexpr const char* kLimits = "Limits (the verdict is `unknown` if one is reached)";
constexpr const char* kSearch = "Search (for measuring and cross-checking; verdicts do not change)";

template <class Part, bool Part::*field>
constexpr Option::Setter kSwitch = kSetter<Part, switchOn<Part, field>>;
template <class Part, std::string Part::*field>
constexpr Option::Setter kText = kSetter<Part, setText<Part, field>>;

constexpr Option kOptions[] = {
    {kCheck, kAsk, "-m,--model", "LIST", "{by default}; {by default for C} for C and C++",
     "memory models, separated by commas: {every model}, or all of them; may be repeated",
     kSetter<Models, setModels>, nullptr, true},
    {kCheck, kAsk, "--observational", nullptr, nullptr,
     "for {observational}: ignore stale loads whose value is never used",
     kSwitch<CheckSettings, &CheckSettings::observational>},
    {kCheck, kAsk, "--consequence", "WHEN", "auto",
     "find out whether a violation matters, for up to 2 s: auto or off",
     kSetter<CheckSettings, setConsequence>},
    {kCheck, kAsk, "--accept", "harmless", "nothing", "exit code 0 if every violation is harmless",
     kSetter<CheckSettings, setAccept>},
    {kCheck, kAsk, "--all", nullptr, nullptr,
     "report every violation, race and failing assertion, not only the first of each kind",
     kSwitch<CheckSettings, &CheckSettings::all>},
    {kCheck, kAsk, "--baseline", "FILE", "none",
     "accept the findings that this file lists, as comments `robur: allow(KIND) REASON` do",
     kText<CheckSettings, &CheckSettings::baseline>},
    {kCheck, kAsk, "--write-baseline", "FILE", "none",
     "list the findings in a new file for --baseline; reasons have to be filled in",
     kText<CheckSettings, &CheckSettings::writeBaseline>},
    {kCheck, kSearch, "--engine", "NAME", "auto",
     "decide by a search of the SC states (states), by the SC execution graphs of a program whose "
     "runs end (graphs), or by whichever has the answer first (auto)",
     kSetter<CheckSettings, setCheckEngine>},
    {kVerify, kAsk, "-m,--model", "LIST", "rc11; sra for a program without orders",
     "memory models, separated by commas: {every model}, or all of them; may be repeated",
     kSetter<Models, setModels>, nullptr, true},
    {kVerify, kAsk, "--reach", "EXPR", "failing assertions, faults, data races and hangs",
     "a state that must not be reached, such as 'at(t1, L3) && t2.r == 0 && x == 1'",
     kSetter<VerifySettings, setReach>},
    {kVerify, kAsk, "--engine", "NAME", "all",
     "decide with one engine only: sc, robust, potential, buffers or graphs",
     kSetter<VerifySettings, setEngine>},
    {kVerify, kAsk, "--no-hangs", nullptr, nullptr, "a thread may wait forever",
     kSwitch<VerifySettings, &VerifySettings::noHangs>},
    {kVerify, kAsk, "--outcomes", nullptr, nullptr,
     "list all final states, and report those in which no SC run ends",
     kSwitch<VerifySettings, &VerifySettings::outcomes>},
    {kVerify, kAsk, "--observe", "LIST", "memory, and registers that are never read",
     "what a final state consists of: registers and locations, separated by commas, such as "
     "'t1.r,x'; implies --outcomes",
     kSetter<VerifySettings, setObserve>},
    {kVerify, kAsk, "--unroll", "N", "loops are not bounded",
     "follow each loop for N rounds only: finds errors, and never answers `safe`",
     kSetter<VerifySettings, setUnroll>},
    {kEdit, kAsk, "-m,--model", "LIST",
     "{weak by default}; with --goal safe rc11, or sra for a program without orders",
     "memory models, separated by commas, under which the goal must be reached; may be repeated",
     kSetter<Models, setModels>, nullptr, true},
    {kEdit, kAsk, "--goal", "GOAL", "robust",
     "what must hold: robust (every execution is one of SC), or safe (as for robur verify: no "
     "assertion fails, nothing faults or races, no thread waits forever)",
     kSetter<EditSettings, setGoal>},
    {kEdit, kAsk, "--no-hangs", nullptr, nullptr, "for --goal safe: a thread may wait forever",
     kSwitch<EditSettings, &EditSettings::noHangs>},
    {kRepair, kAsk, "--allow", "LIST", "fence,order",
     "kinds of changes, separated by commas: fence, order, rmw (a store becomes an exchange, a "
     "load "
     "becomes a fetch_add of 0)",
     kSetter<EditSettings, setAllowed>},
    {kEdit, kAsk, "--cost", "HOW", "kind",
     "the cost of a change: kind (by its kind), size (each costs 1), runtime (by its kind and how "
     "often it is executed), or a file of prices",
     kText<EditSettings, &EditSettings::cost>},
    {kEdit, kAsk, "--profile", "FILE", "loops count tenfold",
     "for --cost runtime: a file with a line number and an execution count on each line",
     kText<EditSettings, &EditSettings::profile>},
    {kEdit, kAsk, "--all", nullptr, nullptr, "list all cheapest solutions, not only one",
     kSwitch<EditSettings, &EditSettings::allSolutions>},
    {kExport, kAsk, "-m,--model", "NAME", nullptr, "memory model: {exported}",
     kSetter<Models, setModels>, nullptr, true},
    {kProve, kAsk, "--suggest", nullptr, nullptr,
     "if a write is not proved atomic, suggest read abstractions that would make it so",
     kSwitch<ProveSettings, &ProveSettings::suggest>},
    {kRun, kAsk, "-n,--runs", "N", "100, or 10k with exhaust", "runs, or executions with exhaust",
     kSetter<RunSettings, setCount<&run::CampaignOptions::runs, 1>>},
    {kRun, kAsk, "--schedule", "NAME", "random",
     "os (the operating system's), random, pct (by priorities) or exhaust (all that matter)",
     kSetter<RunSettings, setSchedule>},
    {kRun, kAsk, "--preemptions", "K", "any number",
     "exhaust: only schedules that preempt threads at most K times, all of them; this proves "
     "nothing",
     kSetter<RunSettings, setCount<&run::CampaignOptions::preemptions, 0>>},
    {kRun, kAsk, "--allow-bounded", nullptr, nullptr,
     "exhaust: exit with 0 also if nothing was found but nothing is verified",
     kSwitch<RunSettings, &RunSettings::allowBounded>},
    {kRun, kAsk, "--seed", "N", "1", "seed of the first run; later runs use seed+1, seed+2, …",
     kSetter<RunSettings, setCount<&run::CampaignOptions::seed, 0>>},
    {kRun, kAsk, "--until-clean", "N", nullptr,
     "stop after N consecutive runs that find nothing new",
     kSetter<RunSettings, setCount<&run::CampaignOptions::untilClean, 1>>},
    {kRun, kAsk, "--record", "FILE", nullptr, "write the schedule of the first finding to FILE",
     kText<RunSettings, &RunSettings::recordFile>},
    {kRun, kAsk, "--replay", "FILE", nullptr, "repeat the schedule in FILE, once",
     kText<RunSettings, &RunSettings::replayFile>},
    {kRun, kShow, "--report", "FILE", nullptr,
     "also write the findings to FILE, whose extension determines the format; may be repeated",
     kSetter<RunSettings, addReport>, formatExtensions, true},
    {kCheck | kFmt | kExport | kEdit | kVerify | kProve, kAsk, "-l,--language", "NAME",
     "by the file's extension", "language of the input: {languages}",
     kSetter<Reading, setLanguage>},
    {kCheck | kExport | kVerify | kEdit, kAsk, "-p,--project", "DIR", nullptr,
     "C and C++: a build directory with a file compile_commands.json, which says how each file is "
     "compiled",
     kText<Reading, &Reading::project>},
    {kCheck | kExport | kVerify | kEdit, kAsk, "--entry", "LIST", "main",
     "C and C++: functions, separated by commas, that each run as a thread",
     kSetter<Reading, setFunctions<&Reading::entries>>},
    {kCheck | kVerify | kEdit, kAsk, "--any", "LIST", nullptr,
     "C and C++: functions, separated by commas, that any number of threads call again and again, "
     "in any order; semicolons separate kinds of threads; push(0..3) gives the values of "
     "integers, otherwise 0..1",
     kSetter<Reading, setFunctions<&Reading::any>>},
    {kCheck | kVerify | kEdit, kAsk, "--objects", "K", "2",
     "with --any: how many objects of each allocation, and of each local variable that other "
     "threads see, there are at a time",
     kSetter<Reading, setObjects>},
    {kCheck | kExport | kVerify | kEdit, kAsk, "--init", "LIST", nullptr,
     "C and C++: functions, separated by commas, that run before the threads of --entry and --any",
     kSetter<Reading, setFunctions<&Reading::inits>>},
    {kCheck | kExport | kVerify | kEdit, kAsk, "--volatile", "MEANING", "plain",
     "C and C++: what volatile accesses are: plain, as in the standards, or relaxed atomics, as "
     "kernels and older code mean them (relaxed)",
     kSetter<Reading, setVolatile>},
    {kCheck | kExport | kVerify | kEdit, kAsk, "--assume-pure", "LIST", nullptr,
     "C and C++: functions without a body, separated by commas, whose calls are taken to do "
     "nothing and to return 0",
     kSetter<Reading, setFunctions<&Reading::pure>>},
    {kCheck | kExport | kEdit, kAsk, "--exact-loops", nullptr, nullptr,
     "explore every iteration of a spin loop instead of treating it as a blocking wait",
     kSwitch<Loops, &Loops::exactLoops>},

    {kCheck | kEdit | kVerify | kProve | kRun, kShow, "-f,--format", "FORMAT", "text",
     "output format", kSetter<Showing, setFormat>, formatNames},
    {kProve, kShow, "--facts", nullptr, nullptr, "show the invariants that were found",
     kSwitch<ProveSettings, &ProveSettings::facts>},
    {kProve, kShow, "--annotate", nullptr, nullptr,
     "print the program with the invariants that were found, and nothing else",
     kSwitch<ProveSettings, &ProveSettings::annotate>},
    {kProve, kShow, "--dump-smt", "DIR", nullptr,
     "write every question to Z3 and its answer into the directory, in SMT-LIB",
     kText<ProveSettings, &ProveSettings::dumpSmt>},
    {kEdit, kShow, "-i,--in-place", nullptr, nullptr,
     "rewrite the files, which are otherwise never changed",
     kSwitch<Rewriting, &Rewriting::inPlace>},
    {kCheck | kVerify, kShow, "--explain", nullptr, nullptr,
     "show whole runs, the execution graph and the monitor's rows",
     kSwitch<Explaining, &Explaining::explain>},
    {kCheck | kEdit | kVerify, kShow, "--stats", nullptr, nullptr,
     "show what the search visited, what its caches saved, and the time of each phase",
     kSwitch<Counting, &Counting::stats>},
    {kProve, kShow, "-q,--quiet", nullptr, nullptr, "show only one verdict line per program",
     kSwitch<Showing, &Showing::quiet>},
    {kRun, kShow, "-q,--quiet", nullptr, nullptr, "no progress", kSwitch<Showing, &Showing::quiet>},
    {kCheck | kVerify, kShow, "-q,--quiet", nullptr, nullptr,
     "show only one verdict line per model", kSwitch<Showing, &Showing::quiet>},
    {kCheck | kFmt | kExport | kEdit | kVerify | kProve, kShow, "--color", "WHEN", "auto",
     "auto, always or never; auto means on a terminal, unless NO_COLOR is set",
     kSetter<Painting, setColour>},

    {kCheck | kEdit | kVerify, kLimits, "--max-states", "N", "no limit",
     "stop after N states (with --engine graphs: graphs), such as 500000 or 2M",
     kSetter<Searching, setMaxStates>},
    {kCheck | kEdit | kVerify, kLimits, "--max-memory", "SIZE", "no limit",
     "stop when states take more memory than this, such as 512M or 2G",
     kSetter<Searching, setMaxMemory>},
    {kCheck | kEdit | kVerify, kLimits, "--timeout", "TIME", "no limit",
     "stop after this time, such as 30s or 5m; counts for each file and model",
     kSetter<Searching, setTimeout>},

    {kProve, kLimits, "--timeout", "TIME", "5s",
     "give up on a question to Z3 after this time, such as 500ms or 1m",
     kSetter<ProveSettings, setObligation>},

    {kCheck | kEdit | kVerify, kSearch, "-j,--workers", "N", "2", "threads that search",
     kSetter<Searching, setWorkers>},
    {kCheck | kExport | kVerify, kSearch, "--optimise", nullptr, nullptr,
     "C and C++: ignored, as -O flags after -- are: programs are checked as they are written",
     kSwitch<Reading, &Reading::optimiseFirst>},
    {kCheck, kSearch, "--self-check", nullptr, nullptr,
     "compare a sample of the states with what the axioms of the model say of their runs; a "
     "difference is an internal error",
     kSwitch<CheckSettings, &CheckSettings::selfCheck>},
    {kCheck, kSearch, "--no-por", nullptr, nullptr, "no partial-order reduction",
     kSetter<CheckSettings, switchOff<&Reductions::partialOrder>>},
    {kCheck, kSearch, "--no-symmetry", nullptr, nullptr, "distinguish identical threads",
     kSetter<CheckSettings, switchOff<&Reductions::symmetry>>},
    {kCheck, kSearch, "--no-merge-local", nullptr, nullptr, "store a state after each local step",
     kSetter<CheckSettings, switchOff<&Reductions::mergeLocal>>},
    {kCheck, kSearch, "--no-clear-dead", nullptr, nullptr,
     "keep the values of registers and locations that are never read again",
     kSetter<CheckSettings, switchOff<&Reductions::clearDead>>},
    {kCheck, kSearch, "--no-columns", nullptr, nullptr,
     "store whole monitor states instead of independent columns",
     kSetter<CheckSettings, switchOff<&Reductions::columns>>},
    {kCheck, kSearch, "--no-fixpoint", nullptr, nullptr,
     "skip the fixpoint over columns; search for violating runs directly",
     kSetter<CheckSettings, switchOff<&Reductions::fixpoint>>},
    {kCheck, kSearch, "--no-coarse-values", nullptr, nullptr,
     "let the monitor distinguish all values",
     kSetter<CheckSettings, switchOff<&Reductions::coarseValues>>},
    {kCheck, kSearch, "--no-fence-sufficiency", nullptr, nullptr,
     "run the monitor even if fences keep all accesses in order",
     kSetter<CheckSettings, switchOff<&Reductions::fenceSufficiency>>},

    {kFmt, kShow, "-i,--in-place", nullptr, nullptr, "rewrite the files instead of printing them",
     kSwitch<Rewriting, &Rewriting::inPlace>},
    {kFmt, kShow, "--check", nullptr, nullptr,
     "change nothing; name the files that are not formatted and exit with 1",
     kSwitch<FmtSettings, &FmtSettings::checkOnly>},

    {kModelList, kShow, "--markdown", nullptr, nullptr,
     "print a table in Markdown that says what each model allows",
     kSwitch<ListSettings, &ListSettings::markdown>},
    {kLanguageList, kShow, "--markdown", nullptr, nullptr,
     "print a table in Markdown that says where each language is described",
     kSwitch<ListSettings, &ListSettings::markdown>},

    {kExport, kAsk, "--promela", nullptr, nullptr, "write Promela, the language of Spin",
     kSwitch<ExportSettings, &ExportSettings::promela>},
    {kExport, kAsk, "--litmus", nullptr, nullptr,
     "write a litmus test in C, for herd; it has no model and no monitor",
     kSwitch<ExportSettings, &ExportSettings::litmus>},
    {kExport, kAsk, "--all-values", nullptr, nullptr,
     "let the monitor distinguish all values, not only those that waits and CAS compare with",
     kSetter<ExportSettings, exportAllValues>},
    {kExport, kAsk, "--sc-as-acq-rel", nullptr, nullptr,
     "read sc accesses as acq_rel under rc20 instead of refusing them; if Spin then finds the "
     "program robust, it is",
     kSetter<ExportSettings, exportScAsAcqRel>},
};

static_assert(std::ranges::all_of(kOptions,
                                  [](const Option& option) {
                                    return (option.commands & ~option.setter.commands) == 0;
                                  }),
              "a subcommand has an option that its settings have no field for");

}  // namespace

std::span<const Option> optionTable() {
  return kOptions;
}

std::string_view longName(const Option& option) {
  const std::string_view names = option.names;
  return names.substr(names.find("--"));
}

}  // namespace robur
