#include "repair/c/c_draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/loop_depth.h"
#include "repair/c/marks.h"
#include "repair/standing.h"
#include "repair/text_edit.h"

namespace robur {

namespace {

using ctext::CFile;
using ctext::OrderCall;
using ctext::TextPlace;

// An atomic call or a fence in the text, with the instructions that it became.
struct Written {
  TextPlace place;  // where its expression begins
  OrderCall call;
  Site site;
};

// The same places may become any number of instructions, all of which mean the same.
bool alike(const Instr& a, const Instr& b) {
  return a.op == b.op && a.order == b.order && a.failOrder == b.failOrder;
}

class Drafting {
 public:
  Drafting(const Program& original, bool cplusplus, const CReader& read, const Allowed& allowed,
           const Prices& prices)
      : read(read), allowed(allowed), prices(prices), marks(original, cplusplus, read) {}

  CDraft strengthening() {
    if (allowed.fences) marks.findGaps(patience);
    std::vector<Written> calls = findCalls();
    std::erase_if(calls, [&](const Written& w) {
      const bool fence = w.call.does == OrderCall::Does::Fence;
      return !(allowed.orders && (fence || allowed.weakOrders)) && !lockable(w);
    });
    const auto stronger = [&](const std::vector<Written>& some) {
      return confirmed(strengthened(some));
    };
    calls = standing(calls, stronger, patience);
    CDraft out = strengthened(calls);
    out.draft.untried = untried(calls, allowed.fences, allowed.orders, Order::Sc);
    return out;
  }

  CDraft weakening() {
    const auto weaker = [&](const std::vector<Written>& some) {
      const CDraft out = weakened(some);
      return compiled(out, {}, out.draft.program);
    };
    std::vector<Written> calls = findCalls();
    std::erase_if(calls, [&](const Written& w) {
      const bool fence = w.call.does == OrderCall::Does::Fence;
      return fence ? !marks.files()[w.place.file].isStatement(w.place.offset, w.call)
                   : !allowed.weakOrders;
    });
    calls = standing(calls, weaker, patience);
    CDraft out = weakened(calls);
    out.draft.untried = untried(calls, false, true, Order::Rlx);
    return out;
  }

 private:
  bool lockable(const Written& w) const { return allowed.locked && w.call.lockable(); }

  // Calls whose orders can be read and written, with all that they became.
  std::vector<Written> findCalls() const {
    const Program& program = marks.program();
    std::map<TextPlace, Written> found;
    std::set<TextPlace> refused;
    for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
      const std::vector<unsigned> depths = loopDepths(program.codes[c]);
      for (Pc pc = 0; pc < program.codes[c].instrs.size(); ++pc) {
        const Instr& in = program.codes[c].instrs[pc];
        const bool access = accessesMemory(in.op) && in.order != Order::NonAtomic;
        if ((!access && in.op != Instr::Op::Fence) || !in.span.known()) continue;
        const CFile& file = marks.files()[in.span.file];
        const std::size_t begin = ctext::offsetIn(*file.source, in.span);
        const std::optional<OrderCall> call = ctext::orderCallAt(file.tokens, begin);
        // What an object holds is written where it is published, beside the call.
        if (!call || !call->fits(in.op)) continue;
        const TextPlace key{in.span.file, call->begin};
        const auto [it, fresh] = found.try_emplace(key, Written{{key.file, begin}, *call, {}});
        Site& site = it->second.site;
        const bool first = site.places.empty();
        const Instr& like =
            first ? in : program.codes[raw(site.places[0].code)].instrs[site.places[0].pc];
        if (!call->writable() || !alike(in, like)) refused.insert(key);
        site.places.push_back({CodeId{c}, pc});
        site.span = in.span;
        site.loopDepth = std::max(site.loopDepth, depths[pc]);
        site.given = in.op == Instr::Op::Fence;
        site.failureFollows =
            call->does == OrderCall::Does::Compare && !call->failure && !call->renames;
      }
    }
    std::vector<Written> out;
    for (auto& [key, written] : found) {
      if (!refused.contains(key)) out.push_back(std::move(written));
    }
    return out;
  }

  // Where a gap or an order should have been on offer and is not. Orders at the `end` of what there
  // is cannot be changed any further.
  std::vector<Span> untried(const std::vector<Written>& calls, bool gaps, bool orders,
                            Order end) const {
    std::set<TextPlace> known;
    for (const Written& w : calls) known.insert({w.place.file, w.call.begin});
    std::map<std::pair<std::uint32_t, std::uint32_t>, Span> out;  // by file and line
    for (const Code& code : marks.program().codes) {
      for (const Instr& in : code.instrs) {
        const bool access = accessesMemory(in.op) && in.order != Order::NonAtomic;
        const bool fence = in.op == Instr::Op::Fence;
        if ((!access && !fence) || !in.span.known()) continue;
        const CFile& file = marks.files()[in.span.file];
        const std::size_t begin = ctext::offsetIn(*file.source, in.span);
        const std::optional<OrderCall> call = ctext::orderCallAt(file.tokens, begin);
        if (call && !call->fits(in.op)) continue;
        const bool matters =
            orders && in.order != end && (fence || (allowed.orders && allowed.weakOrders));
        bool missing = matters && (!call || !known.contains({in.span.file, call->begin}));
        if (gaps && access) missing = missing || !gapsStand(file, in.span.file, begin);
        if (missing) out.emplace(std::pair(in.span.file, in.span.line), in.span);
      }
    }
    std::vector<Span> spans;
    for (const auto& [line, span] : out) spans.push_back(span);
    return spans;
  }
  bool gapsStand(const CFile& file, std::uint32_t number, std::size_t offset) const {
    const std::set<std::size_t> wanted = file.gapsAround(offset);
    return !wanted.empty() && std::ranges::all_of(wanted, [&](std::size_t gap) {
      return marks.gaps().contains({number, gap});
    });
  }

  CDraft strengthened(const std::vector<Written>& calls) const {
    CDraft out;
    out.files = marks.files();
    out.draft.program = marks.program();
    Menu menu(out.draft, allowed, prices);
    for (const auto& [place, site] : marks.gaps()) {
      menu.gap(site);
      note(out, {place.file, place.offset, std::nullopt, Order::Rlx});
    }
    for (const Written& w : calls) {
      const Instr& in = out.draft.at(w.site);
      const bool orders = allowed.orders && allowed.weakOrders;
      if (w.call.does == OrderCall::Does::Fence) {
        if (allowed.orders) menu.strongerFence(w.site);
      } else if (orders) {
        menu.strongerAccess(w.site);
      }
      note(out, {w.place.file, w.place.offset, w.call, in.order});
      if (orders && w.call.failure) menu.strongerFailure(w.site);
      note(out, {w.place.file, w.place.offset, w.call, in.failOrder});
      if (lockable(w)) menu.locked(w.site);
      note(out, {w.place.file, w.place.offset, w.call, in.order});
    }
    return out;
  }

  CDraft weakened(const std::vector<Written>& calls) const {
    CDraft out;
    out.files = marks.files();
    out.draft.program = marks.program();
    Menu menu(out.draft, allowed, prices);
    for (const Written& w : calls) {
      const Instr had = out.draft.at(w.site);
      const bool fence = w.call.does == OrderCall::Does::Fence;
      for (const Site::Place& place : w.site.places) {
        Instr& in = out.draft.program.codes[raw(place.code)].instrs[place.pc];
        if (fence) {
          in.op = Instr::Op::Goto;
          continue;
        }
        in.order = Order::Rlx;
        if (w.site.failureFollows || w.call.failure) in.failOrder = Order::Rlx;
      }
      Site site = w.site;
      site.given = false;
      if (fence) {
        menu.givenFence(site, had.order);
      } else {
        menu.givenAccess(site, had.order);
      }
      note(out, {w.place.file, w.place.offset, w.call, had.order});
      if (!fence && w.call.failure) menu.givenFailure(site, had.failOrder);
      note(out, {w.place.file, w.place.offset, w.call, had.failOrder});
    }
    return out;
  }

  // What the site just put into the draft, if one was, means in the text.
  static void note(CDraft& draft, CDraft::Change change) {
    if (draft.changes.size() < draft.draft.sites.size()) draft.changes.push_back(std::move(change));
  }

  // With everything at its strongest, the text says what the draft does. A call cannot be
  // given an order and be made an update at once, so that these are two questions.
  bool confirmed(const CDraft& out) const {
    for (const bool locked : {false, true}) {
      Choice choice;
      for (std::uint32_t i = 0; i < out.draft.options.size(); ++i) {
        const std::uint32_t site = out.draft.options[i].site;
        const bool strongest =
            i + 1 == out.draft.options.size() || out.draft.options[i + 1].site != site;
        const Site::Kind kind = out.draft.sites[site].kind;
        const bool isLocked = kind == Site::Kind::Locked;
        if (strongest && isLocked == locked) choice.push_back(i);
      }
      if (choice.empty()) continue;
      if (!compiled(out, choice, out.draft.with(choice))) return false;
    }
    return true;
  }
  bool compiled(const CDraft& out, const Choice& choice, const Program& expected) const {
    const std::optional<Program> found = read(out.textsOf(choice));
    return found && ctext::sameCompiled(*found, expected);
  }

  const CReader& read;
  const Allowed& allowed;
  const Prices& prices;
  unsigned patience = 60;  // how often the compiler may be asked
  ctext::Marks marks;
};

}  // namespace

std::vector<Source> CDraft::textsOf(const Choice& choice) const {
  const std::vector<Draft::Strength> now = draft.strengths(choice);
  std::vector<std::vector<TextEdit>> edits(files.size());
  const auto add = [&](std::uint32_t file, std::vector<TextEdit> more) {
    for (TextEdit& edit : more) edits[file].push_back(std::move(edit));
  };
  std::set<std::pair<std::uint32_t, std::size_t>> locked;  // calls that become updates
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (draft.sites[i].kind == Site::Kind::Locked && now[i].there)
      locked.insert({changes[i].file, changes[i].call->begin});
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    const CFile& file = files[change.file];
    const Order order = now[i].order;
    switch (draft.sites[i].kind) {
      case Site::Kind::Gap:
        if (now[i].there)
          add(change.file, {statementBefore(file.source->text, change.offset,
                                            file.spelling().fenceCall(order) + ";")});
        break;
      case Site::Kind::Fence:
        if (!now[i].there) {
          add(change.file,
              {withoutStatement(file.source->text, change.offset, change.call->close + 1)});
        } else if (order != change.written) {
          add(change.file, ctext::orderEdits(*change.call, order, file.spelling()));
        }
        break;
      case Site::Kind::Access:
        if (order != change.written && !locked.contains({change.file, change.call->begin}))
          add(change.file, ctext::orderEdits(*change.call, order, file.spelling()));
        break;
      case Site::Kind::Failure:
        if (order != change.written)
          add(change.file, ctext::failureEdits(*change.call, order, file.spelling()));
        break;
      case Site::Kind::Locked:
        if (now[i].there)
          add(change.file,
              ctext::lockedEdits(*change.call, join(order, change.written), file.spelling()));
        break;
    }
  }
  std::vector<Source> out;
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (edits[f].empty()) continue;
    out.push_back({files[f].source->path, applied(files[f].source->text, std::move(edits[f]))});
  }
  return out;
}

CDraft draftForC(const Program& original, bool cplusplus, const CReader& read,
                 const Allowed& allowed, const Prices& prices) {
  return Drafting(original, cplusplus, read, allowed, prices).strengthening();
}

CDraft weakenedDraftForC(const Program& original, bool cplusplus, const CReader& read,
                         const Allowed& allowed, const Prices& prices) {
  return Drafting(original, cplusplus, read, allowed, prices).weakening();
}

}  // namespace robur
