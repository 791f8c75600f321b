#include "generators/twin_text.h"

namespace robur::testing {

namespace {

std::string inCpp(const std::string& order) {
  if (order == "rlx") return "std::memory_order_relaxed";
  if (order == "acq") return "std::memory_order_acquire";
  if (order == "rel") return "std::memory_order_release";
  if (order == "acq_rel") return "std::memory_order_acq_rel";
  return "std::memory_order_seq_cst";
}

struct Weights {
  unsigned load, store, exchange, cas, fence;
};

void addInstruction(Rng& rng, TwinText& code, const std::string& x, const Weights& w,
                    unsigned scShare) {
  const auto pick = [&](std::initializer_list<const char*> orders) {
    const std::string weaker = orders.begin()[rng.below(orders.size())];
    return scShare > 0 && rng.chance(scShare) ? "sc" : weaker;
  };
  const std::string read = pick({"rlx", "acq"});
  const std::string write = pick({"rlx", "rel"});
  const std::string both = pick({"rlx", "acq", "rel", "acq_rel"});
  const std::string one = std::to_string(rng.between(0, 2));
  const std::string two = std::to_string(rng.between(0, 2));
  switch (rng.weighted({w.load, w.store, w.exchange, w.cas, w.fence})) {
    case 0:
      code.add("r = " + x + ".load(" + read + ");", "r = " + x + ".load(" + inCpp(read) + ");");
      break;
    case 1:
      code.add(x + ".store(" + one + ", " + write + ");",
               x + ".store(" + one + ", " + inCpp(write) + ");");
      break;
    case 2:
      code.add("r = " + x + ".exchange(" + one + ", " + both + ");",
               "r = " + x + ".exchange(" + one + ", " + inCpp(both) + ");");
      break;
    case 3:
      code.add("r = " + x + ".cas(" + one + ", " + two + ", " + both + ", " + read + ");",
               "{ int e = " + one + "; " + x + ".compare_exchange_strong(e, " + two + ", " +
                   inCpp(both) + ", " + inCpp(read) + "); r = e; }");
      break;
    default: {
      const std::string order = rng.pick({"acq", "rel", "acq_rel", "sc", "sc", "sc"});
      code.add("fence(" + order + ");", "std::atomic_thread_fence(" + inCpp(order) + ");");
    }
  }
}

// One location and then the other, perhaps with a fence between: of such threads about half are
// robust together.
TwinText thread(Rng& rng, int number, bool small, unsigned scShare) {
  TwinText code;
  const bool swapped = rng.chance(85) ? number % 2 == 1 : number % 2 == 0;
  const bool locked = rng.chance(10);
  if (locked) code.add("lock(m);", "m.lock();");
  addInstruction(rng, code, swapped ? "y" : "x", {2, 6, 1, 1, 0}, scShare);
  if (rng.chance(small ? 10 : 50)) addInstruction(rng, code, "x", {0, 0, 0, 0, 1}, 0);
  if (!small || number == 2)
    addInstruction(rng, code, swapped ? "x" : "y", {6, 2, 1, 1, 0}, scShare);
  if (locked) code.add("unlock(m);", "m.unlock();");
  const std::string name = "t" + std::to_string(number);
  return {"thread " + name + " {\n  local 0..3 r;\n" + code.rob + "}\n",
          "  const auto " + name + " = [&] {\n  int r = 0;\n" + code.cpp +
              "  __asm__ volatile(\"\" : : \"r\"(r));\n  };\n"};
}

}  // namespace

TwinText randomTwin(Rng& rng, unsigned scShare) {
  TwinText all;
  const int threads = rng.chance(20) ? 3 : 2;
  for (int i = 0; i < threads; ++i) {
    const TwinText one = thread(rng, i, threads == 3, scShare);
    all.rob += one.rob;
    all.cpp += one.cpp;
  }
  all.rob = "atomic 0..3 x, y, m;\n" + all.rob;
  all.cpp = "  std::atomic<int> x{0}, y{0};\n  std::mutex m;\n" + all.cpp;
  for (int i = 0; i < threads; ++i) {
    const std::string n = std::to_string(i);
    all.cpp += "  std::thread s" + n + "(t" + n + ");\n";
  }
  for (int i = 0; i < threads; ++i) all.cpp += "  s" + std::to_string(i) + ".join();\n";
  return all;
}

}  // namespace robur::testing
