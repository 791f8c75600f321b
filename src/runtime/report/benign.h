// Bytes on which the program has declared races to be harmless (AnnotateBenignRace).
#pragma once

#include <cstddef>
#include <cstdint>

namespace robur::runtime {

void expectRaces(std::uint64_t address, std::size_t size);
bool racesExpected(std::uint64_t address, std::size_t size);

}  // namespace robur::runtime
