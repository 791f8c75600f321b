// What a strengthening costs.
//
// The price depends on the kind of change, in units of a plain access, and follows what compilers
// emit. On x86, acquire and release only restrict the compiler, an SC store is an xchg and an SC
// fence an mfence. On Arm, acquire and release accesses are ldar and stlr, and fences are dmb, of
// which the acquire fence is the cheaper dmb ishld. A fence costs more than an order, SC more than
// the other orders, and an update more than a fence.
//
//   order   acq or rel 1, acq_rel 2, sc 3 (a store: 6)
//   fence   acq 2, rel 3, acq_rel 4, sc 8
//   locked  10
//
// Every edit also has to be read and maintained, so among equally expensive repairs the one with
// the fewest edits is taken.
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

  // Reads how often each line of the source was executed: "LINE COUNT" per line. Lines that are not
  // listed were not executed. Returns an error message, or nothing.
  std::string readProfile(std::string_view text);
  // Reads prices: "fence sc 4", "order acq 2", "locked 9", each followed by "at LINE" if it is for
  // one line only. Returns an error message, or nothing.
  std::string readTable(std::string_view text);

  // The price of giving this strength to the site, which has its base strength now.
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
