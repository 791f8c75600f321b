#include "check/any_number.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "anynumber/any_number.h"
#include "check/fault_property.h"
#include "check/fence_sufficiency.h"
#include "check/watched.h"
#include "program/internal_error.h"
#include "program/transform/instance.h"
#include "program/transform/unneeded_values.h"

namespace robur {

namespace {

// So many copies are tried if nothing else ends it: after a limit on nodes, and where seq_cst
// accesses may forbid in every instance what the rules of RC20 allow.
constexpr unsigned kMostCopiesTried = 4;
// So many times the states of an instance without the values that decide nothing are searched in
// the instance with them.
constexpr std::uint64_t kMoreStates = 100;
// The part of a time limit that the coverability sets may take; instances get the rest.
constexpr double kShareOfTime = 0.6;

class AnyNumberCheck {
 public:
  AnyNumberCheck(const Program& program, ModelName model, const CheckOptions& options)
      : program(program),
        info(infoOf(model)),
        options(options),
        templates(templatesOf(program).size()),
        hasFixed(templates < program.threads.size()) {}

  Result run() {
    if (options.observational) {
      return upToSome("observational robustness is decided for fixed numbers of threads only",
                      false);
    }
    if (hasPlainAccessToAtomic(program)) {
      return upToSome("plain accesses to atomic locations are checked for fixed numbers only",
                      false);
    }
    decide();
    switch (answer.outcome) {
      case anynumber::Outcome::Robust:
        return everyInstance();
      case anynumber::Outcome::Violated:
        return smallestInstance();
      case anynumber::Outcome::TooManyRows:
        return upToSome(
            fmt::format("{} needs more rows for this program than are supported here", info.title),
            false);
      case anynumber::Outcome::Stopped:
        break;
    }
    return upToSome(whyStopped(), !interrupted());
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Counts = std::vector<unsigned>;

  double elapsed() const {
    return options.limits.spent + std::chrono::duration<double>(Clock::now() - started).count();
  }
  bool interrupted() const {
    const auto isSet = [](const std::atomic<bool>* flag) { return flag && flag->load(); };
    return isSet(options.interrupted) || isSet(options.abandoned);
  }

  void decide() {
    std::vector<BlockedLoop> found;
    const Program blocking = prepared(program, info.model, options, found);
    for (const BlockedLoop& loop : found) loops.push_back({loop.code, loop.span});
    // Two copies are enough to see that a thread of any number meets its like.
    const Program two = instanceOf(blocking, Counts(templates, 2));
    const Machine pair(two);
    const Fragment fragment = fragmentOf(two);
    const RaceRule races = raceRuleOf(fragment, info);
    const bool inOrder = options.reductions.fenceSufficiency && races != RaceRule::Shadows &&
                         fencesSuffice(pair, fragment, info.model);
    const ModelName watched = watchedModel(info, fragment, inOrder);
    if (options.reductions.clearDead) smaller = withoutUnneededValues(blocking);
    const Machine machine(smaller ? *smaller : blocking);
    anynumber::Query query{
        machine,  watched, monitoredIn(machine, watched),
        fragment, races,   [this](std::uint64_t n, std::uint64_t bytes) { return stop(n, bytes); }};
    answer = anynumber::decide(query);
  }

  bool stop(std::uint64_t nodes, std::uint64_t bytes) {
    const Limits& limits = options.limits;
    const double now = elapsed();
    if (now - lastProgress > kSecondsBetweenPauses) {
      lastProgress = now;
      if (options.progress) options.progress({nodes, 0, bytes, now, "node"});
      if (options.onPause && !options.onPause(now)) return true;
    }
    return interrupted() || (limits.maxStates > 0 && nodes >= limits.maxStates) ||
           (limits.maxBytes > 0 && bytes >= limits.maxBytes) ||
           (limits.seconds > 0 && now > kShareOfTime * limits.seconds);
  }

  std::string whyStopped() const {
    if (interrupted()) return "interrupted";
    const Limits& limits = options.limits;
    if (limits.maxStates > 0 && answer.nodes >= limits.maxStates) {
      return fmt::format("the limit of {} nodes was reached", limits.maxStates);
    }
    if (limits.maxBytes > 0 && answer.peakBytes >= limits.maxBytes) {
      return fmt::format("the limit of {} bytes was reached", limits.maxBytes);
    }
    return fmt::format("the time limit of {} s was reached", limits.seconds);
  }

  // The ordinary check of one instance. Without the values that decide nothing it has as many
  // states as the coverability set can have, while the instance itself may have infinitely many; so
  // the instance is only searched for what is known to be there, and not for long.
  Result ask(const Counts& counts) {
    if (!smaller || options.everyFinding) return ask(program, counts, options.limits.maxStates);
    Result result = ask(*smaller, counts, options.limits.maxStates);
    const bool shown = result.verdict == Verdict::NotRobust || !result.findings.empty();
    if (!shown) return result;
    Result whole = ask(program, counts, kMoreStates * result.statistics.states);
    const bool same = whole.verdict == result.verdict && !whole.findings.empty();
    return same ? std::move(whole) : std::move(result);
  }

  Result ask(const Program& from, const Counts& counts, std::uint64_t maxStates) {
    CheckOptions one = options;
    one.limits.spent = elapsed();
    one.limits.maxStates = maxStates;
    auto instance = std::make_shared<const Program>(instanceOf(from, counts));
    if (options.onInstance) options.onInstance(instance);
    Result result = check(*instance, info.model, one);
    result.instance = std::move(instance);
    result.anyNumber = about();
    result.anyNumber->copies = counts;
    if (options.everyFinding) {
      result.searchEnded = false;
      result.incomplete = "larger numbers of copies may have more";
    }
    return result;
  }

  std::vector<Counts> instancesWith(unsigned total) const {
    if (total == 0 && !hasFixed) return {};
    return countsOf(templates, total);
  }

  Result everyInstance() {
    const std::set<Property> properties = faultProperties();
    if (properties.empty()) {
      Result result = blank();
      result.verdict = Verdict::Robust;
      result.anyNumber->every = true;
      return result;
    }
    // The smallest instance that has all of these errors. What is not defined after one of them
    // leaves the verdict open, as in the ordinary check.
    for (unsigned total = 0;; ++total) {
      for (const Counts& counts : instancesWith(total)) {
        Result result = ask(counts);
        if (result.verdict == Verdict::NotRobust) {
          throw InternalError("an instance is not robust, but all of them should be");
        }
        if (shows(result, properties)) {
          result.anyNumber->every = result.verdict == Verdict::Robust;
          return finish(std::move(result));
        }
        if (result.limitReached || interrupted()) return limited(result);
      }
    }
  }

  Result smallestInstance() {
    for (unsigned total = 0;; ++total) {
      for (const Counts& counts : instancesWith(total)) {
        Result result = ask(counts);
        if (result.verdict == Verdict::NotRobust) {
          addLaterFaults(result);
          return finish(std::move(result));
        }
        if (result.verdict == Verdict::Robust) continue;
        if (result.limitReached || interrupted()) return limited(result);
        open = result.reason;
      }
      if (open.empty()) {
        if (total > 0 || hasFixed) known = total;
      } else if (total >= kMostCopiesTried) {
        return unknown(open);
      }
    }
  }

  // The coverability set is not complete: what do instances say, as long as there is time?
  Result upToSome(const std::string& reason, bool isLimit) {
    const unsigned most = isLimit && options.limits.seconds > 0 ? ~0u : kMostCopiesTried;
    for (unsigned total = 0; total <= most && !interrupted(); ++total) {
      bool robust = true;
      for (const Counts& counts : instancesWith(total)) {
        Result result = ask(counts);
        if (result.verdict == Verdict::NotRobust) return finish(std::move(result));
        robust = robust && result.verdict == Verdict::Robust;
        if (!robust) break;
      }
      if (!robust || (options.limits.seconds > 0 && elapsed() > options.limits.seconds)) break;
      if (total > 0 || hasFixed) known = total;
    }
    Result result = unknown(reason);
    result.limitReached = isLimit;
    return result;
  }

  // Some number of copies is not robust, or shows an error, but no instance has been found in time.
  Result limited(const Result& last) {
    const bool violated = answer.outcome == anynumber::Outcome::Violated;
    std::string reason = fmt::format(
        "{}, but an instance that shows it was not found: {}",
        violated ? "some number is not robust" : "some number has an error under SC", last.reason);
    Result result = unknown(std::move(reason));
    result.limitReached = last.limitReached;
    return result;
  }

  std::set<Property> faultProperties() const {
    std::set<Property> out;
    for (const anynumber::CoreFault& f : answer.faults) out.insert(propertyOf(f.fault));
    return out;
  }
  static bool shows(const Result& result, const std::set<Property>& properties) {
    return std::ranges::all_of(properties, [&](Property property) {
      return std::ranges::any_of(result.findings,
                                 [&](const Finding& f) { return f.property == property; });
    });
  }
  void addLaterFaults(Result& result) const {
    std::set<Property> listed;
    for (const anynumber::CoreFault& f : answer.faults) {
      const Property property = propertyOf(f.fault);
      if (shows(result, {property}) || !listed.insert(property).second) continue;
      const Span span = program.codeOf(ThreadId{f.thread}).instrs[f.pc].span;
      result.anyNumber->more.push_back({property, span});
    }
  }

  AnyNumber about() const {
    AnyNumber out;
    for (const ThreadId t : templatesOf(program)) out.threads.push_back(program[t].name);
    out.nodes = answer.nodes;
    out.bounds = program.bounds;
    return out;
  }
  Result blank() const {
    Result result;
    result.model = info.model;
    result.anyNumber = about();
    return finish(std::move(result));
  }
  Result unknown(std::string reason) const {
    Result result = blank();
    result.verdict = Verdict::Unknown;
    result.reason = std::move(reason);
    return result;
  }
  Result finish(Result result) const {
    result.statistics.seconds = elapsed();
    result.statistics.peakBytes = std::max(result.statistics.peakBytes, answer.peakBytes);
    result.anyNumber->upTo = known;
    result.spinLoops = loops;
    return result;
  }

  static constexpr double kSecondsBetweenPauses = 0.2;

  const Program& program;
  const ModelInfo& info;
  const CheckOptions& options;
  const std::size_t templates;
  const bool hasFixed;
  const Clock::time_point started = Clock::now();
  double lastProgress = 0;
  std::optional<Program>
      smaller;  // the program that is covered, without values that decide nothing
  anynumber::Answer answer;
  std::vector<SpinLoop> loops;
  std::string open;               // why the verdict of some instance is unknown
  std::optional<unsigned> known;  // all instances with up to so many copies are robust
};

}  // namespace

Result checkAnyNumber(const Program& program, ModelName model, const CheckOptions& options) {
  return AnyNumberCheck(program, model, options).run();
}

}  // namespace robur
