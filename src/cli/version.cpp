// Alone in its file, so that a new version or commit recompiles nothing else.
#include "cli/version.h"

#include "robur_commit.h"

namespace robur {

const char* version() {
  return ROBUR_VERSION;
}

std::string versionText() {
  std::string details = ROBUR_COMMIT ROBUR_BUILT_WITH;
  if (details.starts_with(", ")) details = details.substr(2);
  const std::string out = std::string("robur ") + version();
  return (details.empty() ? out : out + " (" + details + ")") + "\n";
}

}  // namespace robur
