#include "repair/draft_text.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "program/analysis/loop_depth.h"
#include "program/internal_error.h"
#include "program/print.h"
#include "repair/edited_text.h"
#include "repair/order_text.h"

namespace robur {

namespace {

std::string fenceStatement(Language language, Order order) {
  return fmt::format("fence({});",
                     order == Order::Sc ? infoOf(language).calls.scFence : spelling(order));
}

// A fence at every gap, in the order of the text.
std::vector<TextEdit> fencesAt(Language language, std::string_view text,
                               const std::vector<Span>& gaps) {
  std::vector<TextEdit> edits;
  edits.reserve(gaps.size());
  for (const Span& gap : gaps) {
    edits.push_back(statementBefore(text, offsetOf(text, gap.line, gap.column),
                                    fenceStatement(language, Order::Sc)));
  }
  return edits;
}

class Drafting {
 public:
  Drafting(Language language, const Parsed& parsed, const Allowed& all, const Prices& prices)
      : language(language),
        source(parsed.program->sources.at(0)),
        allowed(all),
        candidates(draft, allowed, prices) {
    allowed.scOrders = allowed.scOrders && syntax().scAccesses;
    std::vector<Span> sorted = parsed.gaps;
    std::sort(sorted.begin(), sorted.end(), [](const Span& a, const Span& b) {
      return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
    });
    const EditedText marked(source.text, fencesAt(language, source.text, sorted));
    Parsed everywhere = parse(language, {source.path, marked.text()});
    if (!everywhere.program)
      throw InternalError("the program cannot be read with a fence at every gap");
    draft.program = std::move(*everywhere.program);
    draft.program.sources = parsed.program->sources;
    for (std::uint32_t c = 0; c < draft.program.codes.size(); ++c) {
      Code& code = draft.program.codes[c];
      code.span = marked.back(code.span);
      const std::vector<unsigned> depths = loopDepths(code);
      for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
        Instr& in = code.instrs[pc];
        const std::optional<std::size_t> gap =
            in.op == Instr::Op::Fence ? marked.editAt(in.span) : std::nullopt;
        in.span = gap ? sorted[*gap] : marked.back(in.span);
        Site site;
        site.places = {{CodeId{c}, pc}};
        site.span = in.span;
        site.loopDepth = depths[pc];
        if (gap) {
          in.op = Instr::Op::Goto;
          gaps.push_back(site);
        } else if (in.op == Instr::Op::Fence || accessesMemory(in.op)) {
          written.push_back(site);
        }
      }
    }
  }

  Draft strengthening() && {
    if (allowed.fences) {
      for (const Site& gap : gaps) candidates.gap(gap);
    }
    for (const Site& at : written) {
      const Instr& in = draft.at(at);
      if (in.op == Instr::Op::Fence) {
        if (allowed.orders) candidates.strongerFence(at);
        continue;
      }
      if (in.order == Order::NonAtomic) continue;
      const OrderText text = orderText(syntax(), source, in);
      const bool orders = allowed.orders && allowed.weakOrders;
      if (orders && text.writable) candidates.strongerAccess(at);
      if (orders && text.failureWritable) candidates.strongerFailure(at);
      if (allowed.locked && text.lockable) candidates.locked(at);
    }
    return std::move(draft);
  }

  // Everything that the user wrote becomes as weak as possible, and may be given back.
  Draft weakening() && {
    for (const Site& at : written) {
      Instr& in = draft.program.codes[raw(at.places[0].code)].instrs[at.places[0].pc];
      if (in.op == Instr::Op::Fence) {
        in.op = Instr::Op::Goto;
        candidates.givenFence(at, in.order);
        continue;
      }
      if (in.order == Order::NonAtomic || !allowed.weakOrders) continue;
      const OrderText text = orderText(syntax(), source, in);
      if (text.writable && in.orderGiven) {
        candidates.givenAccess(at, std::exchange(in.order, Order::Rlx));
      }
      if (text.failureWritable)
        candidates.givenFailure(at, std::exchange(in.failOrder, Order::Rlx));
    }
    return std::move(draft);
  }

 private:
  const CallSyntax& syntax() const { return infoOf(language).calls; }

  Language language;
  const Source& source;
  Allowed allowed;
  Draft draft;
  Candidates candidates;
  std::vector<Site> gaps;
  std::vector<Site> written;
};

}  // namespace

Draft draftFor(Language language, const Parsed& parsed, const Allowed& allowed,
               const Prices& prices) {
  return Drafting(language, parsed, allowed, prices).strengthening();
}

Draft weakenedDraftFor(Language language, const Parsed& parsed, const Allowed& allowed,
                       const Prices& prices) {
  return Drafting(language, parsed, allowed, prices).weakening();
}

std::string textOf(Language language, const Source& source, const Draft& draft,
                   const Choice& choice) {
  const std::vector<Draft::Strength> now = draft.strengths(choice);
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i < draft.sites.size(); ++i) {
    const Site& site = draft.sites[i];
    const Instr& in = draft.at(site);
    const std::size_t begin = offsetOf(source.text, site.span.line, site.span.column);
    const std::size_t end = offsetOf(source.text, site.span.endLine, site.span.endColumn);
    switch (site.kind) {
      case Site::Kind::Gap:
        if (now[i].there) {
          edits.push_back(
              statementBefore(source.text, begin, fenceStatement(language, now[i].order)));
        }
        break;
      case Site::Kind::Fence: {
        if (!now[i].there) {
          edits.push_back(withoutStatement(source.text, begin, end));
          break;
        }
        std::string statement = fenceStatement(language, now[i].order);
        statement.pop_back();
        if (source.text.substr(begin, end - begin) != statement) {
          edits.push_back({begin, end, std::move(statement)});
        }
        break;
      }
      case Site::Kind::Access:
        addEdit(edits, orderEdit(infoOf(language).calls, source, in, now[i].order));
        break;
      case Site::Kind::Failure:
        addEdit(edits, failureEdit(source, in, now[i].order));
        break;
      case Site::Kind::Locked:
        if (now[i].there)
          addEdit(edits, lockedEdit(infoOf(language).calls, source, in, now[i].order));
        break;
    }
  }
  return applied(source.text, std::move(edits));
}

}  // namespace robur
