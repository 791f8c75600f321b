// What a strengthening costs.
//
// By kind, in units of a plain access, from what compilers emit: on x86 acquire and release
// cost nothing at run time but tie the compiler, an SC store is an xchg, an SC fence an
// mfence; on Arm acquire and release accesses are ldar and stlr, fences are dmb, the acquire
// one the cheaper dmb ishld. A fence costs more than an order, SC more than the rest, and an
// update more than a fence.
//
//   order   acq or rel 1, acq_rel 2, sc 3 (a store: 6)
//   fence   acq 2, rel 3, acq_rel 4, sc 8
//   locked  10
//
// Whatever is chosen, every edit also has to be read and maintained, so that of equally
// expensive repairs the one with the fewest edits is taken.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "repair/strengthening.h"

namespace robur {

class Prices {
 public:
  enum class By : std::uint8_t { Kind, Size, Runtime };

  explicit Prices(By by = By::Kind) : by(by) {}

  // Counts per line of the source, "line count" each: how often it was executed. A line that
  // is not mentioned was not executed. Says what is wrong with the text, or nothing.
  std::string readProfile(std::string_view text);
  // "fence sc 4", "order acq 2", "locked 9", each with "at LINE" behind it if it is for one
  // line only. Says what is wrong with the text, or nothing.
  std::string readTable(std::string_view text);

  // Of giving this strength to the site, which is now at its base.
  std::uint64_t of(const Site& site, Order order, bool store) const;

 private:
  struct Entry {
    std::string kind;        // fence, order, locked
    std::string order;       // "": any
    std::uint32_t line = 0;  // 0: any
    std::uint64_t price = 0;
  };

  By by;
  std::optional<std::map<std::uint32_t, std::uint64_t>> counts;
  std::vector<Entry> table;
};

}  // namespace robur
