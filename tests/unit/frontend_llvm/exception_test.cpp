// Exceptions. What handlers, destructors and rethrown exceptions do is compared with the compiled
// program: each function is really run, and the program that expects the same results must satisfy
// its assertions, as it is written and as clang -O2 makes it, when the argument is known during
// translation and when it depends on another thread. Where nothing catches an exception, the
// program ends at the line that throws it.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

const char* const kPrelude = R"c(
#include <atomic>
#include <cassert>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
char* kept;
struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A, B { int c = 3; };
struct V : virtual A { int v = 4; };
struct W : virtual A { int w = 5; };
struct D : V, W { int d = 6; };
struct Twice : C, D {};
struct Secret : private A {};
struct Both : V, private W {};
struct Own : std::runtime_error { int n; Own(int n) : std::runtime_error("own"), n(n) {} };
struct Trace { int& t; int n; ~Trace() { t = 10 * t + n; } };
struct Counted {
  static inline int alive;
  int n;
  Counted(int n) : n(n) { alive++; }
  Counted(const Counted& o) : n(o.n) { alive++; }
  ~Counted() { alive--; }
};
template <class T> int which(T&& thrower) {
  try { thrower(); }
  catch (const B& b) { return b.b; }
  catch (A& a) { return 10 + a.a; }
  catch (int i) { return 100 + i; }
  catch (const char* t) { return 200 + t[0]; }
  catch (Own& o) { return 300 + o.n; }
  catch (std::logic_error& e) { return 400 + (int)strlen(e.what()); }
  catch (std::exception& e) { return 500 + (int)strlen(e.what()); }
  catch (...) { return 600; }
  return 0;
}
)c";

struct Snippet {
  const char* name;
  const char* body;  // of int f(int k), for k from 0 to 2
};
constexpr Snippet kSnippets[] = {
    {"classes",
     "if (k == 0) return which([] { throw A(); }); if (k == 1) return which([] { throw C(); });"
     "return which([] { throw D(); });"},
    {"ambiguous_and_private",
     "if (k == 0) return which([] { throw Twice(); }); if (k == 1) return which([] { throw "
     "Secret(); });"
     "return which([] { throw Both(); });"},
    {"numbers_and_texts",
     "if (k == 0) return which([] { throw 7; }); if (k == 1) return which([] { throw \"x\"; });"
     "return which([] { throw 7u; });"},
    {"standard",
     "if (k == 0) return which([] { throw std::out_of_range(std::string(\"abc\")); });"
     "if (k == 1) return which([] { throw std::bad_alloc(); }); return which([] { throw Own(3); "
     "});"},
    {"thrown_by_the_library",
     "if (k == 0) return which([] { std::function<void()> f; f(); });"
     "if (k == 1) return which([] { std::optional<int> n; n.value(); });"
     "return which([] { std::weak_ptr<int> p; std::shared_ptr<int> q(p); });"},
    {"at",
     "std::vector<int> v(2, 5); try { return v.at(k); } catch (std::out_of_range&) { return 9; }"},
    {"too_much",
     "try { kept = new char[k == 1 ? 1ul << 60 : 4]; return kept ? 1 : 2; }"
     "catch (std::bad_alloc&) { return 3; }"},
    {"destructors",
     "int t = 0; try { Trace a{t, 1}; { Trace b{t, 2}; } Trace c{t, 3}; if (k) throw k; t = 7 + t; "
     "}"
     "catch (int n) { t = 10 * t + n; } return t;"},
    {"through_functions",
     "int t = 0; auto f = [&] { Trace a{t, 1}; if (k == 2) throw 5; };"
     "auto g = [&] { Trace b{t, 2}; try { f(); } catch (A&) { t = 99; } Trace c{t, 3}; };"
     "try { Trace d{t, 4}; g(); } catch (int n) { t = 10 * t + n; } return t;"},
    {"again",
     "int t = 0; try { try { throw k; } catch (int& n) { n += 3; if (k) throw; t = 1; } }"
     "catch (int n) { t = 10 + n; } return t;"},
    {"another",
     "Counted::alive = 0; int t = 0; try { try { throw Counted(k); } catch (Counted& c) {"
     "if (c.n == 1) throw 5; t = c.n; } } catch (int n) { t = n; } return 10 * Counted::alive + "
     "t;"},
    {"by_value",
     "Counted::alive = 0; try { throw Counted(k); } catch (Counted c) { return 10 * Counted::alive "
     "+ c.n; }"
     "return -1;"},
    {"nested_handlers",
     "int t = 0; try { throw 1; } catch (int a) { try { if (k) throw a + k; } catch (int b) { t = "
     "b; }"
     "t = 10 * t + a; } return t;"},
    {"constructor",
     "Counted::alive = 0; struct P { Counted a{1}; Counted b; P(int k) : b(2) { if (k == 2) throw "
     "4; } };"
     "try { delete new P(k); } catch (int n) { return 10 * Counted::alive + n; } return "
     "Counted::alive;"},
    {"uncaught",
     "struct U { int& n; ~U() { n = std::uncaught_exceptions(); } }; int n = 5;"
     "try { U u{n}; if (k) throw 1; } catch (int) { n = 10 * n + std::uncaught_exceptions(); } "
     "return n;"},
    {"kept",
     "Counted::alive = 0; { std::exception_ptr p; try { throw Counted(k); } catch (...) {"
     "p = std::current_exception(); } std::exception_ptr q = p; p = nullptr;"
     "try { std::rethrow_exception(q); } catch (Counted& c) { if (c.n != k) return -1; }"
     "if (Counted::alive != 1) return -2; } return Counted::alive;"},
    {"made",
     "auto p = std::make_exception_ptr(k); try { std::rethrow_exception(p); } catch (int n) { "
     "return n; }"},
    {"none", "return std::current_exception() ? 1 : 2;"},
    {"pointers",
     "D d; A* base = &d; int other = 0; try { if (k == 0) throw &d; if (k == 1) throw (D*)nullptr; "
     "throw &other; }"
     "catch (const A* a) { return a == base ? 1 : a == nullptr ? 2 : 3; } catch (const void* v) { "
     "return v == &other; }"},
    {"in_a_loop",
     "int n = 0; for (int i = 0; i < 3; i++) { try { if (i == k) throw i; n += 10; } catch (int j) "
     "{ n += j; continue; } n += 100; }"
     "return n;"},
    {"function_try",
     "struct P { int n; P(int k) try : n(k == 1 ? throw 6 : k) {} catch (int) {} };"
     "try { return P(k).n; } catch (int n) { return 10 * n; }"},
    {"static_variable",
     "struct P { P(int k) { if (k == 0) throw 1; } }; auto f = [](int k) { static P p(k); return "
     "7; };"
     "int t = 0; for (int i = 0; i < 2; i++) { try { t += f(i + (k > 0)); } catch (int) { t += "
     "100; } } return t;"},
    {"unique",
     "Counted::alive = 0; try { auto p = std::make_unique<Counted>(k); std::vector<Counted> v(2, "
     "Counted(1));"
     "if (k == 2) throw 1; } catch (int) { return 10 + Counted::alive; } return Counted::alive;"},
};
constexpr int kArguments = 3;

std::string definitions() {
  std::string out = kPrelude;
  for (const Snippet& s : kSnippets) {
    out += fmt::format("static int f_{}(int k) {{ {} }}\n", s.name, s.body);
  }
  return out;
}

std::vector<int> nativeResults() {
  std::string text = definitions() + "int main() {\n";
  for (const Snippet& s : kSnippets) {
    for (int k = 0; k < kArguments; ++k) {
      text += fmt::format("  printf(\"%d\\n\", f_{}({}));\n", s.name, k);
    }
  }
  std::string pattern = (fs::temp_directory_path() / "robur-thrown-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  const std::string program = (directory / "program").string();
  std::ofstream(program + ".cpp") << text << "}\n";
  const std::string compile =
      fmt::format("clang++-19 -w -O1 -std=c++17 -include cstdio {0}.cpp -o {0}", program);
  EXPECT_EQ(std::system(compile.c_str()), 0);
  std::vector<int> out;
  if (FILE* const pipe = ::popen(program.c_str(), "r")) {
    for (int result = 0; std::fscanf(pipe, "%d", &result) == 1;) out.push_back(result);
    ::pclose(pipe);
  }
  fs::remove_all(directory);
  return out;
}

// Threads that call some of the functions each. Another thread would write the arguments of the
// second kind if a gate were open, which it never is.
constexpr std::size_t kPerThread = 5;
std::string expecting(const std::vector<int>& results) {
  std::string text = definitions() + "std::atomic<int> gate{0}, A0{0}, A1{1}, A2{2};\n" +
                     "extern \"C\" void two() { if (gate) A0 = A1 = A2 = 1; }\n";
  for (std::size_t first = 0; first < std::size(kSnippets); first += kPerThread) {
    std::string known = fmt::format("extern \"C\" void known{}() {{ gate = 0;\n", first);
    std::string read = fmt::format("extern \"C\" void read{}() {{ gate = 0;\n", first);
    for (std::size_t i = first; i < std::min(first + kPerThread, std::size(kSnippets)); ++i) {
      const std::string_view name = kSnippets[i].name;
      for (int k = 0; k < kArguments; ++k) {
        const int result = results[i * kArguments + static_cast<std::size_t>(k)];
        known += fmt::format("  assert(f_{}({}) == {});\n", name, k, result);
        // The size of an allocation must be known.
        if (name != "too_much")
          read += fmt::format("  assert(f_{}(A{}) == {});\n", name, k, result);
      }
    }
    text += known + "}\n" + read + "}\n";
  }
  return text;
}

// The line of a finding and what is said about it.
std::string complaintAt(const Program& program, const Finding& finding) {
  const std::vector<Instr>& instrs = program.codeOf(finding.thread).instrs;
  const std::string said = finding.pc < instrs.size() ? instrs[finding.pc].complaint : "";
  return fmt::format("{}: {}", finding.span.line, said);
}

void expectNoAssertionFails(const std::string& assembly, const std::string& thread) {
  SCOPED_TRACE(thread);
  Reading settings;
  settings.entries = thread + ",two";
  const Loaded loaded = readC(assembly, ".ll", settings);
  ASSERT_TRUE(loaded.program);
  const Result result = check(*loaded.program, ModelName::Sc, {});
  for (const Finding& f : result.findings) ADD_FAILURE() << complaintAt(*loaded.program, f);
  EXPECT_EQ(result.verdict, Verdict::Robust);
}

TEST(Exceptions, HandlersDoWhatTheyDoInTheCompiledProgram) {
  const std::vector<int> results = nativeResults();
  ASSERT_EQ(results.size(), std::size(kSnippets) * kArguments);
  const std::string text = expecting(results);
  for (const char* level : {"-O0", "-O2"}) {
    SCOPED_TRACE(level);
    const std::string assembly = optimisedByClang(text, ".cpp", level);
    for (std::size_t first = 0; first < std::size(kSnippets); first += kPerThread) {
      expectNoAssertionFails(assembly, fmt::format("known{}", first));
      expectNoAssertionFails(assembly, fmt::format("read{}", first));
    }
  }
}

// Both as written and optimised.
std::string verdictTwice(const std::string& text) {
  const std::string all =
      "#include <atomic>\n#include <cassert>\n#include <exception>\n#include <future>\n"
      "#include <mutex>\n#include <stdexcept>\n#include <thread>\n" +
      text;
  Reading settings;
  settings.clangFlags = {"-std=c++17"};
  const std::string plain = verdictOf(programOf(all, ".cpp", settings), ModelName::Rc11);
  const std::string optimised =
      verdictOf(programOf(optimisedByClang(all, ".cpp"), ".ll"), ModelName::Rc11);
  return plain == optimised ? plain : plain + " / -O2: " + optimised;
}

TEST(Exceptions, LocksAreReleasedOnTheWay) {
  const auto program = [](const char* bad) {
    return std::string("std::mutex m; int n, bad; std::atomic<int> x;\n") +
           "void add(int k) { std::lock_guard<std::mutex> g(m); if (k == 2) throw k; n += k; }\n" +
           "void one() { x = 2; try { add(1); add(2); } catch (int) {\n" +
           "  std::lock_guard<std::mutex> g(m); bad++; } }\n" +
           "int main() { std::thread a(one), b(one); a.join(); b.join(); assert(n == 2 && bad == " +
           bad + "); }\n";
  };
  EXPECT_EQ(verdictTwice(program("2")), "robust");
  EXPECT_EQ(verdictTwice(program("1")), "robust, an assertion fails");
}

TEST(Exceptions, AHandlerCanRace) {
  const char* const text =
      "std::atomic<int> x; int n; void f() { if (x.load(std::memory_order_relaxed)) throw 5; }\n"
      "int main() { std::thread a([] { try { f(); } catch (int k) { n = k; } });\n"
      "  std::thread b([] { n = 1; x.store(1, std::memory_order_relaxed); }); a.join(); b.join(); "
      "}\n";
  EXPECT_EQ(verdictTwice(text), "not robust, race");
}

TEST(Exceptions, AFutureBringsThemToAnotherThread) {
  const auto program = [](const char* expected) {
    return std::string(
               "int main() { int got = 0; std::promise<int> p; auto f = p.get_future();\n") +
           "  std::thread a([&] { try { throw std::runtime_error(\"x\"); } catch (...) {\n" +
           "    p.set_exception(std::current_exception()); } });\n" +
           "  try { got = f.get(); } catch (const std::logic_error&) { got = 1; }\n" +
           "  catch (const std::runtime_error&) { got = 2; } a.join(); assert(got == " + expected +
           "); }\n";
  };
  EXPECT_EQ(verdictTwice(program("2")), "robust");
  EXPECT_EQ(verdictTwice(program("1")), "robust, an assertion fails");
  EXPECT_EQ(verdictTwice(
                "int main() { auto f = std::async(std::launch::async, []() -> int { throw 4; });\n"
                "  int n = 0; try { n = f.get(); } catch (int k) { n = k; } assert(n == 4); }\n"),
            "robust");
  EXPECT_EQ(
      verdictTwice("int main() { std::future<int> f; { std::promise<int> p; f = p.get_future(); }\n"
                   "  int n = 0; try { f.get(); } catch (std::future_error& e) {\n"
                   "    n = e.code() == std::future_errc::broken_promise; } assert(n == 1); }\n"),
      "robust");
}

TEST(Exceptions, CallOnceTriesAgain) {
  EXPECT_EQ(verdictTwice(
                "std::once_flag once; std::atomic<int> calls, done;\n"
                "void f() { if (calls++ == 0) throw 1; done++; }\n"
                "void g() { try { std::call_once(once, f); } catch (int) {} }\n"
                "int main() { std::thread a(g), b(g); a.join(); b.join(); assert(done == 1); }\n"),
            "robust");
}

std::string complaintOf(const std::string& text) {
  Reading settings;
  settings.clangFlags = {"-std=c++17"};
  const Program program = programOf(text, ".cpp", settings);
  const Result result = check(program, ModelName::Rc11, {});
  for (const Finding& f : result.findings) {
    if (f.property == Property::Assertion) return complaintAt(program, f);
  }
  return "none";
}

TEST(Exceptions, WithoutAHandlerTheProgramEndsWhereItThrows) {
  const std::string missing = "an exception that is thrown here is not caught";
  const std::string forbidden =
      "an exception that is thrown here leaves a function that must not throw";
  EXPECT_EQ(complaintOf("void f() {\n throw 1; }\nint main() { try { f(); } catch (char) {} }\n"),
            "2: " + missing);
  EXPECT_EQ(complaintOf("#include <thread>\nvoid f() {\n throw 1; }\n"
                        "int main() { try { std::thread a(f); a.join(); } catch (int) {} }\n"),
            "3: " + missing);
  EXPECT_EQ(complaintOf("void f() {\n throw 1; }\nvoid g() noexcept { f(); }\n"
                        "int main() { try { g(); } catch (int) {} }\n"),
            "2: " + forbidden);
  EXPECT_EQ(complaintOf("struct S { ~S() {\n throw 1; } };\n"
                        "int main() { try { S s; } catch (int) {} }\n"),
            "2: " + forbidden);
  EXPECT_EQ(complaintOf("struct S { ~S() noexcept(false) {\n throw 1; } };\n"
                        "int main() { try { S s; throw 2; } catch (int) {} }\n"),
            "2: " + forbidden);
  EXPECT_EQ(complaintOf("int main() { try {\n throw 1; } catch (int) {\n throw; } }\n"),
            "3: " + missing);
  EXPECT_EQ(complaintOf("int main() {\n throw; }\n"),
            "2: the program can end here by calling std::terminate()");
  EXPECT_EQ(complaintOf("#include <cstdlib>\nvoid f() {\n throw 1; }\n"
                        "int main() { std::atexit(f); try { std::exit(0); } catch (int) {} }\n"),
            "3: " + missing);
}

// Of a class whose description is in no file, only the class itself is known to match.
TEST(Exceptions, ATypeThatIsNotDefinedIsRefused) {
  const std::string text =
      "struct E { virtual ~E(); E(); }; struct F : E { }; struct G : E {};\n"
      "extern \"C\" void *__cxa_allocate_exception(unsigned long);\n"
      "void f(E* e) { throw *e; }\n";
  const Loaded loaded = readC(
      text + "int main() { alignas(8) char c[8] = {}; try { f((E*)c); } catch (G&) {} }\n", ".cpp");
  ASSERT_FALSE(loaded.diagnostics.empty());
  EXPECT_EQ(loaded.diagnostics.front().message,
            "it is not known whether a handler for G catches this exception, of E");
}

}  // namespace
}  // namespace robur::testing
