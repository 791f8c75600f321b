// Small programs whose outcome is known, one per feature of the languages and their libraries.
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

std::string underRc20(const std::string& text, const std::string& extension = ".c",
                      const std::string& entries = "") {
  Reading settings;
  settings.entries = entries;
  return verdictOf(programOf(text, extension, settings), ModelName::Rc20);
}

TEST(Meaning, IntegersWrapAsInC) {
  EXPECT_EQ(underRc20("#include <assert.h>\n#include <stdatomic.h>\n"
                      "_Atomic unsigned char small = 255; _Atomic unsigned wide = 0;\n"
                      "void one(void) {\n"
                      "  small++; assert(small == 0); wide--; assert(wide == 4294967295u);\n"
                      "  assert(wide / 2 == 2147483647u); assert((int)wide == -1);\n"
                      "  assert(wide > 5); assert((unsigned char)(small - 1) == 255);\n"
                      "  assert(wide % 10 == 5); assert(wide >> 31 == 1); }\n",
                      ".c", "one"),
            "robust");
}

TEST(Meaning, LargeUnsignedNumbersAreDivided) {
  EXPECT_EQ(
      underRc20("#include <assert.h>\n#include <stdatomic.h>\n"
                "_Atomic unsigned long x;\n"
                "void check(unsigned long v) { x = v; \n"
                "  assert(x / 3 == v / 3 && x % 3 == v % 3 && x / 10 == v / 10);\n"
                "  assert(x % 1000007 == v % 1000007 && x % 7 < 7);\n"
                "  assert(x / 4611686018427387001ul == v / 4611686018427387001ul);\n"
                "  assert(x % 4611686018427387001ul == v % 4611686018427387001ul); }\n"
                "void one(void) { check(0); check(1); check(2); check(3); check(29); check(30);\n"
                "  check(~0ul); check(~0ul - 1); check(1ul << 63); check((1ul << 63) - 1);\n"
                "  check(9223372036854774002ul); check(9223372036854774001ul);\n"
                "  check(13835058055282161003ul); check(13835058055282161002ul); }\n"
                "void two(void) { if (x == 77) x = 78; }\n",
                ".c", "one,two"),
      "robust");
}

// The size of an allocation must be known.
TEST(Meaning, ConstantsAreKnownHoweverOthersReachThem) {
  EXPECT_EQ(underRc20("#include <stdlib.h>\n_Atomic int x;\n"
                      "static const int weights[] = {4, 8, 16};\n"
                      "void one(void) { x = weights[x & 1]; }\n"
                      "void two(void) { int n = 0; while (weights[n] < 16) n++;\n"
                      "  long *p = malloc(4 * n); *p = 1; free(p); x = 2; }\n",
                      ".c", "one,two"),
            "robust");
}

TEST(Meaning, AnArrayEndsBeforeTheNextMember) {
  const auto program = [](const char* next) {
    return std::string(
               "#include <stdatomic.h>\nstruct ring { int cells[3]; atomic_ulong head; } q;\n") +
           "void one(void) { unsigned long h = atomic_load_explicit(&q.head, "
           "memory_order_relaxed);\n" +
           "  q.cells[h] = 1; atomic_store_explicit(&q.head, " + next +
           ", memory_order_release); }\n" +
           "void two(void) { unsigned long h = atomic_load_explicit(&q.head, "
           "memory_order_acquire);\n" +
           "  if (h > 0) q.cells[h - 1] = 2; }\n";
  };
  EXPECT_EQ(underRc20(program("(h + 1) % 3"), ".c", "one,two"), "robust");
  EXPECT_EQ(underRc20(program("h + 4"), ".c", "one,two"), "unknown, out of bounds");
}

TEST(Meaning, OutputIsLeftOutAndStringsAreNot) {
  EXPECT_EQ(
      underRc20("#include <atomic>\n#include <cassert>\n#include <iostream>\n"
                "#include <string>\n#include <thread>\nstd::atomic<int> x{0};\n"
                "int main() { std::string hello(\"Hello, World, how are you?\");\n"
                "  std::thread a([&] { std::cout << hello << x << 15 << std::endl; x = 1; });\n"
                "  a.join(); assert(x == 1 && hello == \"Hello, World, how are you?\");\n"
                "  assert(hello == \"Hello\"); }\n",
                ".cpp"),
      "robust, an assertion fails");
}

TEST(Meaning, AFailingAssertionIsFound) {
  EXPECT_EQ(underRc20("#include <assert.h>\n_Atomic int x;\n"
                      "void one(void) { x = 1; }\nvoid two(void) { assert(x == 0); }\n",
                      ".c", "one,two"),
            "robust, an assertion fails");
}

TEST(Meaning, NullPointersAndIndicesOutsideAreFound) {
  EXPECT_EQ(underRc20("_Atomic(int *) p; int x;\nvoid one(void) { p = &x; }\n"
                      "void two(void) { *p = 1; }\n",
                      ".c", "one,two"),
            "unknown, out of bounds");
  EXPECT_EQ(underRc20("_Atomic int i; _Atomic int a[3];\nvoid one(void) { i = 3; }\n"
                      "void two(void) { a[i] = 1; }\n",
                      ".c", "one,two"),
            "unknown, out of bounds");
  EXPECT_EQ(underRc20("_Atomic int i; _Atomic int a[3];\nvoid one(void) { i = 2; }\n"
                      "void two(void) { a[i] = 1; }\n",
                      ".c", "one,two"),
            "robust");
}

std::string under(ModelName model, const std::string& text, const std::string& extension = ".c") {
  return verdictOf(programOf(text, extension), model);
}

// Whatever the index: null and other numbers that are no address have no elements.
TEST(Meaning, ElementsOfNullAreFound) {
  const auto verdict = [](const std::string& pointer, const std::string& access) {
    return underRc20(
        "struct list { int length; int items[2]; } list; int array[2];\n"
        "_Atomic(int *) p; _Atomic(struct list *) l; _Atomic unsigned i;\n"
        "void one(void) { i = 1; " +
            pointer + "; }\nvoid two(void) { unsigned k = i & 1; " + access + " }\n",
        ".c", "one,two");
  };
  EXPECT_EQ(verdict("p = array", "p[k] = 1;"), "unknown, out of bounds");
  EXPECT_EQ(verdict("l = &list", "l->items[k] = 1;"), "unknown, out of bounds");
  EXPECT_EQ(verdict("p = array", "int *q = p; if (q) q[k] = 1;"), "robust");
  const std::string marked = "p = array; p = (int *)1";
  EXPECT_EQ(verdict(marked, "int *q = p; if (q) q[k] = 1;"), "unknown, out of bounds");
  EXPECT_EQ(verdict(marked, "int *q = p; if (q > (int *)1) q[k] = 1;"), "robust");
}

// Also of bytes that are accessed nowhere else.
TEST(Meaning, BlocksAreInsideOfOneObject) {
  const auto verdict = [](const std::string& access) {
    return underRc20(
        "#include <string.h>\nstruct list { int length; int items[30]; } list, other; int "
        "array[2];\n"
        "_Atomic(int *) p; _Atomic(struct list *) l;\n"
        "void one(void) { p = array; l = &list; }\nvoid two(void) { " +
            access + " }\n",
        ".c", "one,two");
  };
  for (const std::string access :
       {"memset(p, 0, sizeof array);", "memset(l->items, 0, 8);", "memset(l, 0, 3);",
        "int *q = p; if (q) memset(q, 0, sizeof array + 1);",
        "int *q = p; if (q) memset(q + 1, 0, 8);", "*(struct list *)l = other;", "other = *l;"}) {
    EXPECT_TRUE(verdict(access).starts_with("unknown, ")) << access << ": " << verdict(access);
  }
  for (const std::string access :
       {"int *q = p; if (q) memset(q, 0, sizeof array);", "int *q = p; if (q) memset(q + 1, 0, 4);",
        "struct list *q = l; if (q) *q = other;", "struct list *q = l; if (q) other = *q;"}) {
    EXPECT_EQ(verdict(access), "robust") << access;
  }
}

TEST(Meaning, PartsOfCellsAreFilled) {
  for (const auto& [fill, value] : {std::pair{"memset(&x, 0xff, 2);", "0xffff"},
                                    {"memset((char *)&x + 3, 1, 1);", "0x1000000"},
                                    {"memset((char *)&x + 1, 0x11, 2);", "0x111100"}}) {
    EXPECT_EQ(
        underRc20(std::string("#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n"
                              "unsigned x; static void *use(void *u) { ") +
                      fill +
                      " return u; }\nint main(void) { pthread_t t;\n"
                      "  pthread_create(&t, 0, use, 0); pthread_join(t, 0); assert(x == " +
                      value + "); }\n",
                  ".c"),
        "robust")
        << fill;
  }
}

TEST(Meaning, OnlyWhatWasAllocatedIsFreed) {
  const auto verdict = [](const std::string& first, const std::string& second) {
    return underRc20(
        "#include <stdlib.h>\nint array[2]; _Atomic(int *) p;\n"
        "void one(void) { p = " +
            first + "; }\nvoid two(void) { " + second + " }\n",
        ".c", "one,two");
  };
  EXPECT_EQ(verdict("malloc(8)", "free(p);"), "robust");
  for (const auto& [first, second] : {std::pair{"array", "free(p);"},
                                      {"array", "int *q = p; if (q) free(q + 1);"},
                                      {"malloc(8)", "int *q = p; if (q) free(q + 1);"}}) {
    EXPECT_TRUE(verdict(first, second).starts_with("unknown, ")) << verdict(first, second);
  }
}

TEST(Meaning, RecursiveMutexesAreHeldUntilTheLastUnlock) {
  const auto program = [](const char* unlocks) {
    return std::string("#include <mutex>\n#include <thread>\nstd::recursive_mutex m; int x;\n") +
           "void work() { m.lock(); { std::lock_guard<std::recursive_mutex> again(m); ++x; }\n" +
           "  if (m.try_lock()) { ++x; m.unlock(); } " + unlocks + " }\n" +
           "int main() { std::thread a(work), b(work); a.join(); b.join(); }\n";
  };
  EXPECT_EQ(under(ModelName::Rc20, program("++x; m.unlock();"), ".cpp"), "robust");
  EXPECT_EQ(under(ModelName::Rc20, program("m.unlock(); ++x;"), ".cpp"), "not robust, race");
  const auto inC = [](const char* kind) {
    return std::string("#include <pthread.h>\npthread_mutex_t m; int x;\n") +
           "void *work(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++;\n" +
           "  pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return p; }\n" +
           "int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a);\n" +
           "  pthread_mutexattr_settype(&a, " + kind + "); pthread_mutex_init(&m, &a);\n" +
           "  pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);\n" +
           "  for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }\n";
  };
  EXPECT_EQ(under(ModelName::Rc20, inC("PTHREAD_MUTEX_RECURSIVE")), "robust");
  // A plain one is never got a second time: nobody comes to the data.
  EXPECT_EQ(under(ModelName::Rc20, inC("PTHREAD_MUTEX_NORMAL")), "robust");
}

TEST(Meaning, TryingALockCanFail) {
  const auto program = [](const char* otherwise) {
    return std::string("#include <pthread.h>\npthread_spinlock_t s; int x;\n") +
           "void *work(void *p) { if (pthread_spin_trylock(&s) == 0) { x++;\n" +
           "  pthread_spin_unlock(&s); } else { " + otherwise + " } return p; }\n" +
           "int main(void) { pthread_spin_init(&s, 0); pthread_t t[2];\n" +
           "  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);\n" +
           "  for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }\n";
  };
  EXPECT_EQ(under(ModelName::Tso, program("")), "robust");
  EXPECT_NE(under(ModelName::Rc20, program("x++;")).find("race"), std::string::npos);
}

TEST(Meaning, ReadersShareAndWritersDoNot) {
  const auto program = [](const char* first, const char* second) {
    return std::string("#include <mutex>\n#include <shared_mutex>\n#include <thread>\n") +
           "std::shared_mutex m; int x, y;\n" +
           "using Read = std::shared_lock<std::shared_mutex>;\n" +
           "using Write = std::unique_lock<std::shared_mutex>;\n" + "void one() { " + first +
           " }\nvoid two() { " + second + " }\n" +
           "int main() { std::thread a(one), b(two); a.join(); b.join(); }\n";
  };
  const char* const reads = "Read l(m); y = y; int r = x; (void)r;";
  const auto verdict = [&](const char* first, const char* second) {
    return under(ModelName::Rc11, program(first, second), ".cpp");
  };
  EXPECT_EQ(verdict("Write l(m); ++x;", "Read l(m); int r = x; (void)r;"), "robust");
  EXPECT_EQ(verdict("Write l(m); ++x;", "Write l(m); ++x;"), "robust");
  EXPECT_EQ(
      verdict("Write l(m); ++x;", "Read l(m, std::try_to_lock); if (l) { int r = x; (void)r; }"),
      "robust");
  EXPECT_EQ(verdict("Write l(m, std::try_to_lock); if (l) ++x;", "Write l(m); ++x;"), "robust");
  // Two readers are there at the same time, and one that only reads may not write.
  EXPECT_NE(verdict(reads, reads).find("race"), std::string::npos);
  EXPECT_NE(verdict("Read l(m); ++x;", "Read l(m); int r = x; (void)r;").find("race"),
            std::string::npos);
  EXPECT_NE(verdict("{ Write l(m); } ++x;", "Write l(m); ++x;").find("race"), std::string::npos);
}

// Whether an object has been freed is kept in memory beside it. That must not be taken for an
// access of the program: what is robust without freeing is robust with it.
TEST(Meaning, FreeingIsNoAccessThatOthersCouldMiss) {
  const auto program = [](const char* free, const char* order) {
    return std::string("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n") +
           "atomic_int x, done; atomic_int *p;\n" +
           "void *user(void *q) { atomic_store_explicit(&x, 1, memory_order_relaxed);\n" +
           "  atomic_load_explicit(p, memory_order_relaxed);\n" +
           "  atomic_store_explicit(&done, 1, memory_order_release); return q; }\n" +
           "int main(void) { p = malloc(sizeof *p); *p = 0; pthread_t t;\n" +
           "  pthread_create(&t, 0, user, 0);\n" +
           "  if (atomic_load_explicit(&done, memory_order_" + order + ")) { " + free + "\n" +
           "    atomic_load_explicit(&x, memory_order_relaxed); }\n" + "  pthread_join(t, 0); }\n";
  };
  for (const ModelName model : {ModelName::Tso, ModelName::Sra, ModelName::Ra, ModelName::Rc11}) {
    EXPECT_EQ(under(model, program("", "acquire")), "robust");
    EXPECT_EQ(under(model, program("free(p);", "acquire")), "robust");
  }
  // Under TSO all orders are the same; a relaxed load does not make freeing safe in C.
  EXPECT_EQ(under(ModelName::Tso, program("free(p);", "relaxed")), "robust");
  EXPECT_NE(under(ModelName::Rc11, program("free(p);", "relaxed")), "robust");
}

TEST(Meaning, StructuresAreCopiedMemberByMember) {
  EXPECT_EQ(
      underRc20("#include <assert.h>\n#include <pthread.h>\n"
                "struct pair { int a; char b; long c; };\n"
                "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct pair shared;\n"
                "void *work(void *p) { pthread_mutex_lock(&m); struct pair mine = shared;\n"
                "  mine.a++; mine.b--; mine.c += 2; shared = mine; pthread_mutex_unlock(&m);\n"
                "  return 0; }\n"
                "int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++)\n"
                "  pthread_create(&t[i], 0, work, 0);\n"
                "  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n"
                "  assert(shared.a == 2 && shared.b == -2 && shared.c == 4); }\n"),
      "robust");
}

TEST(Meaning, FunctionPointersInSharedMemoryAreFollowed) {
  EXPECT_EQ(underRc20("#include <assert.h>\n#include <stdatomic.h>\n"
                      "int three(void) { return 3; } int four(void) { return 4; }\n"
                      "_Atomic(int (*)(void)) f = three;\n"
                      "void one(void) { atomic_store(&f, four); }\n"
                      "void two(void) { int r = atomic_load(&f)(); assert(r == 3 || r == 4); }\n",
                      ".c", "one,two"),
            "robust");
}

TEST(Meaning, ThreadsMayCreateThreads) {
  EXPECT_EQ(underRc20("#include <thread>\n#include <cassert>\nint data;\n"
                      "int main() { std::thread a([] { data = 1; std::thread b([] { data++; });\n"
                      "  b.join(); data++; }); a.join(); assert(data == 3); }\n",
                      ".cpp"),
            "robust");
}

TEST(Meaning, AThreadBeginsAfterWhatItsCreatorDid) {
  const std::string head =
      "#include <thread>\n#include <atomic>\n#include <cassert>\n"
      "std::atomic<int> x{0}; int data;\nint main() { std::thread a([] { x = 1; });\n";
  EXPECT_EQ(underRc20(head + "  data = 1; std::thread b([] { assert(data == 1); data = 2; });\n"
                             "  a.join(); b.join(); assert(data == 2); }\n",
                      ".cpp"),
            "robust");
  EXPECT_EQ(underRc20(head + "  std::thread b([] { data = 2; }); data = 1;\n"
                             "  a.join(); b.join(); }\n",
                      ".cpp"),
            "not robust, race");
}

TEST(Meaning, WhatRunsBesideMainRaces) {
  EXPECT_EQ(underRc20("#include <thread>\nint data;\n"
                      "int main() { std::thread a([] { data = 1; }); data = 2; a.join(); }\n",
                      ".cpp"),
            "not robust, race");
  EXPECT_EQ(underRc20("#include <thread>\nint main() { int data = 0;\n"
                      "  std::thread a([&] { data = 1; }); a.join(); data = 2; }\n",
                      ".cpp"),
            "robust");
}

TEST(Meaning, DoubleFreeIsFound) {
  EXPECT_EQ(underRc20("#include <stdlib.h>\n#include <stdatomic.h>\n_Atomic(int *) p;\n"
                      "_Atomic int freed;\nvoid one(void) { int *q = malloc(4); p = q; while "
                      "(freed == 0); free(q); }\n"
                      "void two(void) { int *q; while (!(q = p)); free(q); freed = 1; }\n",
                      ".c", "one,two"),
            "unknown, an assertion fails");
}

TEST(Meaning, ChoicesOfTheHeaderAreAllTried) {
  EXPECT_EQ(underRc20("#include <assert.h>\n#include \"robur.h\"\n"
                      "void one(void) { int r = robur_nondet(2, 4); robur_assume(r != 3);\n"
                      "  robur_thread_name(\"chooser\"); assert(r == 2 || r == 4); }\n",
                      ".c", "one"),
            "robust");
  EXPECT_EQ(underRc20("#include <assert.h>\n#include \"robur.h\"\n"
                      "void one(void) { int r = robur_nondet(2, 4); assert(r != 4); }\n",
                      ".c", "one"),
            "robust, an assertion fails");
}

TEST(Meaning, WaitsOfTheHeaderBlock) {
  EXPECT_EQ(
      underRc20("#include \"robur.h\"\n#include <stdatomic.h>\natomic_int turn, lock; int d;\n"
                "void one(void) { d = 1; atomic_store_explicit(&turn, 2, memory_order_release); }\n"
                "void two(void) { robur_wait(&turn, 2, memory_order_acquire); d = 2;\n"
                "  robur_bcas(&lock, 0, 1, memory_order_acquire); }\n",
                ".c", "one,two"),
      "robust");
}

TEST(Meaning, NamesAreThoseOfTheSource) {
  Reading settings;
  settings.entries = "one,two";
  const Program program = programOf(
      "struct queue { _Atomic int head, tail; } q; struct node { _Atomic int next; } nodes[2];\n"
      "void one(void) { q.tail = 1; nodes[1].next = 2; }\n"
      "void two(void) { q.head = 1; nodes[1].next = 3; }\n",
      ".c", settings);
  std::set<std::string> names;
  for (const Location& location : program.locations) names.insert(location.name);
  EXPECT_EQ(names, (std::set<std::string>{"q.head", "q.tail", "nodes[1].next"}));
  ASSERT_EQ(program.threads.size(), 2u);
  EXPECT_EQ(program.threads[0].name, "one");
  EXPECT_EQ(program.threads[1].name, "two");
}

}  // namespace
}  // namespace robur::testing
