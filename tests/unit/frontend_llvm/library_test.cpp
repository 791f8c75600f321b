// What the thread libraries provide beyond threads and locks: results, waiting for atomics,
// latches, barriers, semaphores, time limits, shared pointers, tokens to stop. Each is used once as
// it should be, and once so that it shows.
#include <functional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

std::string inC(const std::string& text) {
  return verdictOf(programOf("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n"
                             "#include <stdatomic.h>\n#include <stdlib.h>\n#include <threads.h>\n" +
                             text),
                   ModelName::Rc11);
}

std::string inCpp(const std::string& headers, const std::string& text) {
  std::string all = "#include <atomic>\n#include <cassert>\n#include <thread>\n";
  for (std::size_t at = 0; at < headers.size();) {
    const std::size_t end = std::min(headers.find(' ', at), headers.size());
    all += "#include <" + headers.substr(at, end - at) + ">\n";
    at = end + 1;
  }
  // Newer headers are larger, and most of the time goes into reading them.
  const bool old = headers.find("memory") == 0 || headers.find("future") == 0 ||
                   headers.find("condition_variable") == 0;
  Reading settings;
  settings.clangFlags = {old ? "-std=c++17" : "-std=c++20"};
  return verdictOf(programOf(all + text, ".cpp", settings), ModelName::Rc11);
}

TEST(Library, ThreadsHaveResults) {
  const auto program = [](const char* condition) {
    return std::string("atomic_int x;\n") +
           "void *object(void *q) { int *r = malloc(sizeof *r); *r = atomic_fetch_add(&x, 1);\n" +
           "  return r; }\n" +
           "void *quits(void *q) { atomic_fetch_add(&x, 1); pthread_exit((void *)7); }\n" +
           "int number(void *q) { if (atomic_load(&x) == 2) thrd_exit(5); return -3; }\n" +
           "int main(void) { pthread_t a, b; thrd_t c; void *r, *s; int t;\n" +
           "  pthread_create(&a, 0, object, 0); pthread_create(&b, 0, quits, 0);\n" +
           "  thrd_create(&c, number, 0); pthread_join(a, &r); pthread_join(b, &s);\n" +
           "  thrd_join(c, &t); int *o = r; assert(" + condition + "); free(o); }\n";
  };
  EXPECT_EQ(inC(program("(long)s == 7 && (t == -3 || t == 5) && (*o == 0 || *o == 1)")), "robust");
  EXPECT_EQ(inC(program("t == -3")), "robust, an assertion fails");
  EXPECT_EQ(inC(program("t == 5")), "robust, an assertion fails");
  EXPECT_EQ(inC(program("*o == 0")), "robust, an assertion fails");
}

// The functions of the binary of libstdc++ that rotate nodes of trees and link nodes of lists:
// every step is compared with an array. The program is deterministic, so natively nothing else
// happens.
TEST(Library, TreesAndListsKeepTheirOrder) {
  EXPECT_EQ(inCpp("map list", R"c(
int main() {
  std::map<int, int> m;
  bool in[16] = {};
  unsigned r = 12345;
  int size = 0;
  for (int step = 0; step < 120; step++) {
    r = r * 1103515245u + 12345u;
    const int k = (r >> 16) % 16;
    if ((r >> 24) % 2) {
      size += !in[k];
      in[k] = true;
      m[k] = k * k;
    } else {
      size -= in[k];
      assert((int)m.erase(k) == in[k]);
      in[k] = false;
    }
    int at = 0, n = 0;
    for (auto [key, value] : m) {
      while (!in[at]) at++;
      assert(key == at && value == at * at);
      at++, n++;
    }
    assert(n == size && (int)m.size() == size);
    for (auto i = m.rbegin(); i != m.rend(); ++i, --at, --n) {
      do at--; while (!in[at]);
      assert(i->first == at);
      at++;
    }
    assert(n == 0);
  }
  std::list<int> a{1, 2, 3}, b{4, 5}, c;
  a.splice(a.begin(), b, b.begin());
  a.reverse();
  a.swap(b);
  b.sort();
  c.swap(b);
  int i = 0;
  for (int x : c) assert(x == ++i);
  assert(i == 4 && b.empty() && a.size() == 1 && a.front() == 5);
  std::thread t([] {});
  t.join();
})c"),
            "robust");
}

TEST(Library, MapsAndListsUnderALock) {
  const auto program = [](const char* lock, const char* condition) {
    return std::string("std::mutex m; std::map<int, int> q; std::list<int> l;\n") +
           "int main() { std::thread t([] { std::lock_guard<std::mutex> g(m); q[1] = 10;\n" +
           "    l.push_back(1); });\n  {" + lock + " q[0] = 20; l.push_front(2); }\n  t.join();\n" +
           "  assert(" + condition + "); }\n";
  };
  const char* guard = " std::lock_guard<std::mutex> g(m);";
  EXPECT_EQ(inCpp("map list mutex", program(guard,
                                            "q.size() == 2 && q.begin()->second == 20 &&"
                                            " l.front() == 2 && l.back() == 1")),
            "robust");
  EXPECT_EQ(inCpp("map list mutex", program(guard, "q.begin()->second == 10")),
            "robust, an assertion fails");
  EXPECT_EQ(inCpp("map list mutex", program("", "true")), "not robust, race");
}

// A record that a thread makes when it first needs one, in a loop that may run again: the pointer
// to it is not null from then on, so there is one record per thread.
TEST(Library, RecordsOfThreadsAreMadeOnce) {
  const auto program = [](const char* condition) {
    return std::string(R"c(
struct Rec { std::atomic<int> state{1}; Rec* next = nullptr; };
std::atomic<Rec*> head{nullptr};
std::atomic<int> x{0};
static Rec* acquire() {
  Rec* r = head.load(std::memory_order_acquire);
  while (r) {
    int free = 0;
    if (r->state.load(std::memory_order_relaxed) == 0 && r->state.compare_exchange_strong(free, 1))
      return r;
    r = r->next;
  }
  r = new Rec;
  Rec* h = head.load(std::memory_order_relaxed);
  do r->next = h; while (!head.compare_exchange_weak(h, r));
  return r;
}
struct Local {
  Rec* rec = nullptr;
  void enter() { if (rec == nullptr) rec = acquire(); }
  ~Local() { if (rec) rec->state.store(0, std::memory_order_release); }
};
static thread_local Local local;
static void add() {
  for (;;) {
    local.enter();
    int e = x.load();
    if (x.compare_exchange_strong(e, e + 1)) break;
  }
}
int main() {
  std::thread a(add), b(add);
  a.join(); b.join();
  int n = 0;
  for (Rec* r = head.load(); r; r = r->next) n++;
  assert()c") +
           condition + "); }\n";
  };
  EXPECT_EQ(inCpp("memory", program("n == 1 || n == 2")), "robust");
  EXPECT_EQ(inCpp("memory", program("n == 1")), "robust, an assertion fails");
  EXPECT_EQ(inCpp("memory", program("n == 2")), "robust, an assertion fails");
}

// No machine has so much memory. std::vector contains such a call for sizes that overflow.
TEST(Library, AllocationsThatCannotSucceed) {
  EXPECT_EQ(
      inC("int main(void) { assert(!malloc(1UL << 62) && !malloc(-1UL) && !calloc(1UL << 60, 64));"
          " thrd_t t; return 0; }"),
      "robust");
  EXPECT_EQ(inCpp("new",
                  "int main() { std::thread t([] { unsigned long n = 1ul << 62;"
                  " delete[] new char[n]; }); t.join(); }"),
            "unknown, an assertion fails");
}

// A pointer to a member function is a structure of two words, read and written at once.
TEST(Library, ThreadsRunMemberFunctions) {
  const auto program = [](const char* condition) {
    return std::string("struct W { virtual void add(int i) { n.fetch_add(i); }\n") +
           "  void twice(int i) { n.fetch_add(2 * i); } std::atomic<int> n{0}; };\n" +
           "void (W::*chosen)(int) = &W::twice;\n" +
           "int main() { W w; std::thread a(&W::add, &w, 1), b(chosen, &w, 3);\n" +
           "  void (W::*f)(int) = chosen; (w.*f)(10); a.join(); b.join();\n" + "  assert(" +
           condition + "); }\n";
  };
  EXPECT_EQ(inCpp("functional", program("w.n == 27")), "robust");
  EXPECT_EQ(inCpp("functional", program("w.n == 26")), "robust, an assertion fails");
}

TEST(Library, SemaphoresCount) {
  const auto program = [](const char* initial) {
    return std::string("sem_t s; int d;\n") +
           "void *work(void *q) { sem_wait(&s); d++; sem_post(&s); return q; }\n" +
           "int main(void) { pthread_t a, b; sem_init(&s, 0, " + initial + ");\n" +
           "  pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);\n" +
           "  pthread_join(a, 0); pthread_join(b, 0); assert(d == 2); }\n";
  };
  EXPECT_EQ(inC(program("1")), "robust");
  EXPECT_EQ(inC(program("2")), "not robust, race");
  EXPECT_EQ(inC("sem_t s; int d;\n"
                "void *work(void *q) { if (sem_trywait(&s) == 0) d++; return q; }\n"
                "int main(void) { pthread_t a, b; sem_init(&s, 0, 1);\n"
                "  pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);\n"
                "  pthread_join(a, 0); pthread_join(b, 0); assert(d == 1); }\n"),
            "robust");
}

TEST(Library, TimeLimitsMayPass) {
  const auto program = [](const char* condition) {
    return std::string("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int d;\n") +
           "struct timespec t;\n" +
           "void *work(void *q) { if (pthread_mutex_timedlock(&m, &t) == 0) { d++;\n" +
           "  pthread_mutex_unlock(&m); } return q; }\n" +
           "int main(void) { pthread_t a, b; pthread_create(&a, 0, work, 0);\n" +
           "  pthread_create(&b, 0, work, 0); pthread_join(a, 0); pthread_join(b, 0);\n" +
           "  assert(" + condition + "); }\n";
  };
  EXPECT_EQ(inC(program("d >= 0 && d <= 2")), "robust");
  EXPECT_EQ(inC(program("d == 2")), "robust, an assertion fails");
  EXPECT_EQ(inC(program("d > 0")), "robust, an assertion fails");
  const auto waits = [](const char* condition) {
    return std::string("std::mutex m; std::condition_variable c; bool ready; int got;\n") +
           "void waits() { std::unique_lock<std::mutex> l(m);\n" +
           "  got = c.wait_for(l, std::chrono::seconds(1), [] { return ready; }) ? 1 : 2; }\n" +
           "void sets() { std::lock_guard<std::mutex> l(m); ready = true; c.notify_one(); }\n" +
           "int main() { std::thread a(waits), b(sets); a.join(); b.join(); assert(" + condition +
           "); }\n";
  };
  EXPECT_EQ(inCpp("condition_variable mutex chrono", waits("got == 1")),
            "robust, an assertion fails");
}

TEST(Library, AtomicsAreWaitedFor) {
  const auto program = [](const char* order) {
    return std::string("std::atomic<int> a{0}; std::atomic_flag f; int d, e;\n") +
           "void sets() { d = 1; a.store(1, std::memory_order_" + order +
           "); a.notify_one();\n  e = 1; f.test_and_set(std::memory_order_release); "
           "f.notify_all(); }\n" +
           "int main() { std::thread t(sets); a.wait(0, std::memory_order_acquire);\n" +
           "  int r = d; assert(r == 1); f.wait(false, std::memory_order_acquire);\n" +
           "  assert(e == 1); t.join(); }\n";
  };
  EXPECT_EQ(inCpp("", program("release")), "robust");
  EXPECT_NE(inCpp("", program("relaxed")).find("race"), std::string::npos);
}

TEST(Library, LatchesAndBarriers) {
  const auto program = [](const char* expected) {
    return std::string("struct Count { int *n; void operator()() noexcept { ++*n; } };\n") +
           "int n, x, y, z; std::barrier b(2, Count{&n}); std::latch done(2);\n" +
           "void one() { x = 1; b.arrive_and_wait(); assert(y == 1); b.arrive_and_wait(); x = "
           "2;\n" +
           "  done.count_down(); }\n" +
           "void two() { y = 1; b.arrive_and_wait(); assert(x == 1); b.arrive_and_wait(); z = "
           "1;\n" +
           "  done.arrive_and_wait(); assert(x == 2); }\n" +
           "int main() { std::thread s(one), t(two); done.wait(); assert(n == " + expected +
           " && x == 2 && z == 1);\n  s.join(); t.join(); }\n";
  };
  EXPECT_EQ(inCpp("barrier latch", program("2")), "robust");
  EXPECT_EQ(inCpp("barrier latch", program("1")), "robust, an assertion fails");
}

TEST(Library, SemaphoresOfCpp) {
  const auto program = [](const char* initial) {
    return std::string("std::counting_semaphore<4> full(0), empty(") + initial + "); int slot;\n" +
           "void fill() { for (int i = 0; i < 2; i++) { empty.acquire(); slot = i;\n" +
           "  full.release(); } }\n" +
           "void drain() { for (int i = 0; i < 2; i++) { full.acquire(); assert(slot == i);\n" +
           "  empty.release(); } }\n" +
           "int main() { std::thread a(fill), b(drain); a.join(); b.join(); }\n";
  };
  EXPECT_EQ(inCpp("semaphore", program("1")), "robust");
  EXPECT_NE(inCpp("semaphore", program("2")).find("race"), std::string::npos);
}

TEST(Library, SharedPointersAreShared) {
  const auto program = [](const char* second) {
    return std::string("struct Thing { int v = 1; ~Thing() { v = 0; } };\n") +
           "int main() { auto p = std::make_shared<Thing>();\n" +
           "  std::thread a([p] { assert(p->v == 1); });\n  std::thread b([" + second + "\n" +
           "  p.reset(); a.join(); b.join(); }\n";
  };
  EXPECT_EQ(inCpp("memory", program("p] { assert(p->v == 1); });")), "robust");
  EXPECT_NE(inCpp("memory", program("q = p.get()] { int r = q->v; (void)r; });")).find("race"),
            std::string::npos);
}

TEST(Library, SharedPointersAreReplacedUnderALock) {
  EXPECT_EQ(inCpp("memory",
                  "std::shared_ptr<int> p = std::make_shared<int>(1);\n"
                  "void sets() { std::atomic_store(&p, std::make_shared<int>(2)); }\n"
                  "void gets() { auto q = std::atomic_load(&p);\n"
                  "  assert(*q == 1 || *q == 2); }\n"
                  "int main() { std::thread a(sets), b(gets); a.join(); b.join(); }\n"),
            "robust");
}

TEST(Library, FuturesHaveWhatWasPromised) {
  const auto program = [](const char* early) {
    return std::string("int d, e;\nint main() {\n") +
           "  std::packaged_task<int(int)> task([](int x) { d = 1; return x + 1; });\n" +
           "  auto f = task.get_future(); std::thread t(std::move(task), 4);\n" +
           "  assert(f.get() == 5 && d == 1); t.join();\n" +
           "  std::promise<void> p; auto g = p.get_future();\n" +
           "  std::thread s([&] { e = 2; p.set_value(); });\n  " + early +
           "  g.wait(); assert(e == 2); s.join();\n" +
           "  auto h = std::async([] { return 7; });\n" +
           "  auto k = std::async(std::launch::deferred, [](int v) { return v; }, 8);\n" +
           "  assert(h.get() + k.get() == 15); }\n";
  };
  EXPECT_EQ(inCpp("future", program("")), "robust");
  EXPECT_NE(inCpp("future", program("e = 1;")).find("race"), std::string::npos);
}

TEST(Library, ThreadsThatAreAskedToStop) {
  EXPECT_EQ(inCpp("stop_token",
                  "std::atomic<int> n{0};\n"
                  "int main() { std::jthread a([](std::stop_token s) {\n"
                  "  while (!s.stop_requested()) n.store(1, std::memory_order_relaxed); }); }\n"),
            "robust");
}

// Containers that grow while they are shared: how much they allocate and copy depends on memory.
TEST(Library, SharedContainersGrow) {
  const auto vector = [](const char* condition) {
    return inCpp("vector mutex",
                 std::string("std::mutex m; std::vector<int> v;\n") +
                     "void add(int k) { std::lock_guard<std::mutex> g(m); v.push_back(k); }\n" +
                     "int main() { std::thread a([] { add(1); }), b([] { add(4); });\n" +
                     "  a.join(); b.join(); assert(" + condition + "); }\n");
  };
  EXPECT_EQ(vector("v.size() == 2 && v[0] + v[1] == 5"), "robust");
  EXPECT_EQ(vector("v[0] == 1"), "robust, an assertion fails");
  const auto table = [](const char* condition) {
    return inCpp("unordered_map mutex",
                 std::string("std::mutex m; std::unordered_map<int, int> t;\n") +
                     "void add(int k) { std::lock_guard<std::mutex> g(m); t[k]++; }\n" +
                     "int main() { std::thread a([] { add(1); }), b([] { add(14); });\n" +
                     "  a.join(); b.join(); assert(" + condition + "); }\n");
  };
  EXPECT_EQ(table("t.size() == 2 && t.count(1) == 1"), "robust");
  EXPECT_EQ(table("t.begin()->first == 1"), "robust, an assertion fails");
}

// The hash of bytes is that of the library in use, whatever is left over after the words.
TEST(Library, HashesBytesAsLibstdcxxDoes) {
  std::string text = "int main() {\n";
  std::string word;
  for (unsigned length = 0; length <= 17; ++length) {
    text += fmt::format("  assert(std::hash<std::string>{{}}(\"{}\") == {}ul);\n", word,
                        std::hash<std::string>{}(word));
    word += static_cast<char>('a' + 5 * length % 26);
  }
  const auto program = [&](const std::string& last) {
    return inCpp("string unordered_map", text + last + " std::thread t([] {}); t.join(); }\n");
  };
  EXPECT_EQ(program(""), "robust");
  EXPECT_EQ(program("std::unordered_map<std::string, int> m; m[\"a\"] = 1; assert(m[\"b\"]);"),
            "robust, an assertion fails");
}

TEST(Library, AllocationsWhoseSizeDependsOnMemory) {
  const auto program = [](const char* size) {
    return inC(std::string("atomic_int n; char *volatile p;\n") +
               "void *one(void *q) { int k = n; char *c = malloc(" + size + ");\n" +
               "  c[k] = 1; assert(c[k] == 1); free(c); return q; }\n" +
               "void *two(void *q) { n = 3; return q; }\n" +
               "int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0);\n" +
               "  pthread_create(&b, 0, two, 0); pthread_join(a, 0); pthread_join(b, 0); }\n");
  };
  EXPECT_EQ(program("k + 1"), "robust");
  EXPECT_EQ(program("40 * (k + 1)"), "unknown");  // more than is allocated
  EXPECT_EQ(program("k - 1"), "unknown");         // more than there is
}

// Compared with a loop over bytes, for every size.
TEST(Library, MovesOfASizeThatDependsOnMemory) {
  for (const char* type : {"char", "int", "long"}) {
    for (const int distance : {-1, 0, 2}) {
      const int from = distance < 0 ? -distance : 0;
      const std::string text = fmt::format(
          "#include \"robur.h\"\n#include <string.h>\n{0} a[8], b[8];\n"
          "void *none(void *q) {{ return q; }}\n"
          "int main(void) {{ for (int i = 0; i < 8; i++) a[i] = b[i] = i + 1;\n"
          "  pthread_t t; pthread_create(&t, 0, none, 0);\n"
          "  int n = robur_nondet(0, 5);\n"
          "  memmove(a + {1} + {2}, a + {1}, n * sizeof *a);\n"
          "  for (int i = 0; i < 8; i++) {{ int k = i - {1} - {2};\n"
          "    assert(a[i] == (k >= 0 && k < n ? b[i - {2}] : b[i])); }} }}\n",
          type, from, distance);
      EXPECT_EQ(inC(text), "robust") << text;
    }
  }
}

}  // namespace
}  // namespace robur::testing
