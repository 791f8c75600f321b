#include "repair/trencher_draft.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/trencher/parse_trencher.h"
#include "program/analysis/loop_depth.h"
#include "program/simplify.h"
#include "repair/delta_debug.h"
#include "repair/edited_text.h"

namespace robur {

namespace {

using Change = TrencherDraft::Change;

std::vector<TextEdit> editsFor(std::string_view text, const Change& change) {
  return change.behind ? fenceBehind(text, change.transition, change.fresh)
                       : fenceInFront(text, change.transition, change.fresh);
}

std::vector<Change> everyFence(std::string_view text) {
  std::vector<Change> out;
  std::set<std::pair<std::size_t, std::string>> taken;  // by thread
  const auto add = [&](const TrencherTransition& t, bool behind, const std::string& wish) {
    std::string fresh = freshWord(text, wish);
    for (int n = 2; !taken.insert({t.thread, fresh}).second; ++n) {
      fresh = freshWord(text, wish + "_" + std::to_string(n));
    }
    out.push_back({t, behind, fresh});
  };
  for (const TrencherTransition& t : transitionsOf(text)) {
    if (t.locked || (t.kind.text != "read" && t.kind.text != "write")) continue;
    if (t.alone) add(t, false, t.from.text + "_fenced");
    add(t, true, t.from.text + "_" + t.to.text);
  }
  return out;
}

// The program with these fences, disabled, and their sites. Nothing if that is not the program
// that the user wrote.
struct Marked {
  Program program;
  std::map<std::size_t, Site> sites;  // by the number of the change
};

std::optional<Marked> marked(const Program& original, const std::vector<Change>& changes) {
  const Source& source = original.sources.at(0);
  std::vector<TextEdit> edits;
  for (const Change& change : changes) {
    for (TextEdit& edit : editsFor(source.text, change)) edits.push_back(std::move(edit));
  }
  const EditedText edited(source.text, std::move(edits));
  Parsed parsed = parseTrencher({source.path, edited.text()});
  if (!parsed.program) return std::nullopt;
  Marked out;
  out.program = std::move(*parsed.program);
  out.program.sources = original.sources;
  for (std::uint32_t c = 0; c < out.program.codes.size(); ++c) {
    Code& code = out.program.codes[c];
    code.span = edited.back(code.span);
    const std::vector<unsigned> depths = loopDepths(code);
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      Instr& in = code.instrs[pc];
      const std::optional<std::size_t> edit = edited.editAt(in.span);
      in.span = edited.back(in.span);
      if (!edit || in.op != Instr::Op::Fence) continue;
      in.op = Instr::Op::Goto;
      Site& site = out.sites[*edit / 2];
      site.places.push_back({CodeId{c}, pc});
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
    }
  }
  if (!sameUpToNames(simplified(out.program), simplified(original))) return std::nullopt;
  return out;
}

Span spanOf(std::string_view text, const TrencherTransition& t) {
  return EditedText(text, {}).spanOf(t.kind.begin, t.end);
}

// Accesses for which a change is allowed but not a candidate: fences that failed the test, and
// updates. `lock` and `unlock` would turn an access into an update, but both are fences as well, so
// the result would be another program than the update alone.
std::vector<Span> untried(std::string_view text, const Allowed& allowed,
                          const std::vector<Change>& all, const std::vector<Change>& offered) {
  std::set<std::pair<std::size_t, bool>> known;
  for (const Change& change : offered) known.insert({change.transition.begin, change.behind});
  std::map<std::size_t, Span> out;  // by where the transition begins
  for (const Change& change : all) {
    const TrencherTransition& t = change.transition;
    if (allowed.locked || !known.contains({t.begin, change.behind})) out[t.begin] = spanOf(text, t);
  }
  std::vector<Span> spans;
  for (const auto& [begin, span] : out) spans.push_back(span);
  return spans;
}

}  // namespace

TrencherDraft draftForTrencher(const Parsed& parsed, const Allowed& allowed, const Prices& prices) {
  const Program& original = *parsed.program;
  const std::string_view text = original.sources.at(0).text;
  unsigned attempts = 1000;
  const std::vector<Change> all = everyFence(text);
  std::vector<Change> changes;
  if (allowed.fences) {
    changes = passingSubset(
        all, [&](const std::vector<Change>& some) { return marked(original, some).has_value(); },
        attempts);
  }
  std::optional<Marked> with = marked(original, changes);
  TrencherDraft out;
  out.draft.program = with ? with->program : original;
  Allowed only = allowed;
  only.weakOrders = only.scOrders = false;  // an mfence has no other order
  Candidates candidates(out.draft, only, prices);
  out.draft.untried =
      untried(text, allowed, allowed.fences || allowed.locked ? all : changes, changes);
  if (!with) return out;
  for (auto& [number, site] : with->sites) {
    site.span = spanOf(text, changes[number].transition);
    site.behind = changes[number].behind;
    candidates.gap(site);
    out.changes.push_back(changes[number]);
  }
  return out;
}

TrencherDraft weakenedDraftForTrencher(const Parsed& parsed, const Prices& prices) {
  TrencherDraft out;
  out.draft.program = *parsed.program;
  const std::string_view text = parsed.program->sources.at(0).text;
  Allowed only;
  only.weakOrders = only.scOrders = false;
  Candidates candidates(out.draft, only, prices);
  for (const TrencherTransition& t : transitionsOf(text)) {
    if (t.kind.text != "mfence" || t.locked) continue;
    Site site;
    site.span = spanOf(text, t);
    for (std::uint32_t c = 0; c < out.draft.program.codes.size(); ++c) {
      Code& code = out.draft.program.codes[c];
      const std::vector<unsigned> depths = loopDepths(code);
      for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
        Instr& in = code.instrs[pc];
        const bool here = in.span.line == site.span.line && in.span.column == site.span.column;
        if (in.op != Instr::Op::Fence || !here) continue;
        in.op = Instr::Op::Goto;
        site.places.push_back({CodeId{c}, pc});
        site.loopDepth = std::max(site.loopDepth, depths[pc]);
      }
    }
    if (site.places.empty()) continue;
    candidates.givenFence(site, Order::Sc);
    out.changes.push_back({t, false, ""});
  }
  return out;
}

std::string TrencherDraft::textOf(std::string_view text, const Choice& choice) const {
  const std::vector<Draft::Strength> now = draft.strengths(choice);
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    if (!change.fresh.empty() && now[i].there) {
      for (TextEdit& edit : editsFor(text, change)) edits.push_back(std::move(edit));
    } else if (change.fresh.empty() && !now[i].there) {
      edits.push_back({change.transition.kind.begin, change.transition.kind.end(), "noop"});
    }
  }
  return applied(text, std::move(edits));
}

}  // namespace robur
