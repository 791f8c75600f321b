// The vocabulary of the IR: identifiers, integer types, memory orders, source spans.
//
// Identifiers are enums over integers, so that a cell cannot be passed in place of a register, at
// no cost at run time.
#pragma once

#include <cstdint>
#include <limits>

namespace robur {

enum class LocationId : std::uint32_t {};  // a declared name, scalar or array
enum class CellId : std::uint32_t {};      // one unit of memory; arrays have several
enum class RegId : std::uint32_t {};       // a register of one thread's code
enum class CodeId : std::uint32_t {};      // a piece of thread code, shared by its copies
enum class ThreadId : std::uint32_t {};    // one running thread
enum class FrameId : std::uint32_t {};     // a function that was called, and its callers
using Pc = std::uint32_t;                  // an index into Code::instrs

inline constexpr RegId kNoReg{std::numeric_limits<std::uint32_t>::max()};
inline constexpr FrameId kNoFrame{std::numeric_limits<std::uint32_t>::max()};

template <class Id>
constexpr std::uint32_t raw(Id id) {
  return static_cast<std::uint32_t>(id);
}

enum class Order : std::uint8_t { NonAtomic, Rlx, Acq, Rel, AcqRel, Sc };

constexpr bool acquires(Order o) {
  return o == Order::Acq || o == Order::AcqRel || o == Order::Sc;
}
constexpr bool releases(Order o) {
  return o == Order::Rel || o == Order::AcqRel || o == Order::Sc;
}

// The values lo..hi. A result outside this range either wraps around or is an overflow error of the
// program, depending on the declaration; no value is ever clamped silently.
struct IntType {
  enum class Overflow : std::uint8_t { Error, Wrap };

  std::int64_t lo = 0;
  std::int64_t hi = 0;
  Overflow overflow = Overflow::Error;

  constexpr bool contains(std::int64_t v) const { return lo <= v && v <= hi; }
  // Number of values minus one, so that all 2^64 of them still fit.
  constexpr std::uint64_t extent() const {
    return static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
  }
  constexpr std::int64_t wrap(std::int64_t v) const {
    if (contains(v) || extent() == std::numeric_limits<std::uint64_t>::max()) return v;
    const std::uint64_t size = extent() + 1;
    const std::uint64_t up = static_cast<std::uint64_t>(v) - static_cast<std::uint64_t>(lo);
    if (v >= lo) return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + up % size);
    const std::uint64_t down = static_cast<std::uint64_t>(lo) - static_cast<std::uint64_t>(v);
    const std::uint64_t offset = (size - down % size) % size;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + offset);
  }
  friend constexpr bool operator==(const IntType&, const IntType&) = default;
};

inline constexpr IntType kInt32{std::numeric_limits<std::int32_t>::min(),
                                std::numeric_limits<std::int32_t>::max(), IntType::Overflow::Wrap};
inline constexpr IntType kBool{0, 1, IntType::Overflow::Error};

// Lines and columns count from 1, columns in bytes; the end is exclusive. A default span (line 0)
// marks elements that have no source text.
struct Span {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t endLine = 0;
  std::uint32_t endColumn = 0;

  constexpr bool known() const { return line != 0; }
  friend constexpr bool operator==(const Span&, const Span&) = default;
};

}  // namespace robur
