// Atomic objects of 16 bytes are one cell: a compare-exchange of both halves is one step, and so is
// every access to one half. And what a locked instruction of inline assembly orders.
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

constexpr const char* kStackHead = R"c(
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>
struct node { struct node *next; int value; };
struct head { struct node *top; uintptr_t tag; };
struct node nodes[2];
struct head s __attribute__((aligned(16)));
static _Bool cas2(struct head *at, struct head *seen, struct head next) {
  unsigned char z;
  __asm__ volatile("lock; cmpxchg16b %0; setz %1"
      : "+m"(*at), "=q"(z), "+a"(seen->top), "+d"(seen->tag)
      : "b"(next.top), "c"(next.tag) : "memory", "cc");
  return z;
}
static _Bool cas1(void *at, void *seen, void *next) {
  unsigned char z;
  __asm__ volatile("lock; cmpxchgq %3, %0; setz %1"
      : "+m"(*(void **)at), "=q"(z), "+a"(seen) : "r"(next) : "memory", "cc");
  return z;
}
static void *load(void *at) {
  void *r;
  __asm__ volatile("movq %1, %0" : "=r"(r) : "m"(*(void **)at) : "memory");
  return r;
}
)c";

std::string verdictOfText(const std::string& text, const std::string& entries,
                          ModelName model = ModelName::Rc11) {
  Reading settings;
  settings.entries = entries;
  return verdictOf(programOf(kStackHead + text, ".c", settings), model);
}

// Push compares one half, pop both. A node that is popped twice would break the assertion.
TEST(Pairs, AStackThatComparesOneHalfOrBoth) {
  const std::string text = R"c(
    static void push(struct node *n) {
      struct node *top = load(&s.top);
      do { top = load(&s.top); n->next = top; } while (!cas1(&s.top, top, n));
    }
    static struct node *pop(void) {
      struct head seen, next;
      seen.tag = (uintptr_t)load(&s.tag);
      seen.top = load(&s.top);
      while (seen.top != NULL) {
        next.tag = seen.tag + 1;
        next.top = load(&seen.top->next);
        if (cas2(&s, &seen, next)) return seen.top;
      }
      return NULL;
    }
    atomic_int popped[2];
    void a(void) { push(&nodes[0]); push(&nodes[1]); }
    static void take(void) { struct node *n = pop(); if (n) assert(popped[n - nodes]++ == 0); }
    void b(void) { take(); }
    void c(void) { take(); })c";
  EXPECT_EQ(verdictOfText(text, "a,b,c"), "robust");
}

// Without the tag the second pop can be of a node that has come back.
TEST(Pairs, BothHalvesAreReadAndWrittenAtOnce) {
  const std::string text = R"c(
    _Alignas(16) __int128 w;
    void a(void) { __atomic_store_n(&w, ((__int128)1 << 64) | 1, __ATOMIC_RELEASE); }
    void b(void) { __atomic_exchange_n(&w, ((__int128)2 << 64) | 2, __ATOMIC_ACQ_REL); }
    void c(void) {
      __int128 x = __atomic_load_n(&w, __ATOMIC_ACQUIRE);
      assert((long)x == (long)(x >> 64));
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b,c"), "robust");
}

TEST(Pairs, TwoLoadsOfHalvesCanSeeDifferentPairs) {
  const std::string text = R"c(
    void a(void) { struct head seen = {0, 0}, next = {&nodes[0], 1}; cas2(&s, &seen, next); }
    void b(void) {
      uintptr_t tag = (uintptr_t)load(&s.tag);
      struct node *top = load(&s.top);
      assert(tag == 1 || top == NULL);
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b", ModelName::Sc), "robust, an assertion fails");
  EXPECT_EQ(verdictOfText(R"c(
    void a(void) { struct head seen = {0, 0}, next = {&nodes[0], 1}; cas2(&s, &seen, next); }
    void b(void) {
      uintptr_t tag = (uintptr_t)load(&s.tag);
      struct node *top = load(&s.top);
      assert(tag == 0 || top == &nodes[0]);
    })c",
                          "a,b"),
            "robust");
}

// Two numbers share the cell; one that does not fit is not cut off.
TEST(Pairs, AHalfThatIsTooLargeIsNotDecided) {
  const std::string text = R"c(
    _Alignas(16) __int128 w;
    void a(void) { __atomic_store_n(&w, (__int128)VALUE << 64, __ATOMIC_RELEASE); }
    void b(void) { assert((long)(__atomic_load_n(&w, __ATOMIC_ACQUIRE) >> 64) != 5); })c";
  EXPECT_EQ(verdictOfText("#define VALUE 0x7fffffff\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define VALUE 0x100000005\n" + text, "a,b"), "unknown");
}

TEST(Pairs, AHalfIsWrittenPlainlyBeforeOthersSeeIt) {
  const std::string text = R"c(
    struct cell { struct head h; int full; } __attribute__((aligned(16))) cells[1];
    _Atomic(struct cell *) shown;
    void a(void) { cells[0].h.tag = 3; cells[0].h.top = &nodes[1]; shown = &cells[0]; }
    void b(void) {
      struct cell *c = shown;
      if (c == NULL) return;
      struct head seen = {&nodes[1], 3}, next = {&nodes[0], 4};
      assert(cas2(&c->h, &seen, next));
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
}

// On x86 a locked instruction keeps a store before it and a load after it in order. An update of C
// to a third location does not.
TEST(Locked, AnInstructionIsAFenceAndAnUpdateOfCIsNot) {
  const std::string text = R"c(
    atomic_int x, y, u, v;
    #define OF_C(p) atomic_fetch_add(p, 1)
    #define LOCKED(p) __asm__ volatile("lock; incl %0" : "+m"(*(int *)(p)) : : "memory", "cc")
    #define SWAPPED(p) ({ int r = 1; __asm__ volatile("xchgl %0, %1" \
        : "+r"(r), "+m"(*(int *)(p)) : : "memory"); })
    void a(void) {
      atomic_store_explicit(&x, 1, memory_order_relaxed);
      UPDATE(&u);
      if (!atomic_load_explicit(&y, memory_order_relaxed)) atomic_fetch_or(&x, 2);
    }
    void b(void) {
      atomic_store_explicit(&y, 1, memory_order_relaxed);
      UPDATE(&v);
      if (!atomic_load_explicit(&x, memory_order_relaxed)) atomic_fetch_or(&y, 2);
    })c";
  EXPECT_EQ(verdictOfText("#define UPDATE LOCKED\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define UPDATE SWAPPED\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define UPDATE OF_C\n" + text, "a,b"), "not robust");
  EXPECT_EQ(verdictOfText("#define UPDATE LOCKED\n" + text, "a,b", ModelName::Tso), "robust");
  EXPECT_EQ(verdictOfText("#define UPDATE OF_C\n" + text, "a,b", ModelName::Tso), "robust");
}

// The calls of the compiler's library, which misaligned objects need, are atomic too.
TEST(Pairs, CallsOfTheLibraryForAtomics) {
  const std::string text = R"c(
    struct two { long a, b; };
    struct two p;
    void a(void) {
      struct two n = {1, 1};
      __atomic_store(&p, &n, __ATOMIC_RELEASE);
    }
    void b(void) {
      struct two seen, next;
      __atomic_load(&p, &seen, __ATOMIC_ACQUIRE);
      assert(seen.a == seen.b);
      next.a = next.b = seen.a + 1;
      if (!__atomic_compare_exchange(&p, &seen, &next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        assert(seen.a == 1 && seen.b == 1);
      }
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
}

}  // namespace
}  // namespace robur::testing
