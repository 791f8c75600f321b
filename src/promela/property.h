// The properties that the assertions of the exported model name; see promela.h for what each of
// them means.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace robur::promela {

enum class Property : std::uint8_t {
  Robust,
  RaceFree,
  AssertionHolds,
  NoOverflow,
  InBounds,
  NoDivisionByZero,
  NoMixedAccess,
  Within32Bits,
};

// The identifiers in the model, in the order of the enumeration.
inline constexpr std::array kPropertyNames = {
    "robust",    "race_free",           "assertion_holds", "no_overflow",
    "in_bounds", "no_division_by_zero", "no_mixed_access", "within_32_bits",
};
static_assert(kPropertyNames.size() == static_cast<std::size_t>(Property::Within32Bits) + 1);

constexpr const char* nameOf(Property p) {
  return kPropertyNames[static_cast<std::size_t>(p)];
}

inline std::string assertion(Property p) {
  return std::string("assert(") + nameOf(p) + ")";
}

}  // namespace robur::promela
