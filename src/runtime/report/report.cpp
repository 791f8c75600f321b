#include "runtime/report/report.h"

#include <unistd.h>

#include "runtime/options/options.h"
#include "runtime/report/benign.h"
#include "runtime/report/builder.h"
#include "runtime/report/channels.h"
#include "runtime/report/counts.h"
#include "runtime/report/suppressions.h"

namespace robur::runtime {

namespace {

// The line of JSON from which `robur run` learns about the report (src/run/run_records.h).
void writeReportRecord(Text& report, ReportKind kind, ReportBuilder& builder) {
  Text line;
  line.add("{\"kind\": ").addQuoted(nameOf(kind)).add(", \"location\": ");
  builder.first().addJson(line);
  if (builder.second().known()) {
    line.add(", \"other\": ");
    builder.second().addJson(line);
  }
  line.add(", \"choices\": \"");
  if (rt.report.addChoices != nullptr) rt.report.addChoices(line);
  line.add("\", \"text\": ").addQuoted(report.c_str()).add("}\n");
  writeRecord(line);
}

void publish(ReportBuilder& builder, ReportKind kind) {
  const Locked hold(rt.report.lock);
  ReportCounts& counts = reportCounts();
  if (counts.found.load() >= static_cast<std::uint32_t>(options().maxReports)) {
    counts.found.fetch_add(1);
    return;
  }
  Text report;
  report.add("==================\n");
  builder.render(report);
  if (isSuppressed(report, kind)) {
    counts.suppressed.fetch_add(1);
    return;
  }
  if (builder.inLibrary() && !options().library && kind == ReportKind::Robustness) {
    counts.inLibrary.fetch_add(1);
    return;
  }
  report.add("SUMMARY: robur: ").add(titleOf(kind)).add(" ");
  builder.first().addText(report);
  report.add("\n==================\n");
  print(report);
  writeReportRecord(report, kind, builder);
  counts.found.fetch_add(1);
  if (options().haltOnError) ::_exit(finish(0));
}

// ", release, by thread T1:" and the stack.
void addDetails(ReportBuilder& builder, const AccessInfo& access) {
  if (hasOrder(access.operation)) builder.add(", ").add(nameOf(access.order));
  builder.add(", by ").addThread(access.thread).add(":\n");
  builder.addStack(access.site);
}

void addAccess(ReportBuilder& builder, const AccessInfo& access) {
  builder.add(nameOf(access.operation));
  addDetails(builder, access);
}

void addTarget(ReportBuilder& builder, std::uint64_t address, std::uint64_t size) {
  builder.add("  on ").addNumber(size).add(size == 1 ? " byte, " : " bytes, ");
  builder.addVariable(address).add("\n");
}

// SC has ordered the two accesses through events in between. If these are of the same two threads,
// two fences make the same order for the model; if other threads have passed it on, these must do
// so in a way that the model respects.
void addHelp(ReportBuilder& builder, const AccessInfo& access, const AccessInfo& ahead) {
  builder.add("  help: to order them, add a seq_cst fence\n        before the ");
  builder.add(nameOf(access.operation)).add(" at ").addFirstLocation();
  builder.add("\n        and after the ").add(nameOf(ahead.operation)).add(" at ");
  builder.addSecondLocation();
  builder.add(
      ";\n        if the order passes through other threads, release/acquire there is enough\n");
}

void addCreations(ReportBuilder& builder, std::uint32_t a, std::uint32_t b) {
  builder.addCreation(a);
  if (b != a) builder.addCreation(b);
}

void addMissedStore(ReportBuilder& builder, const WriteInfo& ahead, const WriteInfo& stale) {
  builder.add("  it may miss the value ").addNumber(ahead.value).add(", written by the ");
  addAccess(builder, ahead.access);
  if (!stale.known) return;
  builder.add("  and still return ").addNumber(stale.value);
  if (stale.initial) {
    builder.add(", the initial value\n");
  } else {
    builder.add(", written by the ");
    addAccess(builder, stale.access);
  }
}

void addOvertakenStore(ReportBuilder& builder, const WriteInfo& ahead) {
  builder.add("  it may precede, in the variable's modification order, this ");
  builder.add(nameOf(ahead.access.operation)).add(" of ").addNumber(ahead.value);
  addDetails(builder, ahead.access);
}

}  // namespace

void reportRobustness(const Violation& violation) {
  const auto& [access, address, size, writes, stale, ahead] = violation;
  if (!isNewPair(ReportKind::Robustness, access.site, ahead.access.site)) return;
  ReportBuilder builder;
  builder.add("robur: error: robustness violation: this ").add(nameOf(access.operation));
  builder.add(writes ? " can take effect before a store that SC has already ordered before it\n"
                     : " can miss a store that SC has already ordered before it\n");
  addTarget(builder, address, size);
  builder.add("  ");
  addAccess(builder, access);
  if (writes) {
    addOvertakenStore(builder, ahead);
  } else {
    addMissedStore(builder, ahead, stale);
  }
  addHelp(builder, access, ahead.access);
  builder.addMemory(address);
  addCreations(builder, access.thread, ahead.access.thread);
  publish(builder, ReportKind::Robustness);
}

void reportRace(const AccessInfo& access, const AccessInfo& earlier, std::uint64_t address,
                std::uint64_t size) {
  if (racesExpected(address, size)) return;
  if (!isNewPair(ReportKind::Race, access.site, earlier.site)) return;
  ReportBuilder builder;
  builder.add("robur: error: data race: nothing orders this ").add(nameOf(access.operation));
  builder.add(" after an earlier ").add(nameOf(earlier.operation)).add("\n");
  addTarget(builder, address, size);
  builder.add("  ");
  addAccess(builder, access);
  builder.add("  the earlier ");
  addAccess(builder, earlier);
  builder.addMemory(address);
  addCreations(builder, access.thread, earlier.thread);
  publish(builder, ReportKind::Race);
}

}  // namespace robur::runtime
