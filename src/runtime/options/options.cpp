// ROBUR_OPTIONS: one table, from which the parser, help=1 and docs/sanitizer.md are made.
#include "runtime/options/options.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/base/kernel.h"
#include "runtime/memory/arena.h"
#include "runtime/past/recorder.h"
#include "runtime/text/text.h"

// Programs built with --robur-mode=robustness define this (defaults/robustness.cpp).
extern "C" __attribute__((weak)) const char* __robur_default_options();

namespace robur::runtime {

namespace {

// One of flag, number and text is set.
struct Row {
  const char* name;
  const char* values;  // for the help text
  const char* what;
  bool Options::*flag = nullptr;
  std::int64_t Options::*number = nullptr;
  const char* Options::*text = nullptr;
  std::int64_t lo = 0;  // of number
  std::int64_t hi = 0;
};

const Row kTable[] = {
    {.name = "model",
     .values = "rc11|rc20|ra|sra|tso",
     .what =
         "memory model: C++ (rc11), C++ with seq_cst fences that synchronise (rc20), every atomic "
         "access acquire and release (ra), the same with "
         "one order of all stores (sra), or x86 (tso, which has no data races)",
     .text = &Options::model},
    {.name = "races", .values = "0|1", .what = "report data races", .flag = &Options::races},
    {.name = "robustness",
     .values = "0|1",
     .what = "report robustness violations",
     .flag = &Options::robustness},
    {.name = "library",
     .values = "0|1",
     .what = "report robustness violations inside the standard library instead of only counting "
             "them",
     .flag = &Options::library},
    {.name = "spin",
     .values = "count|report",
     .what = "spin loops that may read a stale value and iterate again: list them at the end, or "
             "report them as violations",
     .text = &Options::spin},
    {.name = "halt_on_error",
     .values = "0|1",
     .what = "stop at the first report",
     .flag = &Options::haltOnError},
    {.name = "exitcode",
     .values = "0..255",
     .what = "exit code of a program with reports; 0 keeps the program's own",
     .number = &Options::exitCode,
     .lo = 0,
     .hi = 255},
    {.name = "history",
     .values = "2|4|8|…|256",
     .what = "writes remembered per atomic; a longer history can find more violations",
     .number = &Options::history,
     .lo = 2,
     .hi = 256},
    {.name = "past",
     .values = "256|512|…|1048576",
     .what = "rc11: events remembered per thread, from the first seq_cst access or fence on, to "
             "decide what the order of seq_cst allows",
     .number = &Options::past,
     .lo = 256,
     .hi = 1 << 20},
    {.name = "max_reports",
     .values = "1..100000",
     .what = "number of different reports to print; further ones are only counted",
     .number = &Options::maxReports,
     .lo = 1,
     .hi = 100000},
    {.name = "schedule",
     .values = "os|random|pct|exhaust",
     .what = "scheduling policy: operating system, random, PCT (random priorities) or exhaustive",
     .text = &Options::scheduleName},
    {.name = "seed",
     .values = "0..2^31",
     .what = "random, pct: seed of the random numbers; equal seeds give equal schedules",
     .number = &Options::seed,
     .lo = 0,
     .hi = std::int64_t{1} << 31},
    {.name = "depth",
     .values = "1..64",
     .what = "pct: bug depth, the number of events whose order matters",
     .number = &Options::depth,
     .lo = 1,
     .hi = 64},
    {.name = "length",
     .values = "1..2^31",
     .what = "pct: expected number of steps of the program",
     .number = &Options::length,
     .lo = 1,
     .hi = std::int64_t{1} << 31},
    {.name = "runs",
     .values = "1..2^31",
     .what = "exhaust: stop after this many schedules",
     .number = &Options::runs,
     .lo = 1,
     .hi = std::int64_t{1} << 31},
    {.name = "preemptions",
     .values = "0..1000",
     .what =
         "exhaust: preempt runnable threads at most this often per schedule; 1000 means no bound",
     .number = &Options::preemptions,
     .lo = 0,
     .hi = kUnbounded},
    {.name = "choices",
     .values = "N.N.N…",
     .what = "exhaust: run only this schedule, as printed with a report",
     .text = &Options::choices},
    {.name = "reports",
     .values = "PATH",
     .what = "also append the reports to this file, one JSON object per line",
     .text = &Options::reports},
    {.name = "log_path",
     .values = "stderr|PATH",
     .what = "where to print reports; the process id is appended to a path",
     .text = &Options::logPath},
    {.name = "suppressions",
     .values = "PATH",
     .what = "file with lines 'race:WORD' and 'robustness:WORD'; reports that contain WORD in the "
             "name of a function, file or variable are dropped",
     .text = &Options::suppressions},
    {.name = "trace",
     .values = "PATH",
     .what = "write every event of the run to this file",
     .text = &Options::trace},
    {.name = "symbolizer",
     .values = "PATH",
     .what = "the llvm-symbolizer to use if there is none in PATH",
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
  ::syscall(SYS_exit_group, 2);  // _exit() is replaced by the runtime and would read the options
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
      refuse("the value is out of range", item);
    }
    if (row.flag != nullptr) {
      options.*row.flag = number != 0;
    } else {
      options.*row.number = number;
    }
    return;
  }
  refuse("unknown option", item);
}

// Items are separated by colons or spaces. The copy is never freed, since options point into it.
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

// From /proc, because the runtime may be called before the C library has set up the environment.
void parseEnvironment(Options& options) {
  const int file = ::open("/proc/self/environ", O_RDONLY | O_CLOEXEC);
  Text all;
  char buffer[4096];
  for (long got; file >= 0 && (got = kernelRead(file, buffer, sizeof buffer)) > 0;) {
    all.add(buffer, static_cast<std::size_t>(got));
  }
  if (file >= 0) kernelClose(file);
  constexpr char kName[] = "ROBUR_OPTIONS=";
  const char* const end = all.c_str() + all.size();
  for (const char* at = all.c_str(); at < end; at += std::strlen(at) + 1) {
    if (std::strncmp(at, kName, sizeof kName - 1) == 0) parse(options, at + sizeof kName - 1);
  }
}

Model modelNamed(const char* name) {
  if (std::strcmp(name, "rc11") == 0) return Model::Rc11;
  if (std::strcmp(name, "rc20") == 0) return Model::Rc20;
  if (std::strcmp(name, "ra") == 0) return Model::Ra;
  if (std::strcmp(name, "sra") == 0) return Model::Sra;
  if (std::strcmp(name, "tso") == 0) return Model::Tso;
  refuse("model must be rc11, rc20, ra, sra or tso", name);
}

Schedule scheduleNamed(const char* name) {
  if (std::strcmp(name, "os") == 0) return Schedule::Os;
  if (std::strcmp(name, "random") == 0) return Schedule::Random;
  if (std::strcmp(name, "pct") == 0) return Schedule::Pct;
  if (std::strcmp(name, "exhaust") == 0) return Schedule::Exhaust;
  refuse("schedule must be os, random, pct or exhaust", name);
}

Options parsed() {
  Options options;
  if (&__robur_default_options != nullptr) parse(options, __robur_default_options());
  parseEnvironment(options);
  rt.rules.model = modelNamed(options.model);
  options.schedule = scheduleNamed(options.scheduleName);
  if (std::strcmp(options.spin, "count") != 0 && std::strcmp(options.spin, "report") != 0) {
    refuse("spin must be count or report", options.spin);
  }
  options.reportWaits = std::strcmp(options.spin, "report") == 0;
  if ((options.history & (options.history - 1)) != 0)
    refuse("the value must be a power of two", "history");
  if ((options.past & (options.past - 1)) != 0) refuse("the value must be a power of two", "past");
  if (rt.rules.model == Model::Tso) options.races = false;
  rt.rules.races = options.races;
  rt.rules.window = static_cast<std::uint32_t>(options.history);
  rt.rules.past = static_cast<std::uint32_t>(options.past);
  // Speed matters less under a controlled schedule than that everything is decided.
  const bool records =
      rt.rules.model == Model::Rc11 && options.robustness && options.schedule != Schedule::Os;
  if (records) beginRecording(true);
  if (options.help) printTable();
  return options;
}

}  // namespace

void readOptions() {
  rt.options = parsed();
  rt.optionsRead = true;
}

}  // namespace robur::runtime
