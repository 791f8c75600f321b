// The text of prove's results: each write with the rule that makes it atomic or the conflict that
// prevents it, claims that were not shown, and the verdict with what it means.
#include <fmt/format.h>

#include "report/diagnostic_text.h"
#include "report/marked_lines.h"
#include "report/proof_words.h"
#include "report/text_events.h"
#include "report/words.h"

namespace robur {

namespace {

class ProofText {
 public:
  ProofText(const ProofResult& result, const ReportOptions& options)
      : result_(result), paint_(options.paint), columns_(options.columns) {}

  std::string details() {
    for (const BadHavoc& bad : result_.badHavocs) badHavoc(bad);
    for (const ProofWrite& w : result_.writes) write(w);
    for (const ProofClaim& c : result_.lostInvariants) {
      claim(c, lostInvariantText(c));
    }
    for (const ProofClaim& c : result_.failedClaims) {
      claim(c, failedClaimText(c));
    }
    for (const FoundInvariant& f : result_.found) found(f);
    return std::move(out_);
  }

  std::string suggestions() {
    const ProofSuggestions& s = *result_.suggestions;
    for (const SuggestedHavoc& one : s.list) {
      head(one.span, Tone::Good,
           "suggestion:", fmt::format("{} instead of {}", one.havoc, one.load));
    }
    if (s.suffices) {
      out_ +=
          "   = with this, every write is atomic: an assertion then holds under TSO if it is "
          "proved for\n     the program with havoc\n";
    } else if (s.list.empty()) {
      out_ += fmt::format("{}: no read abstraction of the known forms helps\n", path());
    } else {
      out_ += "   = this helps, but some write is still not atomic\n";
    }
    return std::move(out_);
  }

  std::string verdict() const {
    return fmt::format(
        "{} {} · {} · {} · {}\n", paint_(Tone::Strong, path() + ":"), verdictWords(),
        result_.threads ? countText(*result_.threads, "thread") : "any number of threads",
        countText(result_.obligations, "obligation"), durationText(result_.seconds));
  }

  std::string consequence() const {
    if (result_.proved()) {
      return fmt::format("   = meaning: {}\n", wrapped(meaningOf(result_), 14, columns_));
    }
    if (!result_.finite) return {};
    return fmt::format(
        "   = help: the program is finite; for the exact answer: robur check --model tso {}\n",
        path());
  }

 private:
  const std::string& path() const { return result_.source.path; }

  std::string verdictWords() const {
    switch (result_.verdict) {
      case ProofResult::Verdict::Robust:
        return proved("robust against TSO");
      case ProofResult::Verdict::EqualValues:
        return proved("robust against TSO up to equal values");
      case ProofResult::Verdict::Abstracted:
        return proved("robust against TSO with its read abstractions");
      case ProofResult::Verdict::NotProved:
      case ProofResult::Verdict::Unknown:
        break;
    }
    return paint_(Tone::Unsure,
                  result_.verdict == ProofResult::Verdict::Unknown ? "UNKNOWN" : "NOT PROVED") +
           (result_.everyWriteAtomic ? ": every write is atomic, but some claim is not shown"
                                     : ": robustness against TSO is not shown");
  }

  std::string proved(const char* what) const {
    std::string words = fmt::format("{}: {}", paint_(Tone::Good, "PROVED"), what);
    if (result_.claims == 0) return words;
    return words + fmt::format(", {}{}", countText(result_.claims, "claim"),
                               result_.explored ? " (some by visiting all states)" : "");
  }

  std::string location(const Span& span) const {
    return paint_(Tone::Strong, fmt::format("{}:{}:{}:", path(), span.line, span.column));
  }

  void head(const Span& span, Tone tone, std::string_view word, const std::string& message) {
    out_ += fmt::format("{} {} {}\n", location(span), paint_(tone, word), message);
  }

  void item(std::string_view name, const std::string& text) {
    out_ += fmt::format("   = {}: {}\n", name, wrapped(text, 7 + name.size(), columns_));
  }

  void write(const ProofWrite& w) {
    const char* upTo = w.equalValues ? ", up to equal values" : "";
    switch (w.rule) {
      case AtomicityRule::NothingOvertakes:
        return head(w.action.span, Tone::Aside, "note:", "atomic: no read can overtake this write");
      case AtomicityRule::ReadsMoveRight:
        return head(
            w.action.span, Tone::Aside, "note:",
            fmt::format("atomic: every read that can overtake this write moves right{} ({})", upTo,
                        lines(w)));
      case AtomicityRule::MovesLeft:
        return head(w.action.span, Tone::Aside,
                    "note:", fmt::format("atomic: this write moves left{}", upTo));
      case AtomicityRule::None:
      case AtomicityRule::Unknown:
        return notAtomic(w);
    }
  }

  static std::string lines(const ProofWrite& w) {
    std::string out;
    for (const ProofAction& read : w.reads) {
      out += fmt::format("{}{}", out.empty() ? "line " : ", ", read.span.line);
    }
    return out;
  }

  // Names the write, the read, and the actions of other threads that they do not commute with.
  void notAtomic(const ProofWrite& w) {
    head(w.action.span, Tone::Bad, "error:",
         notAtomicText(w) + (w.rule == AtomicityRule::Unknown ? " [unknown]" : " [not-atomic]"));
    std::vector<Mark> marks = {{w.action.span, "(1) may wait in the buffer of its thread", true}};
    int number = 1;
    std::vector<std::pair<std::string, std::string>> items;
    if (const auto& c = w.readConflict) {
      const int read = ++number;
      const int other = ++number;
      marks.push_back({c->mover.span, fmt::format("({}) can overtake it", read)});
      marks.push_back({c->other.span, fmt::format("({}) of thread {}", other, c->other.thread)});
      items.emplace_back("read", fmt::format("({}) does not move right past ({}): from {}", read,
                                             other, stateText(c->state)));
    }
    if (const auto& c = w.writeConflict) {
      const int other = ++number;
      marks.push_back({c->other.span, fmt::format("({}) of thread {}", other, c->other.thread)});
      items.emplace_back("write", fmt::format("(1) does not move left past ({}): from {}", other,
                                              stateText(c->state)));
    }
    out_ += markedLines(result_.source, marks, paint_);
    for (const auto& [name, text] : items) item(name, text);
  }

  void badHavoc(const BadHavoc& bad) {
    head(bad.action.span, Tone::Bad, "error:", fmt::format("{} [bad-abstraction]", kBadHavocText));
    out_ += markedLines(result_.source, {{bad.action.span, badHavocRemark(bad), true}}, paint_);
  }

  void claim(const ProofClaim& c, const std::string& message) {
    head(c.span, Tone::Bad, "error:", message);
    std::vector<Mark> marks = {
        {c.span, c.atStart ? "does not hold in the initial state" : "", true}};
    if (c.breaker && !c.atStart && !(c.breaker->span == c.span)) {
      marks.push_back({c.breaker->span, breakerRemark(c)});
    }
    out_ += markedLines(result_.source, marks, paint_);
    if (!c.before.empty()) item("from", stateText(c.before));
  }

  void found(const FoundInvariant& f) {
    out_ += f.everywhere ? fmt::format("{}: found: invariant {};\n", path(), f.text)
                         : fmt::format("{} found: invariant {};\n", location(f.before), f.text);
  }

  const ProofResult& result_;
  const Paint& paint_;
  std::size_t columns_;
  std::string out_;
};

}  // namespace

std::string proofText(const ProofResult& result, const ReportOptions& options) {
  ProofText text(result, options);
  std::string out;
  if (!options.quiet) out = text.details();
  if (result.suggestions) out += text.suggestions();
  out += text.verdict();
  if (!options.quiet) out += text.consequence();
  return out;
}

}  // namespace robur
