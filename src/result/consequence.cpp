#include "result/consequence.h"

namespace robur {

const char* spelling(Consequence::Answer answer) {
  switch (answer) {
    case Consequence::Answer::Harmful:
      return "harmful";
    case Consequence::Answer::Different:
      return "different";
    case Consequence::Answer::Harmless:
      return "harmless";
    case Consequence::Answer::Unknown:
      break;
  }
  return "unknown";
}

const char* spelling(Consequence::Bad bad) {
  switch (bad) {
    case Consequence::Bad::Assertion:
      return "assertion";
    case Consequence::Bad::Fault:
      return "fault";
    case Consequence::Bad::Race:
      return "race";
    case Consequence::Bad::Hang:
      return "hang";
    case Consequence::Bad::Outcome:
      return "outcome";
    case Consequence::Bad::Nothing:
      break;
  }
  return "none";
}

}  // namespace robur
