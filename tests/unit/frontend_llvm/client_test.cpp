// What --any and --entry name: functions as the source spells them, arguments, objects of classes;
// and what cannot be asked for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur {
namespace {

using testing::readC;

Loaded withAny(const std::string& text, const std::string& any, const std::string& extension) {
  Reading reading;
  reading.any = any;
  return readC(text, extension, reading);
}

// The first error or warning, or nothing.
std::string complaintOf(const Loaded& loaded) {
  for (const Diagnostic& d : loaded.diagnostics) {
    if (d.severity != Diagnostic::Severity::Note) return d.message;
  }
  return "";
}

const char* const kQueue = R"(
#include <atomic>
template <class T> struct Queue {
  std::atomic<T> last{};
  void push(const T& v) { last.store(v, std::memory_order_release); }
  void push(T v, int) { last.store(v, std::memory_order_release); }
  bool pop(T& out) { out = last.load(std::memory_order_acquire); return out != 0; }
};
template struct Queue<int>;
template struct Queue<long>;
namespace lib { Queue<int> queue; Queue<long> first, second; void push() { queue.push(1); } }
)";

TEST(Client, FindsFunctionsAsTheyAreSpelled) {
  for (const char* name : {"Queue<int>::pop", "Queue<int>::pop(int&)", "_ZN5QueueIiE3popERi",
                           "Queue<int>::push(int const&)", "lib::push", "lib::push()",
                           "Queue<int>::push(int, int)(0..2, 5)"}) {
    const Loaded loaded = withAny(kQueue, name, ".cpp");
    EXPECT_EQ(complaintOf(loaded), "") << name;
    ASSERT_TRUE(loaded.program) << name;
    const bool writes = std::string(name).find("push") != std::string::npos;
    EXPECT_EQ(hasAnyNumber(*loaded.program), writes) << name;
  }
}

TEST(Client, ListsWhatANameMayMean) {
  EXPECT_EQ(complaintOf(withAny(kQueue, "Queue<int>::push", ".cpp")),
            "2 functions are named Queue<int>::push: Queue<int>::push(int const&), "
            "Queue<int>::push(int, int)");
  EXPECT_EQ(complaintOf(withAny(kQueue, "Queue<int>::pull", ".cpp")),
            "the program does not define a function Queue<int>::pull");
  Reading reading;
  reading.entries = "pop";
  EXPECT_EQ(complaintOf(readC(kQueue, ".cpp", reading)),
            "2 functions are named pop: Queue<int>::pop(int&), Queue<long>::pop(long&)");
}

// Without the arguments of templates, and with numbers as the source has them.
TEST(Client, FindsTemplatesByTheirNames) {
  const char* const text = R"(
#include <atomic>
template <class T, std::size_t N> struct Ring {
  std::atomic<T> items[N] = {};
  void put() { items[0].store(1, std::memory_order_release); }
};
template struct Ring<int, 2>;
Ring<int, 2> ring;
)";
  for (const char* name : {"Ring::put", "Ring<int, 2>::put", "Ring<int, 2>::put()", "put"}) {
    const Loaded loaded = withAny(text, name, ".cpp");
    EXPECT_EQ(complaintOf(loaded), "") << name;
    EXPECT_TRUE(loaded.program) << name;
  }
  EXPECT_EQ(complaintOf(withAny(text, "Ring<int, 3>::put", ".cpp")),
            "the program does not define a function Ring<int, 3>::put");
}

TEST(Client, RangesAreCheckedBeforeTheyAreUsed) {
  const char* const text =
      "int x; unsigned char b; void f(int v) { x = v; } void g(unsigned char v) { b = v; }";
  const auto complaint = [&](const char* any) { return complaintOf(withAny(text, any, ".c")); };
  EXPECT_EQ(complaint("f(3..1)"), "3..1 is no range of values");
  EXPECT_EQ(complaint("f(1,2x)"), "2x is no range of values");
  EXPECT_EQ(complaint("f(0..3,4)"),
            "f has fewer arguments that are integers than f(0..3,4) gives ranges for");
  EXPECT_EQ(complaint("f(5000000000)"),
            "the values from 5000000000 to 5000000000 do not fit into v of f, which has 32 bits");
  EXPECT_EQ(complaint("g(0..256)"),
            "the values from 0 to 256 do not fit into v of g, which has 8 bits");
  EXPECT_EQ(complaint("f(0..100000)"), "v of f has more than 65536 values");
  EXPECT_EQ(complaint("g(0..255)"), "");
  EXPECT_EQ(complaint("f(-2..-1)"), "");
}

TEST(Client, AFunctionThatIsNamedTwiceIsOne) {
  const char* const text = "#include <stdatomic.h>\natomic_int x; void f(int v) { x = v; }";
  const Loaded once = withAny(text, "f", ".c"), twice = withAny(text, "f, f", ".c");
  ASSERT_TRUE(once.program && twice.program);
  EXPECT_TRUE(sameUpToNames(*once.program, *twice.program));
  EXPECT_EQ(twice.program->bounds, once.program->bounds);
}

// It has more values than any search visits, and nothing depends on them.
TEST(Client, CountersThatDecideNothingMayGrow) {
  const char* const text = R"(
#include <stdatomic.h>
static _Atomic unsigned long hits;
static atomic_int stop;
void hit(void) { if (!atomic_load(&stop)) atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed); }
unsigned long total(void) { return atomic_load_explicit(&hits, memory_order_relaxed); }
void halt(void) { atomic_store(&stop, 1); }
)";
  for (const auto& [any, verdict] : {std::pair{"hit,total", "robust"}, {"hit,halt", "robust"}}) {
    const Loaded loaded = withAny(text, any, ".c");
    ASSERT_TRUE(loaded.program) << any;
    EXPECT_EQ(testing::verdictOf(*loaded.program, ModelName::Rc11), verdict) << any;
  }
  // A relaxed counter and a flag. The instance with one client ends as well.
  const Loaded loaded = withAny(text, "hit,total,halt", ".c");
  ASSERT_TRUE(loaded.program);
  const Result result = check(*loaded.program, ModelName::Rc11, {});
  EXPECT_EQ(result.verdict, Verdict::NotRobust) << result.reason;
  ASSERT_TRUE(result.anyNumber);
  EXPECT_EQ(result.anyNumber->copies, std::vector<unsigned>{2});
}

TEST(Client, NeedsOneObject) {
  EXPECT_EQ(complaintOf(withAny(kQueue, "Queue<long>::pop", ".cpp")),
            "Queue<long>::pop(long&) needs an object, and there are 2 global variables of type "
            "Queue<long>: _ZN3lib5firstE, _ZN3lib6secondE");
}

TEST(Client, SaysWhatTheAnswerIsLimitedTo) {
  const Loaded loaded = withAny(kQueue, "Queue<int>::push(int const&)(3..5)", ".cpp");
  ASSERT_TRUE(loaded.program);
  ASSERT_EQ(loaded.program->bounds.size(), 1u);
  EXPECT_NE(loaded.program->bounds.front().find("from 3 to 5"), std::string::npos);
}

TEST(Client, TakesNoArgumentsThatItCannotChoose) {
  const char* const text = R"(
struct pair { long a, b, c; };
int one(double x) { return x > 0; }
long two(struct pair p) { return p.a; }
int three(int n, ...) { return n; }
void four(void (*f)(void)) { f(); }
)";
  for (const char* name : {"one", "two", "three", "four"}) {
    EXPECT_NE(complaintOf(withAny(text, name, ".c")).find("which --any cannot choose"),
              std::string::npos)
        << name;
  }
}

// What is known for one, two and three threads is then asked of programs with so many.
TEST(Client, NeedsANumberWhereThreadsAreTold) {
  const char* const text = R"(
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
static _Atomic unsigned long owner;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int* _Atomic shared;
static _Thread_local int mine;
static int x;
void self(void) { owner = pthread_self(); }
void current(void) { owner = thrd_current(); }
void reads(void) { pthread_rwlock_rdlock(&lock); int y = x; (void)y; pthread_rwlock_unlock(&lock); }
void writes(void) { pthread_rwlock_wrlock(&lock); x = 1 - x; pthread_rwlock_unlock(&lock); }
void publishes(void) { shared = &mine; int* p = shared; *p = 1; }
static void* nothing(void* p) { return x++, p; }
void creates(void) { pthread_t t; pthread_create(&t, 0, nothing, 0); }
void fine(void) { owner = 1; }
)";
  for (const char* name : {"self", "current", "reads", "writes", "publishes", "creates"}) {
    const Loaded loaded = withAny(text, name, ".c");
    EXPECT_FALSE(loaded.program) << name;
    EXPECT_TRUE(loaded.needsNumber) << name << ": " << complaintOf(loaded);
    EXPECT_NE(loaded.unfinished.find("line "), std::string::npos) << name;
    EXPECT_TRUE(std::ranges::any_of(loaded.diagnostics, [&](const Diagnostic& d) {
      return d.help.find("variable") != std::string::npos ||
             d.help.ends_with(fmt::format("--entry {0},{0}", name)) ||
             d.help.ends_with("--entry f,f");
    })) << name;
  }
  EXPECT_FALSE(withAny(text, "fine", ".c").needsNumber);
}

// Two objects: the third push waits until a pop has freed one, whoever does it.
TEST(Client, ObjectsComeFromPools) {
  const char* const text = R"(
#include <pthread.h>
#include <stdlib.h>
struct node { struct node* below; };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node* top;
void push(void) {
  struct node* mine = malloc(sizeof *mine);
  pthread_mutex_lock(&mutex);
  mine->below = top;
  top = mine;
  pthread_mutex_unlock(&mutex);
}
static struct node* taken(void) {
  pthread_mutex_lock(&mutex);
  struct node* mine = top;
  if (mine) top = mine->below;
  pthread_mutex_unlock(&mutex);
  return mine;
}
void pop(void) { free(taken()); }
void popTwice(void) { struct node* mine = taken(); free(mine); if (mine) free(mine); }
void late(void) { struct node* mine = taken(); free(mine); if (mine) mine->below = 0; }
)";
  const auto check = [&](const char* any) {
    const Loaded loaded = withAny(text, any, ".c");
    EXPECT_TRUE(loaded.program);
    if (!loaded.program) return std::string();
    EXPECT_EQ(loaded.program->bounds.size(), 1u);
    return testing::verdictOf(*loaded.program, ModelName::Rc11);
  };
  EXPECT_EQ(check("push,pop"), "robust");
  const auto boundOf = [&](const char* any) { return withAny(text, any, ".c").program->bounds[0]; };
  EXPECT_EQ(boundOf("push,pop").find("which nothing frees"), std::string::npos);
  EXPECT_NE(boundOf("push").find(":8), which nothing frees"), std::string::npos) << boundOf("push");
  EXPECT_NE(check("push,popTwice").find("an assertion fails"), std::string::npos);
  EXPECT_NE(check("push,late").find("an assertion fails"), std::string::npos);
}

}  // namespace
}  // namespace robur
