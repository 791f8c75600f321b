// Orders are found where they stand, and written the way the file writes them.
#include "repair/c/order_call.h"

#include <gtest/gtest.h>

#include "unit/repair_c/spellings.h"

namespace robur::repair_c {
namespace {

// The whole text is the expression.
std::optional<OrderCall> callOf(std::string_view text) {
  return orderCallAt(tokensOf(text), 0);
}

std::string with(std::string_view text, Order order, const Spelling& spelling = kStd) {
  const std::optional<OrderCall> call = callOf(text);
  if (!call) return "none";
  if (!call->writable()) return "not writable";
  return applied(text, orderEdits(*call, order, spelling));
}

TEST(COrderCall, KeepsTheSpellingThatIsThere) {
  EXPECT_EQ(with("x.load(std::memory_order_relaxed)", Order::Acq),
            "x.load(std::memory_order_acquire)");
  EXPECT_EQ(with("x.load(memory_order_relaxed)", Order::Acq), "x.load(memory_order_acquire)");
  EXPECT_EQ(with("p->q.store(1, std::memory_order::relaxed)", Order::Sc),
            "p->q.store(1, std::memory_order::seq_cst)");
  EXPECT_EQ(with("__atomic_store_n(&x, f(a, b), __ATOMIC_RELAXED)", Order::Rel),
            "__atomic_store_n(&x, f(a, b), __ATOMIC_RELEASE)");
  EXPECT_EQ(with("atomic_load_explicit(&x, memory_order_relaxed)", Order::Acq),
            "atomic_load_explicit(&x, memory_order_acquire)");
  EXPECT_EQ(with("x.load(rlx)", Order::Acq), "x.load(std::memory_order_acquire)");
}

TEST(COrderCall, FindsTheOrderAmongTheArguments) {
  EXPECT_EQ(with("a[b.load(std::memory_order_acquire)].store({1, 2}, std::memory_order_relaxed)",
                 Order::Rel),
            "a[b.load(std::memory_order_acquire)].store({1, 2}, std::memory_order_release)");
  EXPECT_EQ(with("x.compare_exchange_strong(e, 1, std::memory_order_relaxed)", Order::AcqRel),
            "x.compare_exchange_strong(e, 1, std::memory_order_acq_rel)");
  EXPECT_EQ(with("x.compare_exchange_weak(e, 1, std::memory_order_relaxed,\n"
                 "                        std::memory_order_relaxed)",
                 Order::Acq),
            "x.compare_exchange_weak(e, 1, std::memory_order_acquire,\n"
            "                        std::memory_order_relaxed)");
  EXPECT_EQ(with("__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)",
                 Order::Sc),
            "__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)");
}

TEST(COrderCall, WritesWhatWasLeftOut) {
  EXPECT_EQ(with("x.load()", Order::Acq), "x.load(std::memory_order_acquire)");
  EXPECT_EQ(with("x.store(1)", Order::Rel), "x.store(1, std::memory_order_release)");
  EXPECT_EQ(with("atomic_load(&x)", Order::Acq, kPlain),
            "atomic_load_explicit(&x, memory_order_acquire)");
  EXPECT_EQ(with("atomic_compare_exchange_strong(&x, &e, 1)", Order::Acq, kPlain),
            "atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acquire, "
            "memory_order_seq_cst)");
}

TEST(COrderCall, LeavesAloneWhatItIsNotSureOf) {
  EXPECT_EQ(with("x = 1", Order::Rel), "none");
  EXPECT_EQ(with("x++", Order::Rel), "none");
  EXPECT_EQ(with("lock.acquire()", Order::Rel), "none");
  EXPECT_EQ(with("STORE(x, 1)", Order::Rel), "none");
  EXPECT_EQ(with("load(x)", Order::Acq), "none");
  EXPECT_EQ(with("x.load(a, b)", Order::Acq), "none");
  EXPECT_EQ(with("atomic_load_explicit(&x)", Order::Acq), "none");
  EXPECT_EQ(
      with("x.load(std::memory_order_relaxed)->y.load(std::memory_order_relaxed)", Order::Acq),
      "none");
  EXPECT_EQ(
      with("x.load(weak ? std::memory_order_relaxed : std::memory_order_acquire)", Order::Acq),
      "not writable");
  EXPECT_EQ(with("x.load(orderOf(1))", Order::Acq), "not writable");
}

TEST(COrderCall, UpdatesInPlaceOfLoadsAndStores) {
  const auto locked = [](std::string_view text) {
    return applied(text, lockedEdits(*callOf(text), Order::AcqRel, kStd));
  };
  EXPECT_EQ(locked("x.load(std::memory_order_acquire)"),
            "x.fetch_add(0, std::memory_order_acq_rel)");
  EXPECT_EQ(locked("x.load()"), "x.fetch_add(0, std::memory_order_acq_rel)");
  EXPECT_EQ(locked("x.store(1)"), "x.exchange(1, std::memory_order_acq_rel)");
  EXPECT_EQ(locked("atomic_store_explicit(&x, 1, memory_order_release)"),
            "atomic_exchange_explicit(&x, 1, memory_order_acq_rel)");
  EXPECT_EQ(locked("atomic_load_explicit(&x, memory_order_acquire)"),
            "atomic_fetch_add_explicit(&x, 0, memory_order_acq_rel)");
}

TEST(CSpelling, TakesWhatTheFileUses) {
  const auto first = [](std::string_view text, bool cplusplus) {
    return spellingsFor(tokensOf(text), cplusplus).front().fenceCall(Order::Sc);
  };
  EXPECT_EQ(first("int x;", true), "std::atomic_thread_fence(std::memory_order_seq_cst)");
  EXPECT_EQ(first("int x;", false), "atomic_thread_fence(memory_order_seq_cst)");
  EXPECT_EQ(first("x.load(memory_order_relaxed)", true),
            "atomic_thread_fence(memory_order_seq_cst)");
  EXPECT_EQ(first("x.load(std::memory_order::relaxed)", true),
            "std::atomic_thread_fence(std::memory_order::seq_cst)");
  EXPECT_EQ(first("__atomic_load_n(&x, __ATOMIC_RELAXED)", true),
            "__atomic_thread_fence(__ATOMIC_SEQ_CST)");
}

}  // namespace
}  // namespace robur::repair_c
