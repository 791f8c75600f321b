// The version, as the build knows it.
#pragma once

#include <string>

namespace robur {

const char* version();  // "0.1.0"

// What `robur --version` prints: also the commit, and the libraries that its programs were built
// with.
std::string versionText();

}  // namespace robur
