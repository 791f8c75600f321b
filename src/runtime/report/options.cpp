#include "runtime/report/options.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/clocks/rules.h"
#include "runtime/report/output.h"

// Programs built with --robur-mode=robustness carry their own defaults.
extern "C" __attribute__((weak)) const char* __robur_default_options();

namespace robur::runtime {

namespace {

struct Row {
  const char* name;
  const char* values;
  const char* what;
  bool Options::*flag = nullptr;
  std::int64_t Options::*number = nullptr;
  const char* Options::*text = nullptr;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
};

const Row kTable[] = {
    {.name = "model",
     .values = "rc20|ra|sra|tso",
     .what = "the memory model: C++ (rc20), every atomic access acquire and release (ra), that and "
             "stores in one order (sra), or x86 (tso, which knows no races)",
     .text = &Options::model},
    {.name = "races", .values = "0|1", .what = "report data races", .flag = &Options::races},
    {.name = "robustness",
     .values = "0|1",
     .what = "report robustness violations",
     .flag = &Options::robustness},
    {.name = "library",
     .values = "0|1",
     .what = "report robustness violations inside the standard library too, instead of counting "
             "them",
     .flag = &Options::library},
    {.name = "spin",
     .values = "count|report",
     .what = "loads that may miss stores, but only to wait on: name them at the end, or report "
             "them as violations",
     .text = &Options::spin},
    {.name = "halt_on_error",
     .values = "0|1",
     .what = "stop at the first report",
     .flag = &Options::haltOnError},
    {.name = "exitcode",
     .values = "0..255",
     .what = "exit code of a program with reports; 0 leaves it alone",
     .number = &Options::exitCode,
     .lo = 0,
     .hi = 255},
    {.name = "history",
     .values = "2|4|8|…|256",
     .what = "writes remembered per atomic; more can find more",
     .number = &Options::history,
     .lo = 2,
     .hi = 256},
    {.name = "max_reports",
     .values = "1..100000",
     .what = "different reports printed; later ones are only counted",
     .number = &Options::maxReports,
     .lo = 1,
     .hi = 100000},
    {.name = "schedule",
     .values = "os|random|pct|exhaust",
     .what = "who runs: as the system says; or one at a time, by chance, by priorities, or in "
             "every way there is",
     .text = &Options::scheduleName},
    {.name = "seed",
     .values = "0..2^31",
     .what = "the same seed gives the same schedule, random or pct",
     .number = &Options::seed,
     .lo = 0,
     .hi = std::int64_t{1} << 31},
    {.name = "depth",
     .values = "1..64",
     .what = "pct: how many places must come in order",
     .number = &Options::depth,
     .lo = 1,
     .hi = 64},
    {.name = "length",
     .values = "1..2^31",
     .what = "pct: how many steps the program is expected to make",
     .number = &Options::length,
     .lo = 1,
     .hi = std::int64_t{1} << 31},
    {.name = "runs",
     .values = "1..2^31",
     .what = "exhaust: stop after so many schedules",
     .number = &Options::runs,
     .lo = 1,
     .hi = std::int64_t{1} << 31},
    {.name = "preemptions",
     .values = "0..1000",
     .what = "exhaust: interrupt threads that could go on at most so often; 1000 is no bound",
     .number = &Options::preemptions,
     .lo = 0,
     .hi = kUnbounded},
    {.name = "choices",
     .values = "N.N.N…",
     .what = "exhaust: only the schedule of a report",
     .text = &Options::choices},
    {.name = "reports",
     .values = "PATH",
     .what = "write reports there as well, as lines of JSON",
     .text = &Options::reports},
    {.name = "log_path",
     .values = "stderr|PATH",
     .what = "where reports go; a path gets the process id as its ending",
     .text = &Options::logPath},
    {.name = "suppressions",
     .values = "PATH",
     .what = "a file with lines 'race:WORD' and 'robustness:WORD'; a report with WORD in a "
             "function, file or variable name is dropped",
     .text = &Options::suppressions},
    {.name = "trace",
     .values = "PATH",
     .what = "write every event of the run there, for others to judge",
     .text = &Options::trace},
    {.name = "symbolizer",
     .values = "PATH",
     .what = "the llvm-symbolizer to use, if it is not found in PATH",
     .text = &Options::symbolizer},
    {.name = "help", .values = "0|1", .what = "print this table", .flag = &Options::help},
};

[[noreturn]] void refuse(const char* problem, const char* item) {
  Text text;
  text.add("robur: ROBUR_OPTIONS: ")
      .add(problem)
      .add(": '")
      .add(item)
      .add("'\ntry: ROBUR_OPTIONS=help=1\n");
  text.writeTo(2);
  ::syscall(SYS_exit_group, 2);  // _exit is ours, and would ask for the options
  __builtin_trap();
}

void set(Options& options, char* item) {
  char* const equals = std::strchr(item, '=');
  if (equals == nullptr) refuse("expected name=value", item);
  for (const Row& row : kTable) {
    const auto length = static_cast<std::size_t>(equals - item);
    if (std::strlen(row.name) != length || std::strncmp(row.name, item, length) != 0) continue;
    const char* const value = equals + 1;
    if (row.text != nullptr) {
      options.*row.text = value;
      return;
    }
    char* end = nullptr;
    const std::int64_t number = std::strtoll(value, &end, 10);
    const std::int64_t hi = row.flag != nullptr ? 1 : row.hi;
    if (*value == 0 || *end != 0 || number < row.lo || number > hi) {
      refuse("the value is not one of those allowed", item);
    }
    if (row.flag != nullptr) {
      options.*row.flag = number != 0;
    } else {
      options.*row.number = number;
    }
    return;
  }
  refuse("there is no such option", item);
}

// Items are separated by colons or spaces. The text is kept: options point into it.
void parse(Options& options, const char* source) {
  if (source == nullptr) return;
  const std::size_t size = std::strlen(source) + 1;
  auto* const text = static_cast<char*>(allocate(size));
  std::memcpy(text, source, size);
  char* item = text;
  for (char* at = text;; ++at) {
    const bool last = *at == 0;
    if (!last && *at != ':' && *at != ' ') continue;
    *at = 0;
    if (*item != 0) set(options, item);
    item = at + 1;
    if (last) return;
  }
}

void printTable() {
  Text text;
  text.add("ROBUR_OPTIONS=name=value:name=value…\n");
  for (const Row& row : kTable) {
    text.add("  ").add(row.name).add("=").add(row.values).add("\n      ").add(row.what).add("\n");
  }
  text.writeTo(2);
}

// The program may call us before the C library has an environment.
void parseEnvironment(Options& options) {
  const int file = ::open("/proc/self/environ", O_RDONLY | O_CLOEXEC);
  Text all;
  char buffer[4096];
  for (ssize_t got; file >= 0 && (got = ::read(file, buffer, sizeof buffer)) > 0;) {
    all.add(buffer, static_cast<std::size_t>(got));
  }
  if (file >= 0) ::close(file);
  constexpr char kName[] = "ROBUR_OPTIONS=";
  const char* const end = all.c_str() + all.size();
  for (const char* at = all.c_str(); at < end; at += std::strlen(at) + 1) {
    if (std::strncmp(at, kName, sizeof kName - 1) == 0) parse(options, at + sizeof kName - 1);
  }
}

Model modelNamed(const char* name) {
  if (std::strcmp(name, "rc20") == 0) return Model::Rc20;
  if (std::strcmp(name, "ra") == 0) return Model::Ra;
  if (std::strcmp(name, "sra") == 0) return Model::Sra;
  if (std::strcmp(name, "tso") == 0) return Model::Tso;
  refuse("model is rc20, ra, sra or tso", name);
}

Schedule scheduleNamed(const char* name) {
  if (std::strcmp(name, "os") == 0) return Schedule::Os;
  if (std::strcmp(name, "random") == 0) return Schedule::Random;
  if (std::strcmp(name, "pct") == 0) return Schedule::Pct;
  if (std::strcmp(name, "exhaust") == 0) return Schedule::Exhaust;
  refuse("schedule is os, random, pct or exhaust", name);
}

Options parsed() {
  Options options;
  if (&__robur_default_options != nullptr) parse(options, __robur_default_options());
  parseEnvironment(options);
  ruleSettings.model = modelNamed(options.model);
  options.schedule = scheduleNamed(options.scheduleName);
  if (std::strcmp(options.spin, "count") != 0 && std::strcmp(options.spin, "report") != 0) {
    refuse("spin is count or report", options.spin);
  }
  options.tellsWaits = std::strcmp(options.spin, "report") == 0;
  if ((options.history & (options.history - 1)) != 0) refuse("not a power of two", "history");
  if (ruleSettings.model == Model::Tso) options.races = false;
  ruleSettings.races = options.races;
  ruleSettings.window = static_cast<std::uint32_t>(options.history);
  if (options.help) printTable();
  return options;
}

}  // namespace

Options optionTable;
bool optionsRead = false;

void readOptions() {
  optionTable = parsed();
  optionsRead = true;
}

}  // namespace robur::runtime
