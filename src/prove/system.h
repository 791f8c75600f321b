// What is proved about: threads as graphs of atomic actions over unbounded memory.
//
// An action happens at once. It accesses at most one cell, as on the machine, and all that the
// language has is one form of it:
//
//   kind     reads Loaded   guard          result          stored     buffer
//   Local                   a condition    an expression
//   Read     yes            of a wait      Loaded, Chosen
//   Write                                                  yes        the write waits in it
//   Update   if it reads    of cas, bcas   Loaded, Chosen  if it does is empty
//   Fence                                                             is empty
//
// A guard that does not hold blocks the action. A cas is two actions, one per outcome. The
// ghosts of an action change together with it; the program never looks at them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/source.h"
#include "prove/claim.h"

namespace robur::prove {

enum class NodeId : std::uint32_t {};  // a place in the code of one thread

template <class Id>
constexpr std::size_t at(Id id) {
  return static_cast<std::size_t>(id);
}

struct Var {
  std::string name;
  bool array = false;
  bool ghost = false;
  bool atomic = true;
  std::optional<std::int64_t> lo, hi;  // values it may have, if declared
  std::optional<std::int64_t> size;    // of an array, if declared
  std::vector<std::int64_t> init;      // the first cells; the rest is 0
  Span span;
};

struct GhostUpdate {
  VarId var{};
  TermPtr index;  // null: no array
  TermPtr value;
  TermPtr when;  // null: always
  Span span;
};

// One thing that an access can do: if the guard holds of what it reads, it stores this.
struct Outcome {
  TermPtr guard;   // null: always
  TermPtr stored;  // null: nothing
};

struct Assignment {
  SlotId slot{};
  TermPtr value;
};

struct Action {
  enum class Kind : std::uint8_t { Local, Read, Write, Update, Fence };

  Kind kind = Kind::Local;
  std::size_t instruction = 0;  // outcomes of one access share it
  NodeId from{};
  NodeId to{};
  Span span;
  std::string text;  // as the source has it
  std::optional<VarId> var;
  TermPtr index;                   // of an array
  TermPtr guard;                   // null: always
  std::vector<Assignment> sets;    // at once: values are those of before
  TermPtr stored;                  // null: writes nothing
  std::vector<Outcome> originals;  // a havoc: what the access that it stands for could do
  bool chooses = false;
  bool changes = false;
  std::vector<GhostUpdate> ghosts;
  std::vector<Claim> claims;  // hold whenever the action happens

  bool accesses() const { return var.has_value(); }
  bool writes() const { return stored != nullptr; }
  bool abstracts() const { return !originals.empty(); }
  bool drains() const { return kind == Kind::Update || kind == Kind::Fence; }
};

struct Slot {
  std::string name;
  std::int64_t init = 0;
  std::optional<std::int64_t> lo, hi;
  bool hidden =
      false;  // holds the value of an access inside an expression; has no name in the source
};

struct Thread {
  enum class Copies : std::uint8_t { One, Some, Any };

  std::string name;
  Copies copies = Copies::One;
  std::int64_t count = 1;  // Some
  std::vector<Slot> slots;
  std::vector<std::string> slotNames;
  std::vector<Action> actions;
  std::vector<std::vector<std::size_t>> out;   // actions that begin at each node
  std::vector<std::vector<Claim>> invariants;  // of each node
  std::vector<Claim> ensures;
  NodeId entry{};
  NodeId exit{};
  Span span;

  bool replicated() const { return copies == Copies::Any || count > 1; }
  std::size_t nodes() const { return out.size(); }
};

struct System {
  Source source;
  std::vector<Var> vars;
  std::vector<std::string> varNames;
  std::vector<Thread> threads;
  std::vector<Claim> invariants;
  std::vector<std::int64_t> constants;  // numbers that the program mentions, sorted

  Names names(const Thread& t) const { return {varNames, t.slotNames}; }
  bool unbounded() const;  // robur check could not take it
};

}  // namespace robur::prove
