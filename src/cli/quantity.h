// Numbers with units, as people type them: 2G, 30s, 1M.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace robur {

std::optional<std::uint64_t> countNamed(std::string_view text);  // 5000, 10k, 2M, 1G (thousands)
std::optional<std::uint64_t> bytesNamed(std::string_view text);  // 4096, 512M, 1.5G, 2GiB (1024)
std::optional<double> secondsNamed(std::string_view text);       // 30, 30s, 500ms, 5m, 1.5h

}  // namespace robur
