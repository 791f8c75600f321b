// Sixteen narrow rows in one register, and what is done to all of them at once.
//
// These are the vector types of GCC and Clang: on a processor with AVX2 each operation is one
// instruction, on others the compiler makes do with what there is.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "models/bits.h"

namespace robur {

class Lanes {
 public:
  static constexpr unsigned kCount = 16;

  explicit Lanes(const Bits<0>* rows) { std::memcpy(&v, rows, sizeof v); }
  explicit Lanes(const std::array<std::uint16_t, kCount>& masks) {
    std::memcpy(&v, masks.data(), sizeof v);
  }
  // The same in every lane.
  explicit Lanes(const Bits<0>& all) : v(Vector{} | all.words[0]) {}
  // Everything in the lanes that the set names, nothing in the others.
  static Lanes chosenBy(const Bits<0>& set) {
    return Lanes(static_cast<Vector>((numbers() & set.words[0]) != 0));
  }

  void store(Bits<0>* rows) const { std::memcpy(rows, &v, sizeof v); }

  friend Lanes operator&(const Lanes& a, const Lanes& b) { return Lanes(a.v & b.v); }
  friend Lanes operator|(const Lanes& a, const Lanes& b) { return Lanes(a.v | b.v); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.v & ~b.v); }

  // Everything in the lanes that are not empty.
  Lanes filled() const { return Lanes(static_cast<Vector>(v != 0)); }
  // The numbers of the lanes that are not empty.
  Bits<0> numbersOfFilled() const { return Lanes(filled().v & numbers()).together(); }
  // What is in some lane.
  Bits<0> together() const {
    std::uint64_t quarter[4];
    std::memcpy(quarter, &v, sizeof v);
    std::uint64_t all = quarter[0] | quarter[1] | quarter[2] | quarter[3];
    all |= all >> 32;
    all |= all >> 16;
    return Bits<0>{{static_cast<std::uint16_t>(all)}};
  }

 private:
  using Vector = std::uint16_t __attribute__((vector_size(32)));
  explicit Lanes(const Vector& vector) : v(vector) {}
  static Vector numbers() {
    return Vector{1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                  1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
  }

  Vector v;
};

}  // namespace robur
