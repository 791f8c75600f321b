// Tracing of decisions, in debug builds: ROBUR_TRACE=search,check in the environment prints those
// of the search and of the check on standard error. Release builds contain nothing of it.
#pragma once

#ifndef NDEBUG

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace robur {

inline bool isTraced(std::string_view topic) {
  const char* const wanted = std::getenv("ROBUR_TRACE");
  return wanted != nullptr && std::string_view(wanted).find(topic) != std::string_view::npos;
}

}  // namespace robur

#define ROBUR_TRACE(topic, ...)                                                   \
  do {                                                                            \
    if (::robur::isTraced(topic)) {                                               \
      std::fputs((topic ": " + fmt::format(__VA_ARGS__) + "\n").c_str(), stderr); \
    }                                                                             \
  } while (false)

#else

#define ROBUR_TRACE(...) \
  do {                   \
  } while (false)

#endif
