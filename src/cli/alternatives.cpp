#include "cli/alternatives.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "cli/confirm.h"
#include "cli/editable.h"
#include "cli/signals.h"
#include "program/model_info.h"
#include "repair/describe.h"
#include "repair/words.h"
#include "report/words.h"
#include "result/stopwatch.h"

namespace robur {

namespace {

constexpr std::size_t kMostTried = 48;
constexpr std::uint64_t kMostStates = 300'000;  // of one check
constexpr double kSecondsForAll = 6;            // for all changes, and again for the repair

// The lines of the accesses that violations are made of: those of a cycle, or for a data race all
// that could have ordered the two accesses.
class CycleLines {
 public:
  CycleLines(const Program& program, const std::vector<Result>& results) {
    for (const Result& result : results) {
      const Program& shown = result.instance ? *result.instance : program;
      for (const Finding& finding : result.findings) {
        const Witness& witness = finding.witness;
        for (const CycleEdge& edge : witness.cycle) add(shown, witness.graph[edge.from]);
        if (finding.property != Property::Race) continue;
        for (const EventId id : witness.run) add(shown, witness.graph[id]);
      }
    }
  }

  bool contain(const Span& span) const {
    return std::ranges::any_of(spans_, [&](const Span& access) {
      return access.file == span.file && access.line <= span.line &&
             span.line <= std::max(access.line, access.endLine);
    });
  }

 private:
  void add(const Program& program, const Event& event) {
    if (!event.init) spans_.push_back(spanOf(program, event.thread, event.pc));
  }

  std::vector<Span> spans_;
};

struct Candidate {
  Alternative alternative;
  Choice choice;
};

class Trying {
 public:
  Trying(const CheckSettings& settings, const std::vector<Result>& results) : settings_(settings) {
    for (const Result& result : results) {
      if (infoOf(result.model).isReference()) continue;
      models_.push_back(result.model);
      violated_ = violated_ || result.verdict == Verdict::NotRobust;
    }
    edit_.models = models_;
    static_cast<Reading&>(edit_) = settings;
  }

  Alternatives run(const std::vector<std::string>& files, const Loaded& loaded,
                   const std::vector<Result>& results) {
    RepairGoal goal;
    goal.allowedFor = [this](const Program&) {
      Allowed allowed;
      allowed.adaptTo(models_);
      return allowed;
    };
    goal.relaxing = !violated_;
    goal.fulfilled = [](const Program&) { return false; };
    const std::optional<Editable> editable = editableFrom(files, edit_, goal, prices_, loaded);
    if (!editable) {
      out_.unavailable = "the program was not read from source text";
      return std::move(out_);
    }
    out_.program = std::make_shared<const Program>(editable->draft.program);
    std::vector<Candidate> candidates =
        violated_ ? stronger(*editable, CycleLines(*loaded.program, results)) : weaker(*editable);
    tryAll(*editable, std::move(candidates));
    if (violated_) repairIt(*editable);
    return std::move(out_);
  }

 private:
  static std::vector<Candidate> stronger(const Editable& editable, const CycleLines& cycle) {
    const Draft& draft = editable.draft;
    std::vector<Candidate> out;
    for (std::uint32_t option = 0; option < draft.options.size(); ++option) {
      if (!cycle.contain(draft.sites[draft.options[option].site].span)) continue;
      Candidate one;
      one.alternative.change = changeOf(draft, option, editable.editor);
      one.choice = {option};
      out.push_back(std::move(one));
    }
    return out;
  }

  // Every site has all its options, except for one site, which has a weaker one or none.
  static std::vector<Candidate> weaker(const Editable& editable) {
    const Draft& draft = editable.draft;
    std::vector<Candidate> out;
    for (std::uint32_t option = 0; option < draft.options.size(); ++option) {
      const std::uint32_t site = draft.options[option].site;
      const bool strongest =
          option + 1 == draft.options.size() || draft.options[option + 1].site != site;
      Candidate one;
      for (std::uint32_t other = 0; other < draft.options.size(); ++other) {
        if (draft.options[other].site != site) one.choice.push_back(other);
      }
      one.alternative.change = changeOf(draft, option, editable.editor);
      one.alternative.weaker = true;
      if (!strongest) {
        one.choice.insert(std::ranges::lower_bound(one.choice, option), option);
      } else if (draft.sites[site].kind == Site::Kind::Gap ||
                 draft.sites[site].kind == Site::Kind::Fence) {
        one.alternative.removed = true;
      } else {
        one.alternative.change.order = draft.sites[site].base;
        one.alternative.change.text = orderText(editable.editor, draft.sites[site].base);
      }
      out.push_back(std::move(one));
    }
    return out;
  }

  // Accesses are what a reader asks about first, then sc fences.
  static auto urgency(const Candidate& candidate) {
    using Kind = RepairChange::Kind;
    const RepairChange& change = candidate.alternative.change;
    const bool gap = change.kind == Kind::FenceBefore || change.kind == Kind::FenceAfter;
    return std::pair(gap, gap && change.order != Order::Sc);
  }

  static auto position(const Alternative& alternative) {
    const RepairChange& change = alternative.change;
    return std::tuple(change.span.file, change.span.line, change.span.column, change.kind,
                      change.order);
  }

  void tryAll(const Editable& editable, std::vector<Candidate> candidates) {
    std::ranges::stable_sort(candidates, {}, urgency);
    const Stopwatch watch;
    for (Candidate& candidate : candidates) {
      if (out_.list.size() == kMostTried || watch.seconds() > kSecondsForAll || interruptedFlag()) {
        ++out_.untried;
        continue;
      }
      Alternative& one = candidate.alternative;
      one.files = editable.changesOf(candidate.choice);
      const Program changed = editable.draft.with(candidate.choice);
      for (const ModelName model : models_) {
        one.answers.push_back(answer(changed, model, checkOptions(watch)));
      }
      out_.list.push_back(std::move(one));
    }
    std::ranges::stable_sort(out_.list, {}, position);
  }

  static Alternative::Answer answer(const Program& program, ModelName model,
                                    const CheckOptions& options) {
    Result result = check(program, model, options);
    Alternative::Answer out{model, result.verdict, std::move(result.reason)};
    if (!result.findings.empty()) out.finding = std::move(result.findings.front());
    out.instance = std::move(result.instance);
    return out;
  }

  CheckOptions checkOptions(const Stopwatch& watch) const {
    CheckOptions options = settings_.checkOptions();
    std::uint64_t& states = options.limits.maxStates;
    states = states == 0 ? kMostStates : std::min(states, kMostStates);
    options.exactLoops = settings_.exactLoops;
    options.interrupted = &interruptedFlag();
    options.onPause = [&watch](double) { return watch.seconds() < kSecondsForAll; };
    return options;
  }

  void repairIt(const Editable& editable) {
    const Stopwatch watch;
    RepairOptions options;
    options.models = models_;
    options.check = checkOptions(watch);
    const Repair found = repair(editable.draft, options);
    RepairResult result = describe(editable.draft, found, editable.editor);
    result.file = editable.title;
    result.models = models_;
    options.check.onPause = nullptr;  // the text of a repair is confirmed however long that takes
    for (std::size_t i = 0; i < found.solutions.size(); ++i) {
      const Choice& choice = found.solutions[i].choice;
      result.solutions[i].files = editable.changesOf(choice);
      confirm(editable, result.solutions[i].files, editable.draft.with(choice), options);
    }
    out_.repair = std::move(result);
  }

  const CheckSettings& settings_;
  const Prices prices_;
  EditSettings edit_;
  std::vector<ModelName> models_;
  bool violated_ = false;
  Alternatives out_;
};

}  // namespace

Alternatives alternativesTo(const std::vector<std::string>& files, const CheckSettings& settings,
                            const Loaded& loaded, const std::vector<Result>& results) {
  const auto unavailable = [](const char* why) {
    Alternatives out;
    out.unavailable = why;
    return out;
  };
  if (!loaded.program) return unavailable("the program was not read to its end");
  if (!settings.any.empty()) return unavailable("the number of threads is open");
  if (std::ranges::all_of(results, [](const Result& result) {
        return infoOf(result.model).isReference() || result.verdict == Verdict::Unknown;
      })) {
    return unavailable("no verdict on a weak memory model is known");
  }
  if (settings.observational) return unavailable("the question was observational robustness");
  return Trying(settings, results).run(files, loaded, results);
}

}  // namespace robur
