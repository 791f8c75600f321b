#include "repair/draft_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "program/internal_error.h"
#include "repair/loop_depth.h"
#include "repair/order_text.h"
#include "repair/words.h"

namespace robur {

namespace {

std::string fenceStatement(Language language, Order order) {
  const char* const word =
      language == Language::Tpl && order == Order::Sc ? "seq_cst" : orderWord(order);
  return fmt::format("fence({});", word);
}

// A text with a fence at every gap, and the way back from it to the original.
class Marked {
 public:
  Marked(Language language, const Source& source, const std::vector<Span>& gaps)
      : original(source.text) {
    std::vector<Span> sorted = gaps;
    std::sort(sorted.begin(), sorted.end(), [](const Span& a, const Span& b) {
      return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
    });
    std::vector<TextEdit> edits;
    for (const Span& gap : sorted) {
      edits.push_back(statementBefore(original, offsetOf(original, gap.line, gap.column),
                                      fenceStatement(language, Order::Sc)));
    }
    text = applied(original, edits);
    std::size_t shift = 0;
    for (std::size_t i = 0; i < edits.size(); ++i) {
      gapOf[edits[i].begin + shift + edits[i].text.find("fence(")] = sorted[i];
      shift += edits[i].text.size();
      shifts.emplace_back(edits[i].begin + shift, shift);
    }
  }

  // The gap that a fence beginning there was put into, if it was.
  std::optional<Span> gapAt(const Span& span) const {
    const auto found = gapOf.find(offsetOf(text, span.line, span.column));
    if (found == gapOf.end()) return std::nullopt;
    return found->second;
  }
  Span back(Span span) const {
    const auto begin = place(originalOffset(offsetOf(text, span.line, span.column)));
    const auto end = place(originalOffset(offsetOf(text, span.endLine, span.endColumn)));
    span.line = begin.first;
    span.column = begin.second;
    span.endLine = end.first;
    span.endColumn = end.second;
    return span;
  }

  std::string text;

 private:
  // What lies in an insertion goes to where it was inserted.
  std::size_t originalOffset(std::size_t offset) const {
    std::size_t before = 0;
    for (const auto& [from, shift] : shifts) {
      if (offset < from) return offset >= from - (shift - before) ? from - shift : offset - before;
      before = shift;
    }
    return offset - before;
  }
  std::pair<std::uint32_t, std::uint32_t> place(std::size_t offset) const {
    const std::string_view head = original.substr(0, offset);
    const auto line = static_cast<std::uint32_t>(std::count(head.begin(), head.end(), '\n')) + 1;
    const std::size_t newline = head.rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    return {line, static_cast<std::uint32_t>(offset - begin) + 1};
  }

  std::string_view original;
  std::map<std::size_t, Span> gapOf;                        // by the offset of its fence
  std::vector<std::pair<std::size_t, std::size_t>> shifts;  // from this offset on: so many more
};

class Drafting {
 public:
  Drafting(Language language, const Parsed& parsed, const Allowed& allowed, const Prices& prices)
      : language(language),
        source(parsed.program->sources.at(0)),
        allowed(allowed),
        prices(prices) {
    const Marked marked(language, source, parsed.gaps);
    Parsed all = parse(language, {source.path, marked.text});
    if (!all.program) throw InternalError("the program cannot be read with a fence at every gap");
    draft.program = std::move(*all.program);
    draft.program.sources = parsed.program->sources;
    for (std::uint32_t c = 0; c < draft.program.codes.size(); ++c) {
      Code& code = draft.program.codes[c];
      code.span = marked.back(code.span);
      const std::vector<unsigned> depths = loopDepths(code);
      for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
        Instr& in = code.instrs[pc];
        const std::optional<Span> gap =
            in.op == Instr::Op::Fence ? marked.gapAt(in.span) : std::nullopt;
        in.span = gap ? *gap : marked.back(in.span);
        if (gap) {
          in.op = Instr::Op::Goto;
          gaps.push_back({Site::Kind::Gap, CodeId{c}, pc, in.span, false, Order::Rlx, depths[pc]});
        } else if (in.op == Instr::Op::Fence || accessesMemory(in.op)) {
          written.push_back(
              {Site::Kind::Access, CodeId{c}, pc, in.span, false, in.order, depths[pc]});
        }
      }
    }
  }

  Draft strengthening() && {
    if (allowed.fences) {
      for (const Site& gap : gaps) addFences(gap);
    }
    for (const Site& at : written) {
      const Instr& in = instrAt(at);
      if (in.op == Instr::Op::Fence) {
        if (allowed.orders) addStronger(at, Site::Kind::Fence, in.order, fenceOrders());
        continue;
      }
      if (in.order == Order::NonAtomic) continue;
      const OrderText text = orderText(language, source, in);
      if (allowed.orders && allowed.weakOrders && text.writable) {
        addStronger(at, Site::Kind::Access, in.order, accessOrders(in.op));
      }
      if (allowed.orders && allowed.weakOrders && text.failureWritable) {
        addStronger(at, Site::Kind::Failure, in.failOrder, {Order::Acq});
      }
      if (allowed.locked && text.lockable) {
        Site site = at;
        site.kind = Site::Kind::Locked;
        add(site, Order::AcqRel);
      }
    }
    return std::move(draft);
  }

  // Everything that was written becomes as weak as it can be, and may be given back.
  Draft weakening() && {
    for (const Site& at : written) {
      Instr& in = draft.program.codes[raw(at.code)].instrs[at.pc];
      if (in.op == Instr::Op::Fence) {
        const Order had = in.order;
        in.op = Instr::Op::Goto;
        for (const Order order : fenceOrders()) {
          if (weakerOrEqual(order, had)) addAs(at, Site::Kind::Fence, Order::Rlx, order);
        }
        continue;
      }
      if (in.order == Order::NonAtomic || !allowed.weakOrders) continue;
      const OrderText text = orderText(language, source, in);
      if (text.writable && in.orderGiven) {
        const Order had = std::exchange(in.order, Order::Rlx);
        for (const Order order : accessOrders(in.op)) {
          if (weakerOrEqual(order, had)) addAs(at, Site::Kind::Access, Order::Rlx, order);
        }
      }
      if (text.failureWritable) {
        const Order had = std::exchange(in.failOrder, Order::Rlx);
        for (const Order order : {Order::Acq, Order::Sc}) {
          if (weakerOrEqual(order, had)) addAs(at, Site::Kind::Failure, Order::Rlx, order);
        }
      }
    }
    return std::move(draft);
  }

 private:
  const Instr& instrAt(const Site& site) const {
    return draft.program.codes[raw(site.code)].instrs[site.pc];
  }
  std::vector<Order> fenceOrders() const {
    if (!allowed.weakOrders) return {Order::Sc};
    return {Order::Acq, Order::Rel, Order::AcqRel, Order::Sc};
  }
  std::vector<Order> accessOrders(Instr::Op op) const {
    std::vector<Order> out{Order::Acq, Order::Rel, Order::AcqRel};
    if (op == Instr::Op::Store) out = {Order::Rel};
    if (op == Instr::Op::Load || op == Instr::Op::Wait) out = {Order::Acq};
    // Rocker's language has no sc accesses.
    if (allowed.scOrders && language == Language::Rob) out.push_back(Order::Sc);
    return out;
  }

  void add(const Site& site, Order order) {
    if (draft.sites.empty() || draft.sites.back().code != site.code ||
        draft.sites.back().pc != site.pc || draft.sites.back().kind != site.kind) {
      draft.sites.push_back(site);
    }
    const auto number = static_cast<std::uint32_t>(draft.sites.size() - 1);
    const bool store = accessesMemory(instrAt(site).op) && mayWrite(instrAt(site).op);
    draft.options.push_back({number, order, prices.of(site, order, store)});
  }
  void addAs(Site site, Site::Kind kind, Order base, Order order) {
    site.kind = kind;
    site.base = base;
    add(site, order);
  }
  void addFences(const Site& gap) {
    for (const Order order : fenceOrders()) add(gap, order);
  }
  void addStronger(Site site, Site::Kind kind, Order now, const std::vector<Order>& orders) {
    site.kind = kind;
    site.base = now;
    site.given = kind == Site::Kind::Fence;
    for (const Order order : orders) {
      if (join(now, order) == order && order != now) add(site, order);
    }
  }

  Language language;
  const Source& source;
  const Allowed& allowed;
  const Prices& prices;
  Draft draft;
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
    const Instr& in = draft.program.codes[raw(site.code)].instrs[site.pc];
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
        addEdit(edits, orderEdit(language, source, in, now[i].order));
        break;
      case Site::Kind::Failure:
        addEdit(edits, failureEdit(source, in, now[i].order));
        break;
      case Site::Kind::Locked:
        if (now[i].there) addEdit(edits, lockedEdit(language, source, in, now[i].order));
        break;
    }
  }
  return applied(source.text, std::move(edits));
}

}  // namespace robur
