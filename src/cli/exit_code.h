// Exit codes of the process. Scripts depend on these numbers; they are documented in --help and
// never change.
#pragma once

#include <cstdint>

#include "result/decision.h"

namespace robur {

enum class ExitCode : std::uint8_t {
  Holds = 0,      // every property asked for holds
  Violation = 1,  // also of `fmt --check`: a file is not formatted
  BadInput = 2,   // bad usage, unreadable file, broken program, unwritable output
  Unknown = 3,    // a limit was reached or the user interrupted
  Internal = 70,
};

constexpr ExitCode codeFor(Decision decision) {
  switch (decision) {
    case Decision::Holds:
      return ExitCode::Holds;
    case Decision::Violated:
      return ExitCode::Violation;
    case Decision::Unknown:
      break;
  }
  return ExitCode::Unknown;
}

// The exit code for several files: the most severe one.
constexpr ExitCode worse(ExitCode a, ExitCode b) {
  constexpr auto rank = [](ExitCode code) {
    switch (code) {
      case ExitCode::Holds:
        return 0;
      case ExitCode::Unknown:
        return 1;
      case ExitCode::Violation:
        return 2;
      case ExitCode::BadInput:
        return 3;
      case ExitCode::Internal:
        return 4;
    }
    return 4;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace robur
