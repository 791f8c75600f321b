// Tracing of decisions, in debug builds: ROBUR_TRACE=search in the environment prints those of the
// search on standard error. Release builds contain nothing of it.
#pragma once

#ifdef NDEBUG

#define ROBUR_TRACE(...) static_cast<void>(0)

#else

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#define ROBUR_TRACE(topic, format, ...)                                                        \
  do {                                                                                         \
    const char* const traced = std::getenv("ROBUR_TRACE");                                     \
    if (traced != nullptr && std::string_view(traced).find(topic) != std::string_view::npos) { \
      fmt::print(stderr, topic ": " format "\n" __VA_OPT__(, ) __VA_ARGS__);                   \
    }                                                                                          \
  } while (false)

#endif
