// The program that proofs are about: threads as graphs of atomic actions over unbounded memory.
//
// An action is atomic and accesses at most one cell, as a machine instruction does. Every statement
// of the language is lowered to one of these kinds:
//
//   kind     reads Loaded   guard          result          stored     buffer
//   Local                   a condition    an expression
//   Read     yes            of a wait      Loaded, Chosen
//   Write                                                  yes        receives the write
//   Update   if it reads    of cas, bcas   Loaded, Chosen  if it does must be empty
//   Fence                                                             must be empty
//
// An action whose guard is false blocks. A cas is two actions, one per outcome. The ghosts of an
// action are updated with it; the program never reads them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/source.h"
#include "prove/claim.h"

namespace robur::prove {

enum class NodeId : std::uint32_t {};  // a control location of one thread

template <class Id>
constexpr std::size_t at(Id id) {
  return static_cast<std::size_t>(id);
}

struct Var {
  std::string name;
  bool array = false;
  bool ghost = false;
  bool atomic = true;
  std::optional<std::int64_t> lo, hi;  // declared range
  std::optional<std::int64_t> size;    // declared size of an array
  std::vector<std::int64_t> init;      // the first cells; the rest is 0
  Span span;
};

struct GhostUpdate {
  VarId var{};
  TermPtr index;  // null for a scalar
  TermPtr value;
  TermPtr when;  // null: always
  Span span;
};

// One outcome of an access: if the guard holds for the value read, `stored` is written.
struct Outcome {
  TermPtr guard;   // null: always
  TermPtr stored;  // null: nothing
};

struct Assignment {
  RegisterId reg{};
  TermPtr value;
};

struct Action {
  enum class Kind : std::uint8_t { Local, Read, Write, Update, Fence };

  Kind kind = Kind::Local;
  std::size_t instruction = 0;  // the same for all outcomes of one access
  NodeId from{};
  NodeId to{};
  Span span;
  std::string text;  // source text
  std::optional<VarId> var;
  TermPtr index;                   // of an array
  TermPtr guard;                   // null: always
  std::vector<Assignment> sets;    // simultaneous: values refer to the state before
  TermPtr stored;                  // null: writes nothing
  std::vector<Outcome> originals;  // a havoc: the outcomes of the access that it abstracts
  bool chooses = false;
  bool changes = false;
  std::vector<GhostUpdate> ghosts;
  std::vector<Claim> claims;  // hold whenever the action happens

  bool accesses() const { return var.has_value(); }
  bool writes() const { return stored != nullptr; }
  bool abstracts() const { return !originals.empty(); }
  bool drains() const { return kind == Kind::Update || kind == Kind::Fence; }
};

struct Register {
  std::string name;
  std::int64_t init = 0;
  std::optional<std::int64_t> lo, hi;
  bool hidden = false;  // the value of an access inside an expression; not in the source
};

struct Thread {
  enum class Copies : std::uint8_t { One, Some, Any };

  std::string name;
  Copies copies = Copies::One;
  std::int64_t count = 1;  // Some
  std::vector<Register> registers;
  std::vector<std::string> registerNames;
  std::vector<Action> actions;
  std::vector<std::vector<std::size_t>> out;   // actions that begin at each node
  std::vector<std::vector<Claim>> invariants;  // of each node
  std::vector<Claim> ensures;
  NodeId entry{};
  NodeId exit{};
  Span span;

  void setActions(std::vector<Action> all, std::size_t nodes);
  bool replicated() const { return copies == Copies::Any || count > 1; }
  std::size_t nodes() const { return out.size(); }
};

struct System {
  Source source;
  std::vector<Var> vars;
  std::vector<std::string> varNames;
  std::vector<Thread> threads;
  std::vector<Claim> invariants;
  std::vector<std::int64_t> constants;  // all numbers in the program, sorted

  Names names(const Thread& t) const { return {varNames, t.registerNames}; }
  bool unbounded() const;  // not finite, so `robur check` cannot explore it
  void note(std::int64_t number);
};

}  // namespace robur::prove
