// The locations and types of a random program, and random orders, values, conditions, addresses and
// accesses over them.
#pragma once

#include <optional>
#include <vector>

#include "generators/instructions.h"
#include "generators/program.h"
#include "generators/rng.h"

namespace robur::testing {

// How the threads use plain memory, if there is some: under one lock, after a flag that one
// thread sets, or anyhow. The first two race only if orders or fences are too weak.
enum class Discipline { None, Lock, Flag, Anyhow };

class Vocabulary {
 public:
  // Declares the locations.
  Vocabulary(Rng& rng, const GeneratorOptions& options, Program& program);

  IntType type() const { return type_; }  // of every location and of most registers
  const std::vector<LocationId>& atomics() const { return atomics_; }
  std::optional<LocationId> array() const { return array_; }  // is one of the atomics
  Discipline discipline() const { return discipline_; }
  bool hasPlain() const { return discipline_ != Discipline::None; }
  Address plain() const { return at(*plain_); }
  Address guard() const { return at(*guard_); }  // the lock or flag of plain memory

  // The thread that speaks: its registers, and whether it has copies and so an index.
  void setThread(std::vector<RegId> registers, bool copies);

  RegId anyRegister() { return registers_[rng_.below(registers_.size())]; }
  LocationId anyAtomic() { return atomics_[rng_.below(atomics_.size())]; }
  Order readOrder();
  Order writeOrder();
  Order rmwOrder();
  ExprPtr value();
  ExprPtr comparison(const ExprPtr& left);
  ExprPtr condition() { return comparison(reg(anyRegister())); }
  // An element of the location: the one given, or any.
  Address addressIn(LocationId location, ExprPtr index = nullptr);
  Instr atomicAccess(LocationId location, ExprPtr index = nullptr);
  Instr atomicLoad(LocationId location, ExprPtr index = nullptr);
  Instr atomicStore(LocationId location, ExprPtr index = nullptr);
  Instr plainAccess(bool write);
  Instr anyFence();

 private:
  LocationId declare(std::string name, bool atomic, std::size_t cells);
  bool sc() { return options_.scAccesses && rng_.chance(40); }
  std::int64_t anyValue() { return rng_.between(0, type_.hi); }
  ExprPtr expected() { return rng_.chance(75) ? constant(anyValue()) : value(); }

  Rng& rng_;
  const GeneratorOptions options_;
  Program& program_;
  IntType type_;
  std::vector<LocationId> atomics_;
  std::optional<LocationId> array_;
  std::optional<LocationId> plain_;
  std::optional<LocationId> guard_;
  Discipline discipline_ = Discipline::None;
  std::vector<RegId> registers_;
  bool copies_ = false;
};

}  // namespace robur::testing
