// Atomic objects of 16 bytes are one cell: a compare-exchange of both halves is one step, and so is
// every access to one half or part. What a locked instruction of inline assembly orders. Sizes,
// depths and indices that depend on shared memory.
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

// A store to part of an object that is also accessed as a whole: the ticket lock of DPDK.
TEST(Parts, AStoreToPartIsAnUpdateOfTheWhole) {
  const std::string text = R"c(
    union ticket { unsigned both; struct { unsigned short now, next; } part; } t;
    int x;
    void a(void) {
      unsigned short me = __atomic_fetch_add(&t.part.next, 1, __ATOMIC_RELAXED);
      while (__atomic_load_n(&t.part.now, __ATOMIC_ACQUIRE) != me) {}
      x++;
      __atomic_store_n(&t.part.now, (unsigned short)(me + 1), ORDER);
    }
    void b(void) {
      union ticket seen = {.both = __atomic_load_n(&t.both, __ATOMIC_RELAXED)};
      union ticket next = seen;
      next.part.next++;
      if (seen.part.now != seen.part.next) return;
      if (!__atomic_compare_exchange_n(&t.both, &seen.both, next.both, 0, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED)) return;
      assert(++x <= 2);
      __atomic_store_n(&t.part.now, next.part.next, ORDER);
    })c";
  EXPECT_EQ(verdictOfText("#define ORDER __ATOMIC_RELEASE\n" + text, "a,b"), "robust");
  EXPECT_NE(verdictOfText("#define ORDER __ATOMIC_RELAXED\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define ORDER __ATOMIC_RELEASE\n" + text, "a,b", ModelName::Tso),
            "unknown");
}

// Sizes that another thread decides.
TEST(Blocks, CopiesAndFillsOfASizeThatIsNotKnown) {
  const std::string text = R"c(
    #include <string.h>
    atomic_int count;
    void a(void) { count = 2; }
    void b(void) {
      int n = count;
      long from[3] = {7, 8, 9}, to[3] = {1, 1, 1};
      char bytes[4] = {1, 2, 3, 4}, filled[4] = {0, 0, 0, 0};
      memcpy(to, from, (size_t)n * sizeof(long));
      memset(filled, 5, (size_t)(n + 1));
      memcpy(bytes, filled, (size_t)(n + 1));
      assert(n == 0 || n == 2);
      assert(to[0] == (n ? 7 : 1) && to[1] == (n ? 8 : 1) && to[2] == 1);
      assert(bytes[0] == 5 && bytes[2] == (n ? 5 : 3) && bytes[3] == 4);
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
  EXPECT_NE(verdictOfText(text + "\nvoid c(void) { count = 5; }", "a,b,c"), "robust");
}

TEST(Blocks, MemoryThatChangesItsSizeAndTextInMemory) {
  const std::string text = R"c(
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    atomic_int go;
    void a(void) { go = 1; }
    void b(void) {
      if (!go) return;
      int *p = malloc(2 * sizeof(int));
      p[0] = 4, p[1] = 5;
      p = realloc(p, 3 * sizeof(int));
      p[2] = 6;
      assert(p[0] + p[1] + p[2] == 15);
      free(p);
      char text[24];
      int n = snprintf(text, sizeof text, "%s-%d/%u%%%c %lx", "ab", -17, 42u, 'z', 0xbeefl);
      assert(n == 16 && strcmp(text, "ab--17/42%z beef") == 0);
      assert(snprintf(text, 4, "%d", 123456) == 6 && strcmp(text, "123") == 0);
    })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
}

// Each level waits for the other thread. Beyond the levels that are followed nothing is claimed.
TEST(Recursion, ThatDependsOnSharedMemory) {
  const std::string text = R"c(
    atomic_int n;
    static int depth(int limit) {
      if (limit == 0 || atomic_load(&n) == 0) return 0;
      return 1 + depth(limit - 1);
    }
    void a(void) { n = 1; }
    void b(void) { assert(depth(LIMIT) <= LIMIT); })c";
  EXPECT_EQ(verdictOfText("#define LIMIT 4\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define LIMIT 30\n" + text, "a,b"), "unknown");
}

// Spinning on a word of the processor, with jumps.
TEST(Locked, ASpinLockWithJumps) {
  const std::string text = R"c(
    volatile int l;
    int x;
    static void lock(void) {
      int taken = 1;
      __asm__ volatile("1:; xchg %0, %1; test %1, %1; jz 3f; 2:; pause; cmpl $0, %0; jnz 2b; jmp 1b; 3:"
                       : "=m"(l), "=q"(taken) : "1"(taken) : "memory");
    }
    static void unlock(void) {
      int free = 0;
      __asm__ volatile("xchg %0, %1" : "=m"(l), "=q"(free) : "1"(free) : "memory");
    }
    void a(void) { lock(); x++; unlock(); }
    void b(void) { lock(); x++; unlock(); })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
}

// An index into a large array: what runs get to is decided, the rest is not.
TEST(Arrays, OnlyTheFirstElementsOfALargeOneAreFollowed) {
  const std::string text = R"c(
    atomic_int slots[4096], next = START;
    void a(void) { slots[next++ % 4096] = 1; }
    void b(void) { slots[next++ % 4096] = 1; })c";
  EXPECT_EQ(verdictOfText("#define START 0\n" + text, "a,b"), "robust");
  EXPECT_EQ(verdictOfText("#define START 100\n" + text, "a,b"), "unknown");
}

// Mapped memory begins at a page, whatever the alignment that its first member needs.
TEST(Blocks, MappedMemoryIsAligned) {
  const std::string text = R"c(
    #include <sys/mman.h>
    struct item { long count; struct { char c[8]; } __attribute__((aligned(128))) rest[2]; } *shown;
    static struct item *_Atomic at;
    void a(void) {
      struct item *i = mmap(0, sizeof *i, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
      i->count++;
      at = i;
    }
    void b(void) { struct item *i = at; if (i) assert(i->count == 1 && i->rest[1].c[0] == 0); })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
}

// The first access to the pair is a copy of it as a structure.
TEST(Blocks, AStructureThatNothingElseHasAccessed) {
  const std::string text = R"c(
    static struct head at __attribute__((aligned(16))) = {&nodes[0], 1};
    void a(void) {
      struct head seen = at, next;
      do { next.top = seen.top; next.tag = seen.tag + 1; assert(seen.top == &nodes[0]); }
      while (!cas2(&at, &seen, next));
    }
    void b(void) { a(); })c";
  EXPECT_NE(verdictOfText(text, "a,b").find("robust"), std::string::npos);
}

// A pointer that is computed as an integer from an offset in shared memory.
TEST(Arrays, AnOffsetThatIsAddedToAnAddress) {
  const std::string text = R"c(
    struct { atomic_long used; long data[16]; } block;
    static long *entry(long used) { return (long *)((uintptr_t)block.data + (uintptr_t)used); }
    void a(void) {
      long used = atomic_load(&block.used);
      *entry(used) = 7;
      atomic_store(&block.used, used + STEP);
    }
    void b(void) {
      long used = atomic_load(&block.used);
      if (used) assert(*entry(used - STEP) == 7);
    })c";
  EXPECT_EQ(verdictOfText("#define STEP 8\n" + text, "a,b"), "robust");
}

// What a pointer may point to is accessed in pieces of different sizes; where it does point, it is
// followed.
TEST(Parts, APointerToWholeObjectsAndToPartsOfOthers) {
  const std::string text = R"c(
    union { atomic_long both; struct { atomic_int low, high; } part; } first;
    atomic_int second;
    _Atomic(atomic_int *) at = &second;
    void a(void) { atomic_fetch_add(&first.both, 1l << 32); at = &first.part.high; }
    void b(void) { atomic_int *p = at; int v = *p; assert(v == (p == &second ? 0 : 1)); })c";
  EXPECT_EQ(verdictOfText(text, "a,b"), "robust");
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
