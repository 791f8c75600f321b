// Nothing is cheaper than what is found for a C program: random threads are written in C, where
// they are repaired, and in Robur's language, where every set of changes below the price of the
// answer is tried. The two have nothing in common but the checker.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"
#include "unit/repair_c/compiled.h"
#include "unit/repair_c/directory.h"

namespace robur::testing {
namespace {

enum class Does { Load, Store, Update };

struct Access {
  Does does = Does::Load;
  char cell = 'x';
  Order order = Order::Rlx;
};
using Thread = std::vector<Access>;

// What is written in a thread: an order per access, and a fence or none in front of each and at
// the end.
struct Variant {
  std::vector<Order> orders;
  std::vector<std::optional<Order>> fences;
};

Variant asItIs(const Thread& thread) {
  Variant out;
  for (const Access& access : thread) out.orders.push_back(access.order);
  out.fences.resize(thread.size() + 1);
  return out;
}

std::string orderInRob(Order order) {
  switch (order) {
    case Order::Acq:
      return "acq";
    case Order::Rel:
      return "rel";
    case Order::AcqRel:
      return "acq_rel";
    case Order::Sc:
      return "sc";
    default:
      return "rlx";
  }
}
std::string orderInC(Order order) {
  switch (order) {
    case Order::Acq:
      return "__ATOMIC_ACQUIRE";
    case Order::Rel:
      return "__ATOMIC_RELEASE";
    case Order::AcqRel:
      return "__ATOMIC_ACQ_REL";
    case Order::Sc:
      return "__ATOMIC_SEQ_CST";
    default:
      return "__ATOMIC_RELAXED";
  }
}

std::string inC(const std::vector<Thread>& threads) {
  std::string out = "int x, y;\n";
  for (std::size_t t = 0; t < threads.size(); ++t) {
    out += fmt::format("void t{}(void) {{\n", t);
    for (const Access& a : threads[t]) {
      const std::string order = orderInC(a.order);
      out += a.does == Does::Load ? fmt::format("  __atomic_load_n(&{}, {});\n", a.cell, order)
             : a.does == Does::Store
                 ? fmt::format("  __atomic_store_n(&{}, {}, {});\n", a.cell, t + 1, order)
                 : fmt::format("  __atomic_exchange_n(&{}, {}, {});\n", a.cell, t + 1, order);
    }
    out += "}\n";
  }
  return out;
}

std::string inRob(const std::vector<Thread>& threads, const std::vector<Variant>& variants) {
  std::string out = "atomic 0..3 x, y;\n";
  for (std::size_t t = 0; t < threads.size(); ++t) {
    out += fmt::format("thread t{} {{\n  local 0..3 r;\n", t);
    for (std::size_t i = 0; i <= threads[t].size(); ++i) {
      if (variants[t].fences[i])
        out += fmt::format("  fence({});\n", orderInRob(*variants[t].fences[i]));
      if (i == threads[t].size()) break;
      const Access& a = threads[t][i];
      const std::string order = orderInRob(variants[t].orders[i]);
      out += a.does == Does::Load ? fmt::format("  r = {}.load({});\n", a.cell, order)
             : a.does == Does::Store
                 ? fmt::format("  {}.store({}, {});\n", a.cell, t + 1, order)
                 : fmt::format("  r = {}.exchange({}, {});\n", a.cell, t + 1, order);
    }
    out += "}\n";
  }
  return out;
}

Program programOf(const std::vector<Thread>& threads, const std::vector<Variant>& variants) {
  const std::string text = inRob(threads, variants);
  Parsed parsed = parseRob({"p.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return parsed.program ? std::move(*parsed.program) : Program{};
}

// Prices as the manual has them.
unsigned priceOfOrder(Does does, Order order) {
  if (order == Order::Sc) return does == Does::Load ? 3 : 6;
  return order == Order::AcqRel ? 2 : 1;
}
unsigned priceOfFence(Order order) {
  return order == Order::Acq ? 2 : order == Order::Rel ? 3 : order == Order::AcqRel ? 4 : 8;
}

struct AskedRepair {
  ModelName model;
  bool fences;
  bool orders;
  std::uint64_t most;  // a higher price has too many sets below it
};

class Enumeration {
 public:
  Enumeration(const std::vector<Thread>& threads, const AskedRepair& asked)
      : threads(threads), asked(asked) {
    for (const Thread& thread : threads) now.push_back(asItIs(thread));
  }

  // Is a variant robust that costs less than this?
  bool cheaperThan(std::uint64_t price) { return price > 0 && decide(0, 0, price - 1); }
  unsigned long tried = 0;

 private:
  // Decides about what stands in front of access `at` and about its order, and so on.
  bool decide(std::size_t t, std::size_t at, std::uint64_t left) {
    if (t == threads.size()) {
      ++tried;
      return isRobust(programOf(threads, now), asked.model);
    }
    if (fenced(t, at, left)) return true;
    if (!asked.fences) return false;
    std::vector<Order> kinds{Order::Sc};
    if (asked.model == ModelName::Rc11) kinds = {Order::Acq, Order::Rel, Order::AcqRel, Order::Sc};
    for (const Order order : kinds) {
      if (priceOfFence(order) > left) continue;
      now[t].fences[at] = order;
      if (fenced(t, at, left - priceOfFence(order))) return true;
    }
    now[t].fences[at].reset();
    return false;
  }
  bool fenced(std::size_t t, std::size_t at, std::uint64_t left) {
    if (at == threads[t].size()) return decide(t + 1, 0, left);
    if (decide(t, at + 1, left)) return true;
    if (!asked.orders || asked.model != ModelName::Rc11) return false;
    const Access& access = threads[t][at];
    for (const Order order : {Order::Acq, Order::Rel, Order::AcqRel, Order::Sc}) {
      const bool reads = access.does != Does::Store;
      const bool writes = access.does != Does::Load;
      const bool has = order == Order::Sc || (order == Order::Acq && reads) ||
                       (order == Order::Rel && writes) ||
                       (order == Order::AcqRel && reads && writes);
      if (!has || order == access.order || join(access.order, order) != order) continue;
      if (priceOfOrder(access.does, order) > left) continue;
      now[t].orders[at] = order;
      if (decide(t, at + 1, left - priceOfOrder(access.does, order))) return true;
    }
    now[t].orders[at] = access.order;
    return false;
  }

  const std::vector<Thread>& threads;
  const AskedRepair& asked;
  std::vector<Variant> now;
};

std::vector<Thread> randomThreads(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<Thread> out(2 + below(2));
  for (Thread& thread : out) {
    const unsigned length = out.size() == 2 ? 2 + below(2) : 1 + below(2);
    for (unsigned i = 0; i < length; ++i) {
      Access a;
      const unsigned kind = below(8);
      a.does = kind == 0 ? Does::Update : kind < 5 ? Does::Load : Does::Store;
      a.cell = below(2) == 0 ? 'x' : 'y';
      const Order strong = a.does == Does::Load ? Order::Acq : Order::Rel;
      a.order = below(3) == 0 ? strong : Order::Rlx;
      thread.push_back(a);
    }
  }
  return out;
}

class COptimal : public ::testing::TestWithParam<AskedRepair> {};

TEST_P(COptimal, NothingIsCheaper) {
  const AskedRepair asked = GetParam();
  constexpr unsigned kPrograms = 10;
  unsigned repaired = 0;
  unsigned impossible = 0;
  unsigned long tried = 0;
  for (unsigned seed = 1; repaired + impossible < kPrograms; ++seed) {
    ASSERT_LT(seed, 10'000u);
    const std::vector<Thread> threads = randomThreads(seed);
    std::vector<Variant> plain;
    for (const Thread& thread : threads) plain.push_back(asItIs(thread));
    if (isRobust(programOf(threads, plain), asked.model)) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, inC(threads)));
    const Directory directory;
    Reading settings;
    for (std::size_t t = 0; t < threads.size(); ++t)
      settings.entries += fmt::format("{}t{}", t == 0 ? "" : ",", t);
    const CProgram program({directory.write("p.c", inC(threads))}, settings);
    ASSERT_FALSE(isRobust(program.original(), asked.model));
    Allowed allowed;
    allowed.fences = asked.fences;
    allowed.orders = asked.orders;
    allowed.adaptTo({asked.model});
    const CDraft draft = program.draft(allowed);
    EXPECT_TRUE(draft.draft.untried.empty());
    const Repair repair = program.repaired(draft, asked.model);
    if (!repair.solutions.empty() && repair.solutions.front().price > asked.most) continue;
    Enumeration every(threads, asked);
    if (repair.outcome == Repair::Outcome::Impossible) {
      EXPECT_FALSE(every.cheaperThan(200));
      ++impossible;
    } else {
      ASSERT_EQ(repair.outcome, Repair::Outcome::Repaired) << repair.why;
      const Solution& best = repair.solutions.front();
      EXPECT_FALSE(every.cheaperThan(best.price));
      const std::vector<Source> texts = draft.textsOf(best.choice);
      const std::optional<Program> changed = program.with(texts);
      ASSERT_TRUE(changed) << texts.front().text;
      EXPECT_TRUE(isRobust(*changed, asked.model)) << texts.front().text;
      ++repaired;
    }
    tried += every.tried;
  }
  std::cout << repaired << " repaired, " << impossible << " impossible, " << tried
            << " cheaper sets tried\n";
  EXPECT_GT(repaired, 2u);
}

INSTANTIATE_TEST_SUITE_P(CRepair, COptimal,
                         ::testing::Values(AskedRepair{ModelName::Tso, true, false, 100},
                                           AskedRepair{ModelName::Rc11, false, true, 100},
                                           AskedRepair{ModelName::Rc11, true, true, 9}),
                         [](const auto& test) {
                           const AskedRepair& a = test.param;
                           return std::string(spelling(a.model)) + (a.fences ? "_fence" : "") +
                                  (a.orders ? "_order" : "");
                         });

}  // namespace
}  // namespace robur::testing
