#include "audit/row_semantics.h"

#include <algorithm>

#include "graph/axioms.h"
#include "graph/relations.h"

namespace robur {

namespace {

using Owner = RowOwner::Kind;

const std::vector<RowKind>& rowsOf(const RowPlan& plan, Owner owner) {
  switch (owner) {
    case Owner::Thread:
      return plan.thread;
    case Owner::Cell:
      return plan.cell;
    case Owner::Fences:
      return plan.fence;
  }
  return plan.fence;
}

}  // namespace

bool keeps(const RowPlan& plan, Owner owner, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    return std::ranges::any_of(rowsOf(plan, owner),
                               [&](const RowKind& row) { return row.name == name; });
  });
}

RowSemantics::RowSemantics(const Program& program, ModelName model, const MonitoredCells& monitored,
                           bool shadows)
    : contexts(program, model),
      model(model),
      monitored(monitored),
      threads(static_cast<unsigned>(program.threads.size())) {
  for (std::uint32_t c = 0; shadows && c < program.cellCount(); ++c) {
    if (!program[program.locationOf(CellId{c})].atomic) plainCells.push_back(c);
  }
}

std::vector<RowSemantics::Definition> RowSemantics::definitionsOf(ModelName model) {
  constexpr Owner t = Owner::Thread, x = Owner::Cell, f = Owner::Fences;
  switch (model) {
    case ModelName::Sc:
      return {};
    case ModelName::Tso:
      return {{t, {"OR"}, Context::ReadOverwritten}, {t, {"OW"}, Context::WriteObserved},
              {t, {"OR", "C"}, Context::Access},     {t, {"OW", "C"}, Context::Flush},
              {x, {"LW"}, Context::LastWriteRead},   {x, {"LM"}, Context::CellOverwritten}};
    case ModelName::Pso:
      return {{t, {"OR"}, Context::ReadOverwritten},
              {t, {"OW"}, Context::WriteObserved},
              {t, {"OF"}, Context::Flush},
              {t, {"OR", "C"}, Context::Access},
              {x, {"LW"}, Context::LastWriteRead},
              {x, {"LM"}, Context::CellOverwritten},
              {t, {"OR'"}, Context::ReadOverwritten, Ending::Write},
              {t, {"OW'"}, Context::WriteObserved, Ending::Write},
              {t, {"OF'"}, Context::Flush, Ending::Write},
              {t, {"OW'", "C'"}, Context::Access, Ending::Write},
              {x, {"LW'"}, Context::LastWriteRead, Ending::Write},
              {x, {"LM'"}, Context::CellOverwritten, Ending::Write}};
    case ModelName::Sra:
    case ModelName::Ra:
      return {
          {t, {"A"}, Context::Access},         {t, {"B"}, Context::Access, Ending::Write},
          {x, {"AW"}, Context::LastWriteRead}, {x, {"BW"}, Context::LastWriteRead, Ending::Write},
          {f, {"AF"}, Context::FenceMade},     {f, {"BF"}, Context::FenceMade, Ending::Write}};
    case ModelName::Rc20:
      return {{t, {"cur"}, Context::Access},
              {t, {"acq"}, Context::AcquireFence},
              {t, {"rel"}, Context::WriteObserved},
              {x, {"W"}, Context::LastWriteRead},
              {f, {"WF"}, Context::FenceMade},
              {t, {"cur'"}, Context::Access, Ending::Write},
              {t, {"acq'"}, Context::AcquireFence, Ending::Write},
              {t, {"rel'"}, Context::WriteObserved, Ending::Write},
              {x, {"W'"}, Context::LastWriteRead, Ending::Write},
              {f, {"WF'"}, Context::FenceMade, Ending::Write}};
    case ModelName::Rc11:
      return {};  // see addRc11Rows
  }
  return {};
}

template <class Visit>
void RowSemantics::forEachOwner(Owner kind, const Visit& visit) const {
  const unsigned count = kind == Owner::Thread ? threads
                         : kind == Owner::Cell ? monitored.cellCount()
                                               : 1;
  for (unsigned i = 0; i < count; ++i) visit(RowOwner{kind, i});
}

std::vector<bool> RowSemantics::membersOf(const ExecutionGraph& past, const Definition& definition,
                                          const RowOwner& owner, bool shadows) const {
  const std::uint32_t about = owner.kind == Owner::Cell ? monitored[owner.index].cell : owner.index;
  const ContextBuilder::Continuation continuation = contexts.build(past, definition.context, about);
  std::vector<bool> members = contexts.endings(past, continuation, definition.ending, monitored);
  if (!shadows) return members;
  for (const std::uint32_t d : plainCells) {
    for (unsigned t = 0; t < threads; ++t) members.push_back(contexts.races(continuation, d, t));
  }
  return members;
}

std::vector<DefinedRow> RowSemantics::after(const std::vector<RunStep>& run,
                                            const RowPlan& plan) const {
  std::vector<DefinedRow> out;
  if (model == ModelName::Sc) return out;
  const ExecutionGraph past = contexts.graphAfter(run);
  const bool race = dataRace(contexts.program(), past, model).has_value();
  if (!race) addReach(past, out);
  if (keeps(plan, Owner::Thread, {"OWN"})) addOwners(past, out);
  if (model == ModelName::Rc11 && !race)
    addRc11Rows(contexts, past, monitored, plan, threads, plainCells, out);
  for (const Definition& definition : definitionsOf(model)) {
    const bool twin = definition.ending == Ending::Write;
    const bool shadows = !plainCells.empty() && !twin && !race;
    if (!keeps(plan, definition.owner, definition.names)) continue;
    forEachOwner(definition.owner, [&](const RowOwner& owner) {
      out.push_back({owner,
                     definition.names,
                     shadows ? Columns::ValueClassesAndShadows : Columns::ValueClasses,
                     membersOf(past, definition, owner, shadows),
                     {}});
    });
  }
  std::erase_if(out,
                [&](const DefinedRow& row) { return !keeps(plan, row.owner.kind, row.names); });
  return out;
}

// y is in a row over cells iff the last write to y reaches one of certain events. An initial
// write comes before everything that a thread, or the fences, will ever do.
void RowSemantics::addReach(const ExecutionGraph& past, std::vector<DefinedRow>& out) const {
  const Relations r(past);
  const Relation reach = (r.po | r.rf | r.mo | r.fr).reflexiveClosure();
  const auto add = [&](const RowOwner& owner, const char* name, const auto& among) {
    std::vector<bool> members;
    for (unsigned y = 0; y < monitored.cellCount(); ++y) {
      const EventId last = past.lastWrite(CellId{monitored[y].cell});
      bool in = owner.kind != Owner::Cell && past[last].init;
      for (std::uint32_t e = 0; e < past.size() && !in; ++e) {
        in = reach.has(last, EventId{e}) && among(EventId{e});
      }
      members.push_back(in);
    }
    out.push_back({owner, {name}, Columns::Cells, std::move(members), {}});
  };
  forEachOwner(Owner::Thread, [&](const RowOwner& owner) {
    const auto ofThread = [&](EventId e) {
      return !past[e].init && past[e].thread == ThreadId{owner.index};
    };
    add(owner, "ST", ofThread);
  });
  forEachOwner(Owner::Cell, [&](const RowOwner& owner) {
    const CellId cell{monitored[owner.index].cell};
    const auto atCell = [&](EventId e) {
      return past[e].kind != Event::Kind::Fence && past[e].cell == cell;
    };
    add(owner, "SM", atCell);
    add(owner, "SW", [&](EventId e) { return e == past.lastWrite(cell); });
  });
  add({Owner::Fences, 0}, "SF", [&](EventId e) { return past[e].scFence; });
}

// x is in OWN[t] iff t made the last write to x.
void RowSemantics::addOwners(const ExecutionGraph& past, std::vector<DefinedRow>& out) const {
  forEachOwner(Owner::Thread, [&](const RowOwner& owner) {
    std::vector<bool> members;
    for (unsigned x = 0; x < monitored.cellCount(); ++x) {
      const Event& last = past[past.lastWrite(CellId{monitored[x].cell})];
      members.push_back(!last.init && last.thread == ThreadId{owner.index});
    }
    out.push_back({owner, {"OWN"}, Columns::Cells, std::move(members), {}});
  });
}

}  // namespace robur
