// Names of verify's verdicts and engines, as on the command line and in JSON.
#include "result/verify_result.h"

namespace robur {

const char* spelling(Safety safety) {
  switch (safety) {
    case Safety::Safe:
      return "safe";
    case Safety::Unsafe:
      return "unsafe";
    case Safety::Unknown:
      break;
  }
  return "unknown";
}

const char* spelling(Engine engine) {
  switch (engine) {
    case Engine::All:
      return "all";
    case Engine::Sc:
      return "sc";
    case Engine::Robust:
      return "robust";
    case Engine::Potential:
      return "potential";
    case Engine::Buffers:
      return "buffers";
    case Engine::Graphs:
      break;
  }
  return "graphs";
}

}  // namespace robur
