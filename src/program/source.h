// Source text, and diagnostics about it, which are shown with the line they refer to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"

namespace robur {

struct Source {
  // Whose file it is. Only the user's files are edited.
  enum class Owner : std::uint8_t {
    Given,    // the user's, on the command line
    Own,      // the user's, a header
    Library,  // somebody else's header
  };

  std::string path;
  std::string text;
  Owner owner = Owner::Given;

  // The line without its end; empty if there is none. Lines count from 1.
  std::string_view line(std::uint32_t number) const;
};

struct Diagnostic {
  enum class Severity : std::uint8_t { Error, Warning, Note };

  // Identifies the rule that is broken. Code that treats a diagnostic specially, and tests,
  // compare this and never the message. One code per rule of validate(); diagnostics that are
  // only printed have none.
  // clang-format off
  enum class Code : std::uint8_t {
    None,
    // sizes
    TooManyThreads, TooManyCells, TooManyInstructions, TooManyRegisters,
    // declarations
    EmptyType, InitialValueOutsideType, NoCells, CellsOfScalar, ThreadWithoutCode,
    // control flow
    EntryOutsideCode, LabelOutsideCode, SuccessorCount, SuccessorOutsideCode,
    // operands
    NoDestination, UnknownRegister, UnknownLocation, NoOperand, NoExpectedValue, EmptyRange,
    UpdateDivides, LoadedOutsideWait, WaitIgnoresLoaded, NoAddress, IndexOfScalar,
    // orders
    PlainAccessToAtomic, AtomicAccessToPlain, AtomicOperationWithoutOrder, FenceOrder, ReadOrder,
    StoreOrder, FailureOrder,
  };
  // clang-format on

  Severity severity = Severity::Error;
  Span span;
  std::string message;  // what is wrong, lower case, no full stop
  std::string help;     // what to do instead; may be empty
  Code code = Code::None;
};

// "path:line:col: error: message", the source line, a caret under the span, the help.
std::string render(const Source& source, const Diagnostic& diagnostic);

bool hasErrors(const std::vector<Diagnostic>& diagnostics);

}  // namespace robur
