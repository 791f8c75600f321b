// FNV-1a with 64 bits: it is the same on every machine and in every version, and needs to tell
// apart only the problems of one program.
#include "report/fingerprint.h"

#include <cstdint>

#include <fmt/format.h>

namespace robur {

std::string fingerprintOf(std::initializer_list<std::string_view> parts) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](unsigned char byte) {
    hash ^= byte;
    hash *= 0x100000001b3;
  };
  for (const std::string_view part : parts) {
    for (const char c : part) add(static_cast<unsigned char>(c));
    add(0);
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace robur
