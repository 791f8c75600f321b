// Locks with sc everywhere are weakened to the orders that libvsync's versions have, and without
// any order they are repaired to the same ones.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "program/print.h"
#include "repair/draft_text.h"
#include "repair/repair.h"

namespace robur {
namespace {

std::string with(std::string text, const std::string& order) {
  for (std::size_t at = 0; (at = text.find("ORDER", at)) != std::string::npos;) {
    text.replace(at, 5, order);
  }
  return text;
}

// The orders of the accesses, in the order of the text.
std::string ordersIn(const Program& program) {
  std::string out;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::string>> found;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (!accessesMemory(in.op) || in.order == Order::NonAtomic) continue;
      found.push_back({{in.span.line, in.span.column}, spelling(in.order)});
    }
  }
  std::sort(found.begin(), found.end());
  for (const auto& [place, order] : found) out += (out.empty() ? "" : " ") + order;
  return out;
}

struct Changed {
  std::string orders;
  std::uint64_t price = 0;
};

Changed changed(const std::string& text, bool relaxing) {
  const Parsed parsed = parseRob({"lock.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  Allowed allowed;
  allowed.fences = false;
  allowed.adaptTo({ModelName::Rc11});
  const Draft draft = relaxing ? weakenedDraftFor(Language::Rob, parsed, allowed, Prices())
                               : draftFor(Language::Rob, parsed, allowed, Prices());
  RepairOptions options;
  options.goal = Goal::Safe;
  options.models = {ModelName::Rc11};
  options.check.workers = 1;
  const Repair found = repair(draft, options);
  EXPECT_EQ(found.outcome, Repair::Outcome::Repaired) << found.why << text;
  if (found.solutions.empty()) return {};
  return {ordersIn(draft.with(found.solutions.front().choice)), found.solutions.front().price};
}

void expectOrders(const std::string& text, const std::string& orders) {
  const Changed relaxed = changed(with(text, "sc"), true);
  EXPECT_EQ(relaxed.orders, orders) << text;
  const Changed repaired = changed(with(text, "rlx"), false);
  EXPECT_EQ(repaired.price, relaxed.price) << text;
}

TEST(PublishedOrders, TestAndTestAndSet) {
  expectOrders(R"(
atomic bool lock;
plain 0..3 c;
thread t[2] {
  local bool got;
  wait(lock == 0, ORDER);
  got = lock.exchange(1, ORDER);
  if (got == 0) { c = c + 1; lock.store(0, ORDER); }
})",
               "rlx acq rel");
}

TEST(PublishedOrders, Ticket) {
  expectOrders(R"(
atomic 0..3 next, owner;
plain 0..3 c;
thread t[2] {
  local 0..3 me;
  me = next.fetch_add(1, ORDER);
  wait(owner == me, ORDER);
  c = c + 1;
  owner.store(me + 1, ORDER);
})",
               "rlx acq rel");
}

TEST(PublishedOrders, Clh) {
  expectOrders(R"(
atomic 0..2 tail = 2;
atomic bool busy[3];
plain 0..3 c;
thread t[2] {
  local 0..2 pred;
  busy[tid].store(1, ORDER);
  pred = tail.exchange(tid, ORDER);
  wait(busy[pred] == 0, ORDER);
  c = c + 1;
  busy[tid].store(0, ORDER);
})",
               "rlx acq_rel acq rel");
}

// Without the release at the link, or at the exchange, a thread waits forever: GenMC's example.
TEST(PublishedOrders, Mcs) {
  expectOrders(R"(
atomic 0..2 tail;
atomic 0..2 next[2];
atomic bool locked[2];
plain 0..3 c;
thread t[2] {
  local 0..2 pred, succ, old;
  next[tid].store(0, ORDER);
  locked[tid].store(1, ORDER);
  pred = tail.exchange(tid + 1, ORDER);
  if (pred != 0) {
    next[pred - 1].store(tid + 1, ORDER);
    wait(locked[tid] == 0, ORDER);
  }
  c = c + 1;
  succ = next[tid].load(ORDER);
  old = 0;
  if (succ == 0) {
    old = tail.cas(tid + 1, 0, ORDER, rlx);
    if (old != tid + 1) { wait(next[tid] != 0, ORDER); }
  }
  if (old != tid + 1) {
    succ = next[tid].load(ORDER);
    locked[succ - 1].store(0, ORDER);
  }
})",
               "rlx rlx acq_rel rel acq rlx rel rlx acq rel");
}

TEST(PublishedOrders, TreiberPush) {
  expectOrders(R"(
atomic 0..2 top;
plain 0..2 next[3];
plain 0..9 value[3];
thread push[2] {
  local 0..2 t, old;
  local bool done;
  value[tid + 1] = 7;
  t = top.load(ORDER);
  while (done == 0) {
    next[tid + 1] = t;
    old = top.cas(t, tid + 1, ORDER, rlx);
    if (old == t) { done = 1; } else { t = old; }
  }
}
thread walk {
  local 0..2 t;
  local 0..9 v;
  t = top.load(ORDER);
  while (t != 0) {
    v = value[t];
    assert(v == 7);
    t = next[t];
  }
})",
               "rlx rel acq");
}

}  // namespace
}  // namespace robur
