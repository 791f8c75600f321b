// A change of the monitor's rows, passed down by reference: change(rows). Valid during the call
// that it is passed to.
#pragma once

#include <cstdint>

namespace robur {

class RowChange {
 public:
  template <class Change>
  RowChange(const Change& change)  // NOLINT(google-explicit-constructor)
      : object(&change),
        call([](const void* it, std::uint64_t* rows) { (*static_cast<const Change*>(it))(rows); }) {
  }

  void operator()(std::uint64_t* rows) const { call(object, rows); }

 private:
  const void* object;
  void (*call)(const void*, std::uint64_t*);
};

}  // namespace robur
