// Alone in its file, so that a new version recompiles nothing else.
#include "cli/version.h"

namespace robur {

const char* version() {
  return ROBUR_VERSION;
}

}  // namespace robur
