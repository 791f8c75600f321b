// The version, as the build knows it.
#pragma once

namespace robur {

const char* version();  // "0.1.0"

}  // namespace robur
