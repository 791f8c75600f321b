#include "repair/c/c_draft.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/analysis/loop_depth.h"
#include "repair/c/edit_places.h"
#include "repair/c/marks.h"
#include "repair/delta_debug.h"
#include "repair/text_edit.h"

namespace robur {

namespace {

using repair_c::CFile;
using repair_c::OrderCall;
using repair_c::TextPlace;
using repair_c::Written;

class Drafting {
 public:
  Drafting(const Program& original, bool cplusplus, const CReader& read, const Allowed& allowed,
           const Prices& prices)
      : read(read), allowed(allowed), prices(prices), marks(original, cplusplus, read) {}

  CDraft strengthening() {
    const bool atOnce = marks.findAll(allowed.fences, raised(candidates()));
    if (!atOnce && allowed.fences) marks.findGaps(attempts);
    std::vector<Written> calls = candidates();
    const auto stronger = [&](const std::vector<Written>& some) {
      const CDraft out = strengthened(some);
      const bool orders =
          atOnce || confirmed(out, false) || (marks.publishes() && marks.ordersStand(raised(some)));
      return orders && confirmed(out, true);
    };
    calls = passingSubset(calls, stronger, attempts);
    if (marks.writeOutBeforeGaps()) {
      std::set<TextPlace> known;
      for (const Written& w : calls) known.insert(w.name());
      calls = candidates();
      std::erase_if(calls, [&](const Written& w) { return !known.contains(w.name()); });
    }
    findNames(calls, [&](const std::vector<Written>& some) { return strengthened(some); });
    CDraft out = strengthened(calls);
    out.draft.untried = untried(calls, allowed.fences, allowed.orders, Order::Sc);
    return out;
  }

  CDraft weakening() {
    const auto weaker = [&](const std::vector<Written>& some) {
      const CDraft out = weakened(some);
      return compiled(out, {}, out.draft.program);
    };
    std::vector<Written> calls = written();
    std::erase_if(calls, [&](const Written& w) {
      return w.fence() ? !marks.files()[w.place.file].isStatement(w.place.offset, w.call)
                       : !allowed.weakOrders;
    });
    calls = passingSubset(calls, weaker, attempts);
    findNames(calls, [&](const std::vector<Written>& some) { return weakened(some); });
    CDraft out = weakened(calls);
    out.draft.untried = untried(calls, false, true, Order::Rlx);
    return out;
  }

 private:
  bool lockable(const Written& w) const { return allowed.locked && w.call.lockable(); }

  std::vector<Written> written() const { return writtenIn(marks.program(), marks.files()); }
  std::vector<Written> candidates() const {
    std::vector<Written> calls = written();
    std::erase_if(calls, [&](const Written& w) {
      return !(allowed.orders && (w.fence() || allowed.weakOrders)) && !lockable(w);
    });
    return calls;
  }

  // Raises all orders of these calls to the strongest, and records how to undo that.
  repair_c::Raised raised(const std::vector<Written>& calls) const {
    const CDraft draft = strengthened(calls);
    Choice choice = strongest(draft.draft, false);
    std::erase_if(choice, [&](std::uint32_t option) {
      return draft.draft.sites[draft.draft.options[option].site].kind == Site::Kind::Gap;
    });
    const Program strong = draft.draft.with(choice);
    std::map<TextPlace, std::pair<Instr, Instr>> known;  // original and raised instruction
    for (const Written& w : calls) {
      const Site::Place& at = w.site.places.front();
      known[w.name()] = {draft.draft.at(w.site), strong.codes[raw(at.code)].instrs[at.pc]};
    }
    const auto lower = [this, known](Program& program) {
      std::size_t seen = 0;
      for (const Written& w : writtenIn(program, marks.files())) {
        const auto orders = known.find(w.name());
        if (orders == known.end()) continue;
        ++seen;
        const auto& [was, raised] = orders->second;
        for (const Site::Place& place : w.site.places) {
          Instr& in = program.codes[raw(place.code)].instrs[place.pc];
          if (in.order != raised.order || in.failOrder != raised.failOrder) return false;
          in.order = was.order;
          in.failOrder = was.failOrder;
        }
      }
      return seen == known.size();
    };
    return {draft.editsOf(choice), lower};
  }

  // An order in the name of a function can be another only if there is a function of that name. Its
  // strongest order has been tried; this tries the others, each for all calls together.
  template <class Drafted>
  void findNames(std::vector<Written>& calls, const Drafted& drafted) {
    std::vector<Written> named = calls;
    std::erase_if(named, [](const Written& w) { return w.call.names.empty(); });
    if (named.empty()) return;
    std::map<TextPlace, std::vector<Order>> there;
    for (const Order order : {Order::Acq, Order::Rel, Order::AcqRel, Order::Sc}) {
      const auto compiles = [&](const std::vector<Written>& some) {
        const CDraft draft = drafted(some);
        const Choice choice = optionsWith(draft.draft, order);
        return compiled(draft, choice, draft.draft.with(choice));
      };
      std::vector<Written> having = named;
      std::erase_if(
          having, [&](const Written& w) { return optionsWith(drafted({w}).draft, order).empty(); });
      for (const Written& w : passingSubset(having, compiles, attempts)) {
        there[w.name()].push_back(order);
      }
    }
    for (Written& w : calls) {
      if (!w.call.names.empty()) w.site.orders = there[w.name()];
    }
    std::erase_if(calls,
                  [](const Written& w) { return !w.call.names.empty() && w.site.orders.empty(); });
  }
  // At accesses and fences that are there, not at gaps.
  static Choice optionsWith(const Draft& draft, Order order) {
    Choice choice;
    for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
      const Site::Kind kind = draft.sites[draft.options[i].site].kind;
      const bool written = kind == Site::Kind::Access || kind == Site::Kind::Fence;
      if (written && draft.options[i].order == order) choice.push_back(i);
    }
    return choice;
  }

  // The positions at which a gap or an order should have been a candidate but is not. An order that
  // equals `end` cannot be changed any further.
  std::vector<Span> untried(const std::vector<Written>& calls, bool gaps, bool orders,
                            Order end) const {
    std::set<TextPlace> known;
    for (const Written& w : calls) known.insert(w.name());
    std::map<std::pair<std::uint32_t, std::uint32_t>, Span> out;  // by file and line
    const auto look = [&](const Program& program, const Instr& in, bool asWritten) {
      const bool access = accessesMemory(in.op);
      const bool fence = in.op == Instr::Op::Fence;
      if ((!access && !fence) || !in.span.known()) return;
      const CFile& file = marks.files()[in.span.file];
      const std::size_t begin = repair_c::offsetIn(*file.source, in.span);
      const std::optional<OrderCall> call = repair_c::callAt(file, begin, in.op);
      if (call && !call->fits(in.op)) return;
      const std::optional<repair_c::OrderPlace> place =
          repair_c::orderPlaceOf(program, marks.files(), in);
      if (!place && !asWritten) return;
      const bool matters = orders && in.order != Order::NonAtomic && in.order != end &&
                           (fence || (allowed.orders && allowed.weakOrders));
      bool missing = matters && (!place || !known.contains({place->place.file, place->call.begin}));
      if (gaps && access && asWritten) missing = missing || !gapsStand(program, in);
      if (missing) out.emplace(std::pair(in.span.file, in.span.line), in.span);
    };
    for (const Code& code : marks.original().codes) {
      for (const Instr& in : code.instrs) look(marks.original(), in, true);
    }
    // The program with gaps may contain further calls. Its stores to objects that are emitted early
    // have no text of their own, so only instructions with a call count.
    for (const Code& code : marks.program().codes) {
      for (const Instr& in : code.instrs) look(marks.program(), in, false);
    }
    std::vector<Span> spans;
    for (const auto& [line, span] : out) spans.push_back(span);
    return spans;
  }
  // At one of the places for its fences: around a wrapper, fences can do what they do inside.
  bool gapsStand(const Program& program, const Instr& in) const {
    return std::ranges::any_of(repair_c::fencePlaces(program, in), [&](const Span& place) {
      const CFile& file = marks.files()[place.file];
      const std::set<repair_c::Gap> wanted =
          file.gapsAround(repair_c::offsetIn(*file.source, place));
      return !wanted.empty() && std::ranges::all_of(wanted, [&](const repair_c::Gap& gap) {
        return marks.gaps().contains({place.file, gap});
      });
    });
  }

  CDraft strengthened(const std::vector<Written>& calls) const {
    CDraft out;
    out.files = marks.files();
    out.draft.program = marks.program();
    Candidates candidates(out.draft, allowed, prices);
    // Of equally cheap changes the first is chosen, so gaps that need braces are offered last.
    offerGaps(out, candidates, false);
    for (const Written& w : calls) {
      const Instr& in = out.draft.at(w.site);
      const bool orders = allowed.orders && allowed.weakOrders;
      if (w.fence()) {
        if (allowed.orders) candidates.strongerFence(w.site);
      } else if (orders) {
        candidates.strongerAccess(w.site);
      }
      note(out, {w.place.file, {}, w.call, w.place.offset, in.order});
      if (orders && w.call.failure) candidates.strongerFailure(w.site);
      note(out, {w.place.file, {}, w.call, w.place.offset, in.failOrder});
      if (lockable(w)) candidates.locked(w.site);
      note(out, {w.place.file, {}, w.call, w.place.offset, in.order});
    }
    offerGaps(out, candidates, true);
    return out;
  }
  void offerGaps(CDraft& out, Candidates& candidates, bool inBareBodies) const {
    for (const auto& [place, site] : marks.gaps()) {
      if (place.gap.body.has_value() != inBareBodies) continue;
      candidates.gap(site);
      note(out, {place.file, place.gap, std::nullopt, 0, Order::Rlx});
    }
  }

  CDraft weakened(const std::vector<Written>& calls) const {
    CDraft out;
    out.files = marks.files();
    out.draft.program = marks.program();
    Candidates candidates(out.draft, allowed, prices);
    for (const Written& w : calls) {
      const Instr had = out.draft.at(w.site);
      const bool fence = w.fence();
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
        candidates.givenFence(site, had.order);
      } else {
        candidates.givenAccess(site, had.order);
      }
      note(out, {w.place.file, {}, w.call, w.place.offset, had.order});
      if (!fence && w.call.failure) candidates.givenFailure(site, had.failOrder);
      note(out, {w.place.file, {}, w.call, w.place.offset, had.failOrder});
    }
    return out;
  }

  // Records the change of the text for the site that was just added to the draft, if one was.
  static void note(CDraft& draft, CDraft::Change change) {
    if (draft.changes.size() < draft.draft.sites.size()) draft.changes.push_back(std::move(change));
  }

  // The strongest option of every site. A call cannot be given an order and be made an update at
  // the same time, so these are two separate choices.
  static Choice strongest(const Draft& draft, bool locked) {
    Choice choice;
    for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
      const std::uint32_t site = draft.options[i].site;
      const bool last = i + 1 == draft.options.size() || draft.options[i + 1].site != site;
      if (last && (draft.sites[site].kind == Site::Kind::Locked) == locked) choice.push_back(i);
    }
    return choice;
  }
  // Whether the text with every option at its strongest compiles to the program of the draft.
  bool confirmed(const CDraft& out, bool locked) const {
    const Choice choice = strongest(out.draft, locked);
    return choice.empty() || compiled(out, choice, out.draft.with(choice));
  }
  bool compiled(const CDraft& out, const Choice& choice, const Program& expected) const {
    const std::optional<Program> found = read(out.textsOf(choice));
    return found && repair_c::sameCompiled(*found, expected);
  }

  const CReader& read;
  const Allowed& allowed;
  const Prices& prices;
  unsigned attempts = 60;  // compilations that may still be made
  repair_c::Marks marks;
};

}  // namespace

CDraft draftForC(const Program& original, bool cplusplus, const CReader& read,
                 const Allowed& allowed, const Prices& prices) {
  return Drafting(original, cplusplus, read, allowed, prices).strengthening();
}

CDraft weakenedDraftForC(const Program& original, bool cplusplus, const CReader& read,
                         const Allowed& allowed, const Prices& prices) {
  return Drafting(original, cplusplus, read, allowed, prices).weakening();
}

}  // namespace robur
