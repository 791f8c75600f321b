// What each row of a monitor means, computed from the axioms and from nothing else.
//
// Rows over cells are read off the transitive closure of the graph's edges; rows over
// value classes are the endings that the model allows of a story (stories.h). Nothing is shared
// with src/models but the names of rows and the numbering of columns, so a rule that is
// wrong, or a row that a rule forgets, shows as a difference. Which story defines which row:
//
//              of a thread t          of a cell x             of SC fences
//   RA, SRA    A B   Access           AW BW  LastWriteRead    AF BF   FenceMade
//   RC20       cur   Access           W      LastWriteRead    WF      FenceMade
//              acq   AcquireFence
//              rel   ToldByWrite
//   TSO        OR    ToldByRead       LW     LastWriteRead
//              OW    ToldByWrite      LM     Overwritten
//              OR&C  Access
//              OW&C  Flush
//   PSO        OR    ToldByRead       LW     LastWriteRead
//              OW    ToldByWrite      LM     Overwritten
//              OF    Flush
//              OR&C  Access           OW&C of the twins: Access
//
// Twins (B, BW, BF and those of RC20 and PSO) are the same stories, ending with a write. C has no
// meaning alone: own coherence says nothing about writes that are out of reach anyway. The
// rows of RC11 are in rederive_rc11.cpp.
#pragma once

#include <string>
#include <vector>

#include "check/stories.h"
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
void addRc11Rows(const Storyteller& teller, const ExecutionGraph& past,
                 const MonitoredCells& monitored, const RowPlan& plan, unsigned threads,
                 const std::vector<std::uint32_t>& plainCells, std::vector<DefinedRow>& out);

class RowDefinitions {
 public:
  // `shadows`: rows of RC20 have columns for plain cells.
  RowDefinitions(const Program& program, ModelName model, const MonitoredCells& monitored,
                 bool shadows);

  // The rows of the plan after an SC run. Once the run has a data race the verdict is settled;
  // what leans on there being none, the rows over cells and the shadows, is then left out.
  std::vector<DefinedRow> after(const std::vector<RunStep>& run, const RowPlan& plan) const;

 private:
  struct Definition {
    RowOwner::Kind owner{};
    std::vector<std::string> names;
    Story story{};
    Ending ending = Ending::Read;
  };
  static std::vector<Definition> definitionsOf(ModelName model);

  template <class Visit>
  void forEachOwner(RowOwner::Kind kind, const Visit& visit) const;
  std::vector<bool> membersOf(const ExecutionGraph& past, const Definition& definition,
                              const RowOwner& owner, bool shadows) const;
  void addReach(const ExecutionGraph& past, std::vector<DefinedRow>& out) const;
  void addOwners(const ExecutionGraph& past, std::vector<DefinedRow>& out) const;

  Storyteller teller;
  ModelName model;
  const MonitoredCells& monitored;
  unsigned threads;
  std::vector<std::uint32_t> plainCells;  // those with shadows
};

}  // namespace robur
