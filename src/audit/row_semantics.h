// What each row of a monitor means, computed from the axioms alone.
//
// Rows over cells are read off the transitive closure of the graph's edges. A row over value
// classes holds the stale writes with which the model allows a context (contexts.h) to end. Nothing
// is shared with src/models but the names of rows and the numbering of columns, so a wrong rule, or
// a row that a rule forgets, shows as a difference. Which context defines which row:
//
//              of a thread t             of a cell x              of SC fences
//   RA, SRA    A B   Access              AW BW  LastWriteRead     AF BF   FenceMade
//   RC20       cur   Access              W      LastWriteRead     WF      FenceMade
//              acq   AcquireFence
//              rel   WriteObserved
//   TSO        OR    ReadOverwritten     LW     LastWriteRead
//              OW    WriteObserved       LM     CellOverwritten
//              OR&C  Access
//              OW&C  Flush
//   PSO        OR    ReadOverwritten     LW     LastWriteRead
//              OW    WriteObserved       LM     CellOverwritten
//              OF    Flush
//              OR&C  Access              (OW&C of the twins: Access)
//
// Twins (B, BW, BF and those of RC20 and PSO) have the same contexts, ending with a write. C has no
// meaning alone: it may hold writes that are excluded for another reason anyway. The rows of RC11
// are in row_semantics_rc11.cpp.
#pragma once

#include <string>
#include <vector>

#include "audit/contexts.h"
#include "models/rows.h"

namespace robur {

struct RowOwner {
  enum class Kind : std::uint8_t { Thread, Cell, Fences };
  Kind kind = Kind::Thread;
  unsigned index = 0;  // of the thread or the monitored cell
};

struct DefinedRow {
  RowOwner owner;
  std::vector<std::string> names;  // of the model's row; several: of their intersection
  Columns columns{};
  std::vector<bool> members;  // per column; columns beyond the last are not defined
  RowOwner otherOwner;
  std::vector<std::string> otherNames = {};  // of rows of the other owner, intersected as well
};

// Has the plan rows of all these names?
bool keeps(const RowPlan& plan, RowOwner::Kind owner, const std::vector<std::string>& names);

// The rows of RC11 over value classes, and AT, after a run without data races.
void addRc11Rows(const ContextBuilder& contexts, const ExecutionGraph& past,
                 const MonitoredCells& monitored, const RowPlan& plan, unsigned threads,
                 const std::vector<std::uint32_t>& plainCells, std::vector<DefinedRow>& out);

class RowSemantics {
 public:
  // `shadows`: rows of RC20 have columns for plain cells.
  RowSemantics(const Program& program, ModelName model, const MonitoredCells& monitored,
               bool shadows);

  // The rows of the plan after an SC run. Once the run has a data race the verdict is settled;
  // what leans on there being none, the rows over cells and the shadows, is then left out.
  std::vector<DefinedRow> after(const std::vector<RunStep>& run, const RowPlan& plan) const;

 private:
  struct Definition {
    RowOwner::Kind owner{};
    std::vector<std::string> names;
    Context context{};
    Ending ending = Ending::Read;
  };
  static std::vector<Definition> definitionsOf(ModelName model);

  template <class Visit>
  void forEachOwner(RowOwner::Kind kind, const Visit& visit) const;
  std::vector<bool> membersOf(const ExecutionGraph& past, const Definition& definition,
                              const RowOwner& owner, bool shadows) const;
  void addReach(const ExecutionGraph& past, std::vector<DefinedRow>& out) const;
  void addOwners(const ExecutionGraph& past, std::vector<DefinedRow>& out) const;

  ContextBuilder contexts;
  ModelName model;
  const MonitoredCells& monitored;
  unsigned threads;
  std::vector<std::uint32_t> plainCells;  // those with shadows
};

}  // namespace robur
