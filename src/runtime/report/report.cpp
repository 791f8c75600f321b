#include "runtime/report/report.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "runtime/abi/waits.h"
#include "runtime/report/benign.h"
#include "runtime/report/channels.h"
#include "runtime/report/options.h"
#include "runtime/report/story.h"
#include "runtime/report/suppressions.h"
#include "runtime/schedule/exhaust.h"
#include "runtime/schedule/policy.h"
#include "runtime/trace/trace.h"

namespace robur::runtime {

namespace {

SpinLock reportLock;
// What the processes of one walk over all schedules share.
struct Counts {
  static constexpr std::uint32_t kPairs = 1 << 14;
  static constexpr std::uint32_t kWaits = 32;  // that are named

  std::atomic<std::uint32_t> found;      // different ones
  std::atomic<std::uint64_t> repeated;   // the same again
  std::atomic<std::uint32_t> inLibrary;  // not told, because the program did not write them
  std::atomic<std::uint32_t> waits;      // benign
  std::atomic<Site> waitSites[kWaits];
  std::atomic<std::uint64_t> pairs[kPairs];
};
Counts ownCounts;
Counts* counts = &ownCounts;
bool oneOfMany = false;

enum class Kind : std::uint8_t { Robustness, Race, Wait };

// A pair of places is told once.
std::uint64_t keyOf(Kind kind, Site a, Site b) {
  const std::uint64_t pcs = pcOf(a) * 31 + (b == kNoSite ? 0 : pcOf(b));
  return (pcs * 4 + static_cast<std::uint64_t>(kind)) * 0x9e3779b97f4a7c15 | 1;
}

bool isNew(Kind kind, Site a, Site b) {
  const std::uint64_t key = keyOf(kind, a, b);
  for (std::uint32_t probe = 0; probe < 64; ++probe) {
    std::uint64_t there = 0;
    std::atomic<std::uint64_t>& place = counts->pairs[((key >> 40) + probe) % Counts::kPairs];
    if (place.load(std::memory_order_relaxed) == key) break;
    if (place.compare_exchange_strong(there, key)) return true;
    if (there == key) break;
  }
  if (kind != Kind::Wait) counts->repeated.fetch_add(1, std::memory_order_relaxed);
  return false;
}

void writeForOthers(Text& report, const char* kind, const char* place, const char* other) {
  Text line;
  line.add("{\"kind\": ").addQuoted(kind).add(", \"place\": ").addQuoted(place);
  line.add(", \"other\": ").addQuoted(other).add(", \"choices\": \"");
  addChoices(line);
  line.add("\", \"text\": ").addQuoted(report.c_str()).add("}\n");
  writeForOthers(line);
}

// Also a sign that the program is watched at all.
void writeSteps() {
  Text line;
  line.add("{\"steps\": ").addNumber(policySteps()).add("}\n");
  writeForOthers(line);
}

void tell(Story& story, const char* kind, const char* title) {
  const Locked hold(reportLock);
  if (counts->found.load() >= static_cast<std::uint32_t>(options().maxReports)) {
    counts->found.fetch_add(1);
    return;
  }
  Text report;
  Text place;
  report.add("==================\n");
  story.tell(report, place);
  if (suppressed(report, kind)) return;
  if (story.inLibrary() && !options().library && std::strcmp(kind, "robustness") == 0) {
    counts->inLibrary.fetch_add(1);
    return;
  }
  report.add("SUMMARY: robur: ").add(title).add(" ").add(place.c_str()).add("\n");
  report.add("==================\n");
  print(report);
  writeForOthers(report, kind, place.c_str(), story.otherPlace());
  counts->found.fetch_add(1);
  if (options().haltOnError) ::_exit(finish(0));
}

void tellPlace(Story& story, const Place& place) {
  story.say(place.what);
  if (place.atomic) {
    story.say(", ");
    story.say(nameOf(place.order));
  }
  story.say(", by ");
  story.thread(place.thread);
  story.say(":\n");
  story.stack(place.site);
}

void tellTarget(Story& story, std::uint64_t address, std::uint64_t size) {
  story.sayNumber(size);
  story.say(size == 1 ? " byte, " : " bytes, ");
  story.variable(address);
  story.say("\n");
}

// Between them are the events by which SC has ordered the two. If those are of the same threads,
// two fences make the same order for the model; if others have passed it on, they must do so in a
// way that it respects.
void tellHelp(Story& story, const Place& access, const Place& ahead) {
  story.say("  help: what orders them is a seq_cst fence\n        right before the ");
  story.say(access.what);
  story.say(" at ");
  story.placeOfMine();
  story.say("\n        and one right after the ");
  story.say(ahead.what);
  story.say(" at ");
  story.placeOfTheirs();
  story.say("\n        or, where other threads hand it on in between, release and acquire there\n");
}

void tellCreations(Story& story, std::uint32_t a, std::uint32_t b) {
  story.creation(a);
  if (b != a) story.creation(b);
}

}  // namespace

bool isTold(Site access, Site ahead) {
  const std::uint64_t key = keyOf(Kind::Robustness, access, ahead);
  for (std::uint32_t probe = 0; probe < 64; ++probe) {
    const std::uint64_t there = counts->pairs[((key >> 40) + probe) % Counts::kPairs].load();
    if (there == 0) return false;
    if (there != key) continue;
    counts->repeated.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

void countWait(const Violation& violation) {
  if (!isNew(Kind::Wait, violation.access.site, kNoSite)) return;
  const std::uint32_t number = counts->waits.fetch_add(1);
  if (number < Counts::kWaits) counts->waitSites[number].store(violation.access.site);
}

WriteSeen seen(const History& history, int position) {
  if (position < 0) return {};
  const auto at = static_cast<std::uint32_t>(position);
  const Write& write = history[at];
  WriteSeen s{true, write.thread == kNobody, history.value(at), {}};
  s.place.what = write.rmw ? "read-modify-write" : "store";
  s.place.thread = s.initial ? 0 : numberOfSlot(write.thread);
  s.place.site = history.site(at);
  s.place.order = write.order;
  return s;
}

void reportRobustness(const Violation& violation) {
  const auto& [access, address, size, writes, stale, ahead] = violation;
  if (!isNew(Kind::Robustness, access.site, ahead.place.site)) return;
  Story story;
  story.say("robur: error: robustness violation: this ");
  story.say(access.what);
  story.say(writes ? " can take effect before a store that SC has already ordered before it\n"
                   : " can miss a store that SC has already ordered before it\n");
  story.say("  on ");
  tellTarget(story, address, size);
  story.say("  ");
  tellPlace(story, access);
  story.say(writes ? "  it may come before this one, which wrote " : "  it may miss the value ");
  story.sayNumber(ahead.value);
  story.say(writes ? ", in the order of all stores to this variable; " : ", written by the ");
  tellPlace(story, ahead.place);
  if (!writes && stale.known) {
    story.say("  and still return ");
    story.sayNumber(stale.value);
    if (stale.initial) {
      story.say(", which was there at first\n");
    } else {
      story.say(", written by the ");
      tellPlace(story, stale.place);
    }
  }
  tellHelp(story, access, ahead.place);
  story.surroundings(address);
  tellCreations(story, access.thread, ahead.place.thread);
  tell(story, "robustness", "robustness violation");
}

void reportRace(const Place& access, const Place& earlier, std::uint64_t address,
                std::uint64_t size) {
  if (racesExpected(address, size)) return;
  if (!isNew(Kind::Race, access.site, earlier.site)) return;
  Story story;
  story.say("robur: error: data race: nothing orders this ");
  story.say(access.what);
  story.say(" after an earlier ");
  story.say(earlier.what);
  story.say("\n  on ");
  tellTarget(story, address, size);
  story.say("  ");
  tellPlace(story, access);
  story.say("  the earlier ");
  tellPlace(story, earlier);
  story.surroundings(address);
  tellCreations(story, access.thread, earlier.thread);
  tell(story, "race", "data race");
}

void shareReports() {
  void* const memory =
      ::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) counts = static_cast<Counts*>(memory);
  oneOfMany = true;
}

int finishAll(int code) {
  oneOfMany = false;
  return finish(code);
}

// Waits are named, so that nobody has to believe that they are harmless.
static void tellWaits() {
  const std::uint32_t count = counts->waits.load();
  if (count == 0) return;
  Text text;
  for (std::uint32_t i = 0; i < count && i < Counts::kWaits; ++i) {
    Story story;
    story.stack(counts->waitSites[i].load());
    Text whole, place;
    story.tell(whole, place);
    text.add("robur: benign wait: ").add(place.c_str()).add("\n");
  }
  text.add("robur: ").addNumber(count).add(count == 1 ? " load" : " loads");
  text.add(" may miss stores, but only to wait on (spin=report tells)\n");
  print(text);
}

int finish(int code) {
  settleAll();
  flushTrace();
  if (oneOfMany) return code;  // the parent speaks for all
  const std::uint32_t count = counts->found.load();
  const std::uint32_t hidden = counts->inLibrary.load();
  const int wanted = options().exitCode != 0 ? static_cast<int>(options().exitCode) : code;
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return count > 0 ? wanted : code;
  writeSteps();
  tellWaits();
  if (count + hidden > 0) {
    Text text;
    text.add("robur: ").addNumber(count).add(count == 1 ? " report" : " different reports");
    if (count > 0 && counts->repeated.load() > 0) {
      text.add(", seen again ").addNumber(counts->repeated.load()).add(" times");
    }
    if (hidden > 0) {
      text.add("; ").addNumber(hidden).add(" inside the standard library (library=1 tells)");
    }
    text.add("\n");
    print(text);
  }
  return count > 0 ? wanted : code;
}

}  // namespace robur::runtime
