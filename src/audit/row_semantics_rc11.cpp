// What the rows of RC11 mean: contexts that end with an access to a stale write. The axioms allow
// the access exactly if the write is in all of the rows beside the context.
//
// T is the thread and x the cell that a row belongs to, S and S2 are observer threads, 1 and 2
// spare cells; `!` stands for an sc access, F for an SC fence, fa for an acquire fence, and the
// last access is relaxed or sc (`!`). What a fence observes shows when an observer writes to where
// the fence was seen (MF) and makes a fence or an sc access; what an sc access observes shows in
// the same way (MS). The rel of a family shows through a relaxed write to a spare cell, its W[x] by
// acquiring the last write to x. acq stands for cur where the model has no acq.
//
// Rows of version P are seen from sc accesses (names end in a below), rows of version PQ from
// SC fences (f); if there is one version it is both.
#include "audit/row_semantics.h"
#include "models/fragment.h"

namespace robur {

namespace {

using Kind = Event::Kind;
using Names = std::vector<std::string>;

constexpr Actor T = Actor::Thread, S = Actor::Observer, S2 = Actor::SecondObserver;

ContextStep read(Actor actor, Where where, Order order) {
  return {actor, Kind::Read, order, where};
}
ContextStep write(Actor actor, Where where, Order order) {
  return {actor, Kind::Write, order, where};
}
ContextStep fence(Actor actor, Order order) {
  return {actor, Kind::Fence, order};
}

class Rc11Definitions {
 public:
  Rc11Definitions(const ContextBuilder& contexts, const ExecutionGraph& past,
                  const MonitoredCells& monitored, const RowPlan& plan, unsigned threads,
                  const std::vector<std::uint32_t>& plainCells, std::vector<DefinedRow>& out)
      : contexts_(contexts),
        past_(past),
        monitored_(monitored),
        plan_(plan),
        threads_(threads),
        plainCells_(plainCells),
        out_(out) {
    a_ = keepsThread("SP0") ? "0" : "1";
    acq_ = keepsThread("acq") ? "acq" : "cur";
  }

  void add() {
    for (unsigned t = 0; t < threads_; ++t) {
      addWhereabouts(t);
      for (const Ending ending : {Ending::Read, Ending::Write}) {
        ending_ = ending;
        ofThread(t);
        for (unsigned x = 0; x < monitored_.cellCount(); ++x) scWritesTo(t, x);
      }
    }
    for (unsigned x = 0; x < monitored_.cellCount(); ++x) {
      for (const Ending ending : {Ending::Read, Ending::Write}) {
        ending_ = ending;
        ofCell(x);
      }
    }
  }

 private:
  void ofThread(unsigned t) {
    const auto row = [&](Names names, const ContextSteps& steps, Actor last, Order order) {
      define({RowOwner::Kind::Thread, t}, std::move(names), {}, {}, steps, last, order);
    };
    const ContextStep toSpare = write(T, Where::Spare, Order::Rlx);
    const ContextStep toSpareRel = write(T, Where::Spare, Order::Rel);
    const ContextStep observe = read(S, Where::Spare, Order::Acq);
    const ContextStep handOn = write(S, Where::SecondSpare, Order::Rlx);
    const ContextStep acquire = fence(T, Order::Acq);
    row({"cur"}, {}, T, Order::Rlx);
    row({"acq"}, {acquire}, T, Order::Rlx);
    row({"rel"}, {toSpare, observe}, S, Order::Rlx);

    row({"cur", "SP" + a_, "N" + a_ + ".cur"}, {}, T, Order::Sc);
    row({"acq", "SP" + a_, "N" + a_ + ".acq"}, {acquire}, T, Order::Sc);
    row({"rel", "N" + a_ + ".rel"}, {toSpare, observe}, S, Order::Sc);

    // Fences, seen from fences.
    const ContextStep overwrite = write(S, Where::Spare, Order::Rlx);
    const ContextStep last = write(S2, Where::SecondSpare, Order::Rlx);
    row({acq_, "K1." + acq_}, {fence(T, Order::Sc)}, T, Order::Rlx);
    row({"rel", "K1.rel", "F1.cur"}, {toSpare, observe, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"cur", "K1.cur", "F1.cur"}, {toSpareRel, observe, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"F1.cur"}, {toSpare, overwrite, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"F1.acq"}, {acquire, toSpare, overwrite, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"F1.rel"}, {toSpare, observe, handOn, last, fence(S2, Order::Sc)}, S2, Order::Rlx);

    // Fences, seen from sc accesses.
    const ContextStep scOver = write(S, Where::Spare, Order::Sc);
    const ContextStep scLast = write(S2, Where::SecondSpare, Order::Sc);
    const std::string F = "F" + a_ + ".", K = "K" + a_ + ".";
    if (keepsThread("SP" + a_)) {
      row({F + "cur"}, {toSpare, scOver}, S, Order::Sc);
      row({F + "acq"}, {acquire, toSpare, scOver}, S, Order::Sc);
      row({F + "rel"}, {toSpare, observe, handOn, scLast}, S2, Order::Sc);
      row({F + acq_, K + acq_}, {fence(T, Order::Sc), toSpare, scOver}, S, Order::Sc);
      row({F + "cur", K + "cur"}, {toSpareRel, observe, fence(S, Order::Sc), handOn, scLast}, S2,
          Order::Sc);
      row({F + "rel", K + "rel", F + "cur"},
          {toSpare, observe, fence(S, Order::Sc), handOn, scLast}, S2, Order::Sc);
    }

    // sc accesses, seen from fences.
    const ContextStep scSpare = write(T, Where::Spare, Order::Sc);
    const ContextStep scOn = write(S, Where::SecondSpare, Order::Sc);
    row({"SP1", "N1.cur", "F1.cur"}, {scSpare, overwrite, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"SP1", "N1.acq", "F1.acq"}, {acquire, scSpare, overwrite, fence(S, Order::Sc)}, S,
        Order::Rlx);
    row({"N1.rel", "F1.rel"}, {toSpare, observe, scOn, last, fence(S2, Order::Sc)}, S2, Order::Rlx);
  }

  void ofCell(unsigned x) {
    const auto row = [&](Names names, const ContextSteps& steps, Actor last, Order order) {
      define({RowOwner::Kind::Cell, x}, std::move(names), {}, {}, steps, last, order);
    };
    const ContextStep take = read(S, Where::Cell, Order::Acq);
    const ContextStep handOn = write(S, Where::SecondSpare, Order::Rlx);
    const ContextStep last = write(S2, Where::SecondSpare, Order::Rlx);
    const ContextStep scLast = write(S2, Where::SecondSpare, Order::Sc);
    const bool both = keepsThread("SP1");  // sc accesses and fences, seen from fences
    row({"W"}, {take}, S, Order::Rlx);
    row({"W", "N" + a_ + ".W"}, {take}, S, Order::Sc);
    row({"W", "K1.W", "WF1"}, {take, fence(S, Order::Sc)}, S, Order::Rlx);
    row({"F1.W"}, {take, handOn, last, fence(S2, Order::Sc)}, S2, Order::Rlx);
    row({"N1.W", "F1.W"},
        {take, write(S, Where::SecondSpare, Order::Sc), last, fence(S2, Order::Sc)}, S2,
        Order::Rlx);
    row(both ? Names{"MS1", "MF1"} : Names{"MF1"},
        {write(S, Where::Cell, Order::Rlx), fence(S, Order::Sc)}, S, Order::Rlx);
    if (!keepsThread("SP" + a_)) return;
    row(seenFromAccesses({}, {"MS", "MF"}), {write(S, Where::Cell, Order::Sc)}, S, Order::Sc);
    row({"F" + a_ + ".W"}, {take, handOn, scLast}, S2, Order::Sc);
    row({"F" + a_ + ".W", "K" + a_ + ".W", "WF" + a_}, {take, fence(S, Order::Sc), handOn, scLast},
        S2, Order::Sc);
  }

  // What an sc read of x by T takes from sc writes to x: X[x], or WS[x] if all writes are sc.
  // NN counts if T is at x; elsewhere it is what N.cur is.
  void scWritesTo(unsigned t, unsigned x) {
    const std::string X = "#" + std::to_string(x) + ".";
    const bool family = keepsThread("X" + a_ + X + "cur");
    if (!family && !onlyScWrites(x)) return;
    const auto row = [&](Names names, Names others, const ContextSteps& steps, Actor last,
                         Order order) {
      define({RowOwner::Kind::Thread, t}, std::move(names), {RowOwner::Kind::Cell, x},
             std::move(others), steps, last, order);
    };
    const auto of = [&](Names names, const std::string& v, const std::string& part) {
      if (family) names.push_back("X" + v + X + part);
      return names;
    };
    const auto at = [&](Names names, const std::string& v) {
      names.push_back(family ? "X" + v + X + "W" : "WS" + v);
      return names;
    };
    const ContextStep look = read(T, Where::Cell, Order::Sc);
    const ContextStep acquire = fence(T, Order::Acq);
    const ContextStep toSpare = write(T, Where::Spare, Order::Rlx);
    const ContextStep observe = read(S, Where::Spare, Order::Acq);
    const ContextStep lookToo = read(S, Where::Cell, Order::Sc);
    const std::string N = "N" + a_ + ".", SP = "SP" + a_;
    row(of({"cur", SP, N + "cur"}, a_, "cur"), at({"W", N + "W"}, a_), {look}, T, Order::Sc);
    row(of({"acq", SP, N + "acq"}, a_, "acq"), at({"W", N + "W"}, a_), {acquire, look}, T,
        Order::Sc);
    row(of({"rel", N + "rel"}, a_, "rel"), at({"W", N + "W"}, a_), {toSpare, observe, lookToo}, S,
        Order::Sc);

    const bool here = whereIs(t) == x;
    const auto past = [&](const std::string& v) { return here ? "NN" + v : "N" + v + ".cur"; };
    Names names = seenFromAccesses({SP, past(a_)}, {"F%.cur"});
    row(of(std::move(names), a_, "cur"), at(seenFromAccesses({}, {"MS", "MF", "F%.W"}), a_),
        {look, write(S, Where::Cell, Order::Sc)}, S, Order::Sc);
    const auto andFence = [&](ContextSteps steps, Actor actor) {
      steps.push_back(write(actor, Where::Cell, Order::Rlx));
      steps.push_back(fence(actor, Order::Sc));
      return steps;
    };
    const Names place = at({"MS1", "MF1", "F1.W"}, "1");
    row(of({"SP1", past("1"), "F1.cur"}, "1", "cur"), place, andFence({look}, S), S, Order::Rlx);
    row(of({"SP1", "N1.acq", "F1.acq"}, "1", "acq"), place, andFence({acquire, look}, S), S,
        Order::Rlx);
    row(of({"N1.rel", "F1.rel"}, "1", "rel"), place, andFence({toSpare, observe, lookToo}, S2), S2,
        Order::Rlx);
  }

  // AT: where the last step of t was, if that was at a place.
  void addWhereabouts(unsigned t) {
    const unsigned at = whereIs(t);
    std::vector<bool> members(monitored_.cellCount(), false);
    if (at != kNotMonitored) members[at] = true;
    out_.push_back({{RowOwner::Kind::Thread, t}, {"AT"}, Columns::Cells, std::move(members), {}});
  }
  unsigned indexOf(const Event& e) const {
    return e.kind == Kind::Fence || raw(e.cell) >= cells() ? kNotMonitored
                                                           : monitored_.indexOf(raw(e.cell));
  }
  unsigned whereIs(unsigned t) const {
    for (std::size_t i = past_.size(); i-- > 0;) {
      const Event& e = past_.events[i];
      if (!e.init && e.thread == ThreadId{t}) return indexOf(e);
    }
    return kNotMonitored;
  }

  // The rows that sc accesses consult, those of fences only if there are fences; % stands for
  // the version, which otherwise ends a name.
  Names seenFromAccesses(Names names, const Names& more) const {
    for (const std::string& name : more) {
      const bool ofFences = name[0] == 'F' || name == "MF";
      const bool fences = keeps(plan_, RowOwner::Kind::Cell, {"MF" + a_});
      if (ofFences && !fences) continue;
      const std::size_t at = name.find('%');
      names.push_back(at == std::string::npos ? name + a_
                                              : name.substr(0, at) + a_ + name.substr(at + 1));
    }
    return names;
  }

  bool onlyScWrites(unsigned x) const {
    const Fragment fragment = fragmentOf(contexts_.program());
    const CellAccesses& cell = fragment.cells[monitored_[x].cell];
    return cell.scReads && cell.scWrites && !cell.otherWrites;
  }
  std::uint32_t cells() const { return contexts_.program().cellCount() - 2; }
  bool keepsThread(const std::string& name) const {
    return keeps(plan_, RowOwner::Kind::Thread, {name});
  }

  void define(RowOwner owner, Names names, RowOwner other, Names others, const ContextSteps& steps,
              Actor last, Order order) {
    if (ending_ == Ending::Write) {
      for (Names* list : {&names, &others}) {
        for (std::string& name : *list) name += "'";
      }
    }
    if (!keeps(plan_, owner.kind, names) || !keeps(plan_, other.kind, others)) return;
    const ThreadId t{owner.kind == RowOwner::Kind::Thread ? owner.index : 0};
    const RowOwner& place = owner.kind == RowOwner::Kind::Cell ? owner : other;
    const CellId x{place.kind == RowOwner::Kind::Cell ? monitored_[place.index].cell : 0};
    const ContextBuilder::Continuation continuation = contexts_.build(past_, steps, t, x, last);
    std::vector<bool> members = contexts_.endings(past_, continuation, ending_, monitored_, order);
    // Shadows are columns of V, which alone says what races.
    const bool shadows =
        names.size() == 1 && ending_ == Ending::Read &&
        (names[0] == "cur" || names[0] == "acq" || names[0] == "rel" || names[0] == "W");
    for (std::size_t i = 0; shadows && i < plainCells_.size(); ++i) {
      for (unsigned u = 0; u < threads_; ++u) {
        members.push_back(contexts_.races(continuation, plainCells_[i], u));
      }
    }
    out_.push_back({owner, std::move(names),
                    shadows ? Columns::ValueClassesAndShadows : Columns::ValueClasses,
                    std::move(members), other, std::move(others)});
  }

  const ContextBuilder& contexts_;
  const ExecutionGraph& past_;
  const MonitoredCells& monitored_;
  const RowPlan& plan_;
  unsigned threads_;
  const std::vector<std::uint32_t>& plainCells_;
  std::vector<DefinedRow>& out_;
  std::string a_;    // the version that sc accesses consult
  std::string acq_;  // "acq" if that is kept, else "cur"
  Ending ending_{};
};

}  // namespace

void addRc11Rows(const ContextBuilder& contexts, const ExecutionGraph& past,
                 const MonitoredCells& monitored, const RowPlan& plan, unsigned threads,
                 const std::vector<std::uint32_t>& plainCells, std::vector<DefinedRow>& out) {
  Rc11Definitions(contexts, past, monitored, plan, threads, plainCells, out).add();
}

}  // namespace robur
