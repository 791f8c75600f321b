// A program in Trencher's format, before lowering: threads are automata, whose transitions carry
// one instruction each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/expr.h"
#include "program/source.h"

namespace robur::frontend_trencher {

enum class StateId : std::uint32_t {};

struct Transition {
  enum class Kind : std::uint8_t { Read, Write, Local, Check, Noop, Mfence, Lock, Unlock };

  Kind kind = Kind::Noop;
  StateId from{};
  StateId to{};
  RegId reg = kNoReg;  // Read, Local
  ExprPtr value;       // Write, Local, Check
  ExprPtr address;     // Read, Write
  Span span;           // of the instruction
};

struct State {
  std::string name;
  std::vector<std::uint32_t> out;  // indices into Automaton::transitions, in text order
};

struct RegisterUse {
  std::string name;
  Span firstUse;
  bool assigned = false;
};

struct Automaton {
  std::string name;
  Span span;
  StateId initial{};
  std::vector<State> states;
  std::vector<RegisterUse> registers;
  std::vector<Transition> transitions;
};

constexpr bool accesses(Transition::Kind kind) {
  return kind == Transition::Kind::Read || kind == Transition::Kind::Write;
}

}  // namespace robur::frontend_trencher
