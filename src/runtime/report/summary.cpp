// The end of the process: what is still held back, the summary, and the exit code.
#include <sys/mman.h>

#include "runtime/options/options.h"
#include "runtime/report/builder.h"
#include "runtime/report/channels.h"
#include "runtime/report/counts.h"
#include "runtime/report/held_report.h"

namespace robur::runtime {

namespace {

// Always written, so that `robur run` can distinguish a clean program from one without the runtime.
void writeSteps() {
  Text line;
  const std::uint64_t steps = rt.report.scheduleSteps != nullptr ? rt.report.scheduleSteps() : 0;
  line.add("{\"steps\": ").addNumber(steps).add("}\n");
  writeRecord(line);
}

// Listed, so that the user can check that they are harmless.
void printWaits(const ReportCounts& counts) {
  const std::uint32_t count = counts.waits.load();
  if (count == 0) return;
  Text text;
  for (std::uint32_t i = 0; i < count && i < ReportCounts::kWaits; ++i) {
    ReportBuilder builder;
    builder.addStack(counts.waitSites[i].load());
    Text stack;
    builder.render(stack);
    text.add("robur: benign wait: ");
    builder.first().addText(text);
    text.add("\n");
  }
  text.add("robur: ").addNumber(count).add(count == 1 ? " spin loop" : " spin loops");
  text.add(" may read a stale value and iterate again (harmless; spin=report reports them)\n");
  print(text);
}

void printCounts(const ReportCounts& counts) {
  const std::uint32_t found = counts.found.load();
  const std::uint32_t inLibrary = counts.inLibrary.load();
  if (found + inLibrary == 0) return;
  Text text;
  text.add("robur: ").addNumber(found).add(found == 1 ? " report" : " different reports");
  if (found > 0 && counts.repeated.load() > 0) {
    text.add(", repeated ").addNumber(counts.repeated.load()).add(" times");
  }
  if (inLibrary > 0) {
    text.add("; ").addNumber(inLibrary).add(
        " inside the standard library (library=1 reports them)");
  }
  text.add("\n");
  print(text);
}

void printUnjudged(const ReportCounts& counts) {
  const std::uint64_t count = counts.unjudged.load();
  if (count == 0) return;
  Text line;
  line.add("{\"undecided\": ").addNumber(count).add("}\n");
  writeRecord(line);
  Text text;
  text.add("robur: of ").addNumber(count).add(count == 1 ? " access" : " accesses");
  text.add(" it could not be decided whether the order of seq_cst allows an older value: ");
  text.add("it depends on more than the last ").addNumber(rt.rules.past);
  text.add(" events of a thread (past=N remembers more)\n");
  print(text);
}

}  // namespace

void shareReports() {
  void* const memory = ::mmap(nullptr, sizeof(ReportCounts), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) rt.report.counts = static_cast<ReportCounts*>(memory);
  rt.report.oneOfMany = true;
}

int finishAll(int code) {
  rt.report.oneOfMany = false;
  return finish(code);
}

int finish(int code) {
  flushHeldReports();
  if (rt.report.onFinish != nullptr) rt.report.onFinish();
  if (rt.report.oneOfMany) return code;  // the parent prints the summary
  const ReportCounts& counts = reportCounts();
  const bool found = counts.found.load() > 0;
  const int result = found && options().exitCode != 0 ? static_cast<int>(options().exitCode) : code;
  if (rt.report.finished.exchange(true)) return result;
  writeSteps();
  printWaits(counts);
  printUnjudged(counts);
  printCounts(counts);
  return result;
}

}  // namespace robur::runtime
