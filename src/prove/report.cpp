#include "prove/report.h"

#include <fmt/format.h>

#include "prove/excerpt.h"
#include "report/words.h"

namespace robur::prove {

namespace {

std::string listed(const State& state) {
  std::string out;
  for (const auto& [name, value] : state) {
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, value);
  }
  return out.empty() ? "any state" : out;
}

std::string threadsOf(const System& system) {
  for (const Thread& t : system.threads) {
    if (t.copies == Thread::Copies::Any) return "any number of threads";
  }
  std::int64_t count = 0;
  for (const Thread& t : system.threads) count += t.count;
  return countText(static_cast<std::uint64_t>(count), "thread");
}

class Telling {
 public:
  Telling(const Proof& proof, const Paint& paint)
      : proof_(proof), system_(proof.system), paint_(paint) {}

  std::string run() {
    for (const BadAbstraction& bad : proof_.badAbstractions) abstraction(bad);
    for (const WriteVerdict& v : proof_.writes) write(v);
    for (const LostClaim& l : proof_.lost) {
      claim(l, l.answer == Answer::Unknown ? "Z3 cannot tell whether this invariant is kept"
                                           : "this invariant is not inductive");
    }
    for (const LostClaim& l : proof_.failed) {
      claim(l, fmt::format("{} does not follow from the invariants", claimText(l.claim)));
    }
    for (const Proof::Found& f : proof_.found) found(f);
    return std::move(out_);
  }

 private:
  std::string place(const Span& span) const {
    return paint_(Tone::Strong,
                  fmt::format("{}:{}:{}:", system_.source.path, span.line, span.column));
  }

  const Action& action(std::size_t t, std::size_t a) const { return system_.threads[t].actions[a]; }

  void head(const Span& span, Tone tone, std::string_view word, const std::string& message) {
    out_ += fmt::format("{} {} {}\n", place(span), paint_(tone, word), message);
  }

  void item(std::string_view name, const std::string& text) {
    out_ += fmt::format("   = {}: {}\n", name, wrapped(text, 7 + name.size(), 100));
  }

  void write(const WriteVerdict& v) {
    const Action& w = action(v.thread, v.action);
    switch (v.rule) {
      case Rule::NothingOvertakes:
        return head(w.span, Tone::Aside, "note:", "atomic: no read can overtake this write");
      case Rule::ReadsMoveRight:
        return head(w.span, Tone::Aside, "note:",
                    fmt::format("atomic: what can overtake this write moves right{} ({})",
                                v.equalValues ? ", up to equal values" : "", lines(v)));
      case Rule::MovesLeft:
        return head(w.span, Tone::Aside, "note:",
                    fmt::format("atomic: this write moves left{}",
                                v.equalValues ? ", up to equal values" : ""));
      case Rule::None:
      case Rule::Unknown:
        return notAtomic(v);
    }
  }

  std::string lines(const WriteVerdict& v) const {
    std::string out;
    for (const std::size_t r : v.reads) {
      out += fmt::format("{}{}", out.empty() ? "line " : ", ", action(v.thread, r).span.line);
    }
    return out;
  }

  // Names the write, the read, and those of other threads that they do not commute with.
  void notAtomic(const WriteVerdict& v) {
    const Action& w = action(v.thread, v.action);
    head(w.span, Tone::Bad, "error:",
         v.rule == Rule::Unknown ? "Z3 cannot tell whether this write is atomic [unknown]"
                                 : "this write is not shown to be atomic [not-atomic]");
    std::vector<Mark> marks = {{w.span, "(1) may wait in the buffer of its thread", true}};
    int number = 1;
    std::vector<std::pair<std::string, std::string>> items;
    if (const auto& c = v.readConflict) {
      const int read = ++number;
      const int other = ++number;
      marks.push_back(
          {action(c->thread, c->action).span, fmt::format("({}) can overtake it", read), false});
      marks.push_back(
          {action(c->otherThread, c->otherAction).span,
           fmt::format("({}) of thread {}", other, system_.threads[c->otherThread].name), false});
      items.emplace_back("read", fmt::format("({}) does not move right past ({}): from {}", read,
                                             other, listed(c->state)));
    }
    if (const auto& c = v.writeConflict) {
      const int other = ++number;
      marks.push_back(
          {action(c->otherThread, c->otherAction).span,
           fmt::format("({}) of thread {}", other, system_.threads[c->otherThread].name), false});
      items.emplace_back("write", fmt::format("(1) does not move left past ({}): from {}", other,
                                              listed(c->state)));
    }
    out_ += excerpt(system_.source, marks, paint_);
    for (const auto& [name, text] : items) item(name, text);
  }

  void abstraction(const BadAbstraction& bad) {
    const Action& a = action(bad.thread, bad.action);
    head(a.span, Tone::Bad, "error:", "this havoc cannot stand for its access [bad-abstraction]");
    out_ += excerpt(system_.source,
                    {{a.span,
                      fmt::format("the access can read {}, and what it "
                                  "then does is not allowed here",
                                  bad.read),
                      true}},
                    paint_);
  }

  void claim(const LostClaim& l, const std::string& message) {
    head(l.claim.span, Tone::Bad, "error:", message);
    std::vector<Mark> marks = {{l.claim.span, l.atStart ? "does not hold at the start" : "", true}};
    if (l.breaker && !l.atStart) {
      const Action& a = action(l.breaker->first, l.breaker->second);
      if (!(a.span == l.claim.span)) {
        marks.push_back({a.span,
                         l.ownThread ? "is the step after which it may not hold"
                                     : fmt::format("of another thread ({}) may break it",
                                                   system_.threads[l.breaker->first].name),
                         false});
      }
    }
    out_ += excerpt(system_.source, marks, paint_);
    if (!l.before.empty()) item("from", listed(l.before));
  }

  void found(const Proof::Found& f) {
    if (f.everywhere) {
      out_ += fmt::format("{}: found: invariant {};\n", system_.source.path, f.claim);
    } else {
      out_ += fmt::format("{} found: invariant {};\n", place(f.before), f.claim);
    }
  }

  const Proof& proof_;
  const System& system_;
  Paint paint_;
  std::string out_;
};

std::string suggested(const Proof& proof, const Suggestions& s, const Paint& paint) {
  std::string out;
  for (const Suggestion& one : s.list) {
    out += fmt::format("{} {} {} instead of {}\n",
                       paint(Tone::Strong, fmt::format("{}:{}:{}:", proof.system.source.path,
                                                       one.span.line, one.span.column)),
                       paint(Tone::Good, "suggestion:"), one.statement, one.load);
  }
  if (s.suffices) {
    out +=
        "   = with this every write is atomic: assertions then hold under TSO if they are "
        "proved for\n     the program with havoc\n";
  } else if (s.list.empty()) {
    out +=
        fmt::format("{}: no read abstraction of the known forms helps\n", proof.system.source.path);
  } else {
    out += "   = this helps, but not every write is atomic then\n";
  }
  return out;
}

}  // namespace

std::string meaningOf(const Proof& proof) {
  if (!proof.proved()) return "nothing has been shown";
  std::string meaning;
  if (proof.abstractions > 0) {
    meaning =
        "every assertion proved under SC for the program with its havocs holds under TSO for the "
        "program with the accesses that they stand for";
  } else if (proof.robustness == Robustness::Robust) {
    meaning = "every run under TSO has the trace of a run under SC";
  } else {
    meaning =
        "SC reaches every state that TSO reaches; traces may differ where a value is overwritten "
        "by the same value or is not looked at";
  }
  if (proof.ghostClaims > 0) {
    meaning +=
        "; claims about ghosts are about the run under SC that a run under TSO is rearranged into";
  }
  return meaning;
}

std::string proofText(const Proof& proof, const std::optional<Suggestions>& suggestions,
                      const ProofTextOptions& options) {
  const Paint& paint = options.paint;
  std::string out;
  if (!options.quiet) out = Telling(proof, paint).run();
  if (suggestions) out += suggested(proof, *suggestions, paint);
  std::string verdict;
  if (!proof.proved()) {
    verdict = proof.robustness == Robustness::Unknown ? paint(Tone::Unsure, "UNKNOWN")
                                                      : paint(Tone::Unsure, "NOT PROVED");
    const bool robust =
        proof.robustness <= Robustness::UpToEqualValues && proof.badAbstractions.empty();
    verdict += robust ? ": every write is atomic, but a claim is not shown"
                      : ": robustness against TSO is not shown";
  } else {
    verdict = paint(Tone::Good, "PROVED");
    verdict += proof.abstractions > 0 ? ": robust against TSO with its read abstractions"
               : proof.robustness == Robustness::Robust ? ": robust against TSO"
                                                        : ": robust against TSO up to equal values";
    if (proof.claims > 0) {
      verdict += fmt::format(", {}{}", countText(proof.claims, "claim"),
                             proof.explored ? " (some by visiting all states)" : "");
    }
  }
  out += fmt::format("{} {} · {} · {} · {}\n", paint(Tone::Strong, proof.system.source.path + ":"),
                     verdict, threadsOf(proof.system), countText(proof.obligations, "obligation"),
                     durationText(proof.seconds));
  if (options.quiet) return out;
  if (proof.proved()) out += fmt::format("   = meaning: {}\n", wrapped(meaningOf(proof), 14, 100));
  if (!proof.proved() && !proof.system.unbounded()) {
    out += fmt::format(
        "   = help: the program is finite; the exact answer: robur check --model tso {}\n",
        proof.system.source.path);
  }
  return out;
}

}  // namespace robur::prove
