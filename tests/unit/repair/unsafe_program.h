// Small random programs in which something can go wrong under weak memory only: the shapes of
// litmus tests with accesses and orders at random. What must not happen is an assertion, or that
// two threads are at plain memory at once, or that a thread waits in vain.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "generators/rng.h"

namespace robur::testing {

class UnsafeProgram {
 public:
  // With `orders`, accesses have orders, and weaker fences than sc occur.
  UnsafeProgram(std::uint64_t seed, bool orders) : random(seed), orders(orders) {}

  std::string text() {
    const std::string cells = "atomic 0..2 x, y, go;\nplain 0..3 d;\n";
    switch (random.weighted({4, 4, 2, 2, 2})) {
      case 0:
        return cells + storeBuffering();
      case 1:
        return cells + messagePassing();
      case 2:
        return cells + causality();
      case 3:
        return cells + independentReads();
      default:
        return cells + anything();
    }
  }

 private:
  std::string order(bool reads, bool writes) {
    if (!orders) return "";
    const char* o = reads && writes ? random.pick({"acq", "rel", "acq_rel"})
                    : reads         ? "acq"
                                    : "rel";
    if (random.chance(65)) o = "rlx";
    if (random.chance(8)) o = "sc";
    return (writes ? ", " : "") + std::string(o);
  }

  std::string fence() {
    if (!random.chance(orders ? 12 : 40)) return "";
    return fmt::format("fence({}); ", orders ? random.pick({"acq", "rel", "sc"}) : "sc");
  }

  std::string write(const char* cell) {
    return (random.chance(85) ? fmt::format("{}.store(1{}); ", cell, order(false, true))
                              : fmt::format("{}.exchange(1{}); ", cell, order(true, true))) +
           fence();
  }

  std::string read(const char* reg, const char* cell) {
    return (random.chance(85)
                ? fmt::format("{} = {}.load({}); ", reg, cell, order(true, false))
                : fmt::format("{} = {}.cas(2, 2{}); ", reg, cell, order(true, true))) +
           fence();
  }

  static std::string thread(const char* name, const std::string& body) {
    return fmt::format("thread {} {{ local 0..3 p, q, r; {}}}\n", name, body);
  }

  // What only one of two threads may do, or that somebody must do.
  std::string storeBuffering() {
    const bool waits = random.chance(30);
    const auto body = [&](const char* own, const char* other) {
      const std::string first = write(own) + read("p", other);
      if (waits)
        return first + fmt::format("if (p == 1) {{ go.store(1{}); }} ", order(false, true));
      return first + (random.chance(70) ? "if (p == 0) { d = 1; } " : "if (p == 0) { r = d; } ");
    };
    const std::string a = body("x", "y");
    return thread("a", a) + thread("b", body("y", "x")) +
           (waits ? fmt::format("thread c {{ wait(go == 1{}); }}\n",
                                orders ? ", " + order(true, false) : "")
                  : "");
  }

  std::string messagePassing() {
    const std::string data = random.chance(50) ? "d = 1; " : "";
    const std::string tail =
        data.empty() ? read("q", "x") + "assert(!(p == 1 && q == 0)); " : "if (p == 1) { r = d; } ";
    return thread("a", data + write("x") + write("y")) + thread("b", read("p", "y") + tail);
  }

  std::string causality() {
    return thread("a", write("x")) +
           thread("b", read("p", "x") + "if (p == 1) { " + write("y") + "} ") +
           thread("c", read("p", "y") + read("q", "x") + "assert(!(p == 1 && q == 0)); ");
  }

  // Two readers that see two writes in different orders, and then meet at plain memory.
  std::string independentReads() {
    const auto reader = [&](const char* first, const char* second) {
      return read("p", first) + read("q", second) + "if (p == 1 && q == 0) { d = 1; } ";
    };
    const std::string c = reader("x", "y");
    return thread("a", write("x")) + thread("b", write("y")) + thread("c", c) +
           thread("e", reader("y", "x"));
  }

  std::string anything() {
    const auto body = [&] {
      std::string out = random.chance(30) ? "d = 1; " : "";
      for (auto n = random.between(2, 3); n > 0; --n) {
        const char* const cell = random.pick({"x", "y"});
        out += random.chance(50) ? write(cell) : read(random.pick({"p", "q"}), cell);
      }
      const std::string seen =
          fmt::format("p == {} && q == {}", random.between(0, 1), random.between(0, 1));
      return out + (random.chance(50) ? fmt::format("assert(!({})); ", seen)
                                      : fmt::format("if ({}) {{ d = 2; }} ", seen));
    };
    const std::string a = body();
    return thread("a", a) + thread("b", body());
  }

  Rng random;
  const bool orders;
};

}  // namespace robur::testing
