// Which line stands for an access, and the chain of calls behind it: wrappers in headers have the
// line of their caller, everything else its own.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

// A client of a header, each in a directory of its own or both in one.
class Client {
 public:
  Client(const std::string& header, const std::string& text, const std::string& extension = ".cpp",
         const std::string& directory = "client", const std::string& flag = "-I") {
    std::string pattern = (fs::temp_directory_path() / "robur-callers-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    fs::create_directory(path_ / "client");
    fs::create_directory(path_ / "library");
    std::ofstream(path_ / directory / "wrap.h") << header;
    const fs::path file = path_ / "client" / ("main" + extension);
    std::ofstream(file) << "#include \"wrap.h\"\n" << text;
    Reading reading;
    reading.clangFlags = {flag, (path_ / directory).string()};
    Loaded loaded = loadC({file.string()}, reading);
    for (const Diagnostic& d : loaded.diagnostics) {
      if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << d.message;
    }
    if (loaded.program) program = std::move(*loaded.program);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { fs::remove_all(path_); }

  // "main.cpp:7 in lambda:6" for the atomic accesses and fences of a thread, the line shown first,
  // then the chain from the innermost function.
  std::vector<std::string> lines(std::uint32_t thread) const {
    std::vector<std::string> out;
    for (const Instr& in : program.codeOf(ThreadId{thread}).instrs) {
      const bool atomic = accessesMemory(in.op) && in.order != Order::NonAtomic;
      if ((!atomic && in.op != Instr::Op::Fence) || isFlag(in)) continue;
      std::string text = place(in.span);
      for (const FrameId frame : chainOf(program, in.frame)) {
        text += fmt::format(" < {} {}", program.frames[raw(frame)].function,
                            place(program.frames[raw(frame)].span));
      }
      out.push_back(std::move(text));
    }
    return out;
  }
  Source::Owner ownerOf(const std::string& name) const {
    for (const Source& source : program.sources) {
      if (source.path.ends_with(name)) return source.owner;
    }
    ADD_FAILURE() << name << " is no source";
    return Source::Owner::Given;
  }

  Program program;

 private:
  // Waits for threads to begin and to end.
  bool isFlag(const Instr& in) const {
    return accessesMemory(in.op) && !in.address.pointer && !program[in.address.base].pointable;
  }
  std::string place(const Span& span) const {
    const std::string& path = program.sources[span.file].path;
    return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), span.line);
  }

  fs::path path_;
};

using Lines = std::vector<std::string>;

constexpr const char* kTwoThreads =
    "int main() {\n"          // 4
    "  std::thread t([] {\n"  // 5
    "    set(1);\n"           // 6
    "  });\n"                 // 7
    "  set(2);\n"             // 8
    "  t.join();\n"           // 9
    "}\n";                    // 10

std::string client(const char* globals = "\n\n") {
  return std::string(globals) + kTwoThreads;
}

TEST(Callers, AWrapperInAHeaderHasTheLineOfItsCaller) {
  const Client c(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x;\n"
      "inline void put(int v) { x.store(v); }\n"
      "inline void set(int v) {\n  put(v);\n}\n",
      client());
  EXPECT_EQ(c.lines(0), Lines{"main.cpp:8 < put wrap.h:4 < set wrap.h:6 < main main.cpp:8"});
  EXPECT_EQ(c.lines(1), Lines{"main.cpp:6 < put wrap.h:4 < set wrap.h:6 < lambda:5 main.cpp:6"});
}

TEST(Callers, SoDoesOneThatIsAlwaysInlined) {
  const Client c(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x;\n"
      "[[gnu::always_inline]] inline void put(int v) { x.store(v); }\n"
      "[[gnu::always_inline]] inline void set(int v) {\n  put(v);\n}\n",
      client());
  EXPECT_EQ(c.lines(1), Lines{"main.cpp:6 < put wrap.h:4 < set wrap.h:6 < lambda:5 main.cpp:6"});
}

TEST(Callers, AWrapperMayTakeAnOrderOrWaitOrHaveFences) {
  const auto shown = [](const std::string& body) {
    const Client c("#include <atomic>\n#include <thread>\ninline std::atomic<int> x;\n" + body +
                       "inline void set(int v) {\n  inner(v);\n}\n",
                   client());
    Lines first;
    for (const std::string& line : c.lines(1)) first.push_back(line.substr(0, line.find(' ')));
    return first;
  };
  EXPECT_EQ(shown("inline void pass(int v, std::memory_order o) { x.store(v, o); }\n"
                  "inline void inner(int v) { pass(v, std::memory_order_release); }\n"),
            Lines{"main.cpp:6"});
  EXPECT_EQ(shown("inline void inner(int v) { while (x.load() == v + 5) { } }\n"),
            Lines{"main.cpp:6"});
  EXPECT_EQ(shown("inline void inner(int v) {\n"
                  "  std::atomic_thread_fence(std::memory_order_release);\n"
                  "  x.store(v, std::memory_order_relaxed);\n}\n"),
            (Lines{"main.cpp:6", "main.cpp:6"}));
  EXPECT_EQ(shown("inline void inner(int) {\n"
                  "  std::atomic_thread_fence(std::memory_order_seq_cst);\n}\n"),
            Lines{"main.cpp:6"});
}

TEST(Callers, WhatDoesMoreThanOneAccessHasItsOwnLines) {
  const Client two(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x, y;\n"
      "inline void set(int v) {\n  x.store(v);\n  y.store(v);\n}\n",
      client());
  EXPECT_EQ(two.lines(1), (Lines{"wrap.h:5 < set wrap.h:5 < lambda:5 main.cpp:6",
                                 "wrap.h:6 < set wrap.h:6 < lambda:5 main.cpp:6"}));
  // On every path one, or on some two.
  const Client branches(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x, y;\n"
      "inline void set(int v) {\n  if (v == 1)\n    x.store(v);\n"
      "  else\n    y.store(v);\n}\n",
      client());
  EXPECT_EQ(branches.lines(1)[0].substr(0, 10), "main.cpp:6");
  const Client loads(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x, y;\n"
      "inline void set(int v) {\n  if (y.load() != v)\n    x.store(v);\n}\n",
      client());
  EXPECT_EQ(loads.lines(1)[0].substr(0, 8), "wrap.h:5");
}

TEST(Callers, APlainAccessHasItsOwnLine) {
  const Client c(
      "#include <thread>\ninline int x;\n"
      "inline void set(int v) {\n  x = v;\n}\n",
      client());
  std::vector<std::uint32_t> stores;
  for (const Instr& in : c.program.codeOf(ThreadId{1}).instrs) {
    if (in.op == Instr::Op::Store && in.order == Order::NonAtomic) stores.push_back(in.span.line);
  }
  EXPECT_EQ(stores, std::vector<std::uint32_t>{4});
}

TEST(Callers, AWrapperInAGivenFileHasItsOwnLine) {
  const Client c("#include <atomic>\n#include <thread>\n",
                 client("std::atomic<int> x;\nvoid set(int v) { x.store(v); }\n"));
  EXPECT_EQ(c.lines(0), Lines{"main.cpp:3 < set main.cpp:3 < main main.cpp:8"});
  EXPECT_EQ(c.lines(1), Lines{"main.cpp:3 < set main.cpp:3 < lambda:5 main.cpp:6"});
}

TEST(Callers, AThreadThatIsAWrapperHasItsLine) {
  const Client c(
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x;\n"
      "inline void set(int v) {\n  x.store(v);\n}\n",
      "int main() { std::thread t(set, 1); set(2); t.join(); }\n");
  EXPECT_EQ(c.lines(1), Lines{"wrap.h:5 < set wrap.h:5"});
}

TEST(Callers, MethodsAreNamedWithTheirClass) {
  const Client c(
      "#include <atomic>\n#include <thread>\n"
      "struct Flag { std::atomic<int> v; void raise() { v.store(1); } };\n"
      "inline Flag flag;\n",
      "int main() {\n  std::thread t([] { flag.raise(); });\n  flag.raise();\n"
      "  t.join();\n}\n");
  EXPECT_EQ(c.lines(0), Lines{"main.cpp:4 < Flag::raise wrap.h:3 < main main.cpp:4"});
}

TEST(Callers, HeadersElsewhereAreALibrarys) {
  const std::string header =
      "#include <atomic>\n#include <thread>\ninline std::atomic<int> x, y;\n"
      "inline void set(int v) {\n  x.store(v);\n  y.store(v);\n}\n";
  EXPECT_EQ(Client(header, client()).ownerOf("wrap.h"), Source::Owner::Own);
  const Client library(header, client(), ".cpp", "library");
  EXPECT_EQ(library.ownerOf("wrap.h"), Source::Owner::Library);
  EXPECT_EQ(library.ownerOf("main.cpp"), Source::Owner::Given);
  EXPECT_EQ(library.lines(1)[0].substr(0, 8), "wrap.h:5");
  // Lines of system headers are never shown.
  const Client system(header, client(), ".cpp", "library", "-isystem");
  EXPECT_EQ(system.lines(1),
            (Lines{"main.cpp:6 < lambda:5 main.cpp:6", "main.cpp:6 < lambda:5 main.cpp:6"}));
}

TEST(Callers, AThreadIsNamedAfterAFunctionOfAGivenFile) {
  const Client c(
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "static void *launch(void *f) { ((void (*)(void))f)(); return 0; }\n",
      "atomic_int x;\nstatic void producer(void) { x = 1; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, launch, (void *)producer);\n"
      "  x = 2; pthread_join(t, 0); }\n",
      ".c");
  EXPECT_EQ(c.program.threads[1].name, "producer");
}

// A cast before an access is no part of it.
TEST(Callers, TheTextOfAnAccessBeginsWithItsObject) {
  const Program program = programOf(
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "struct cell { atomic_int v; } cells[2], *p = cells;\n"
      "static struct cell *at(int i) { return &cells[i]; }\n"
      "#define get(c) atomic_load(&(c))\n"
      "static void *run(void *a) {\n"
      "  (void)get(cells[0].v);\n"
      "  (void)at(1)->v;\n"
      "  (void)p[1].v;\n"
      "  return 0;\n}\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, run, p);\n"
      "  cells[0].v = 1; cells[1].v = 1; pthread_join(t, 0); }\n");
  std::vector<std::string> texts;
  for (const Instr& in : program.codeOf(ThreadId{1}).instrs) {
    const bool access = accessesMemory(in.op) && in.span.line > 6 && in.span.line < 10;
    if (!access || in.order == Order::NonAtomic) continue;
    const std::string_view line = program.sources[in.span.file].line(in.span.line);
    texts.emplace_back(line.substr(in.span.column - 1, in.span.endColumn - in.span.column));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"get(cells[0].v)", "at(1)->v", "p[1].v"}));
}

std::vector<std::string> cellNames(const Program& program) {
  std::vector<std::string> out;
  for (const Location& location : program.locations) out.push_back(location.name);
  return out;
}

TEST(Callers, ObjectsOnTheHeapAreNamedByTypeAndField) {
  const auto names = [](const std::string& allocation) {
    const Program program = programOf(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
        "struct node { int key; atomic_int next; };\n" +
        allocation +
        "struct node *shared;\n"
        "static void *run(void *p) { ((struct node *)p)->next = 1; return 0; }\n"
        "int main(void) { struct node *n = get(); n->next = 0; pthread_t t;\n"
        "  pthread_create(&t, 0, run, n); n->next = 2; pthread_join(t, 0); }\n");
    return cellNames(program);
  };
  const auto has = [](const std::vector<std::string>& all, const std::string& one) {
    return std::ranges::find(all, one) != all.end();
  };
  EXPECT_TRUE(has(names("static struct node *get(void) { return malloc(sizeof(struct node)); }\n"),
                  "node.next"));
  EXPECT_TRUE(has(names("static void *grab(size_t n) { return malloc(n); }\n"
                        "static struct node *get(void) {\n"
                        "  struct node *fresh = grab(sizeof *fresh);\n  return fresh;\n}\n"),
                  "node.next"));
  EXPECT_TRUE(
      has(names("static void *get(void) { return malloc(sizeof(struct node)); }\n"), "node.next"));
  EXPECT_TRUE(has(names("static struct node *get(void) {\n"
                        "  struct node *all = malloc(3 * sizeof *all);\n  return all + 2;\n}\n"),
                  "node[2].next"));
}

TEST(Callers, UnsignedNumbersAreKnown) {
  const Program program = programOf(
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "_Atomic unsigned u; atomic_int i; struct { unsigned char a; _Atomic unsigned long b; } s;\n"
      "static void *run(void *p) { u = -1; i = -1; s.b = 3; return p; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0);\n"
      "  u = 1; i = 1; s.b = 1; pthread_join(t, 0); }\n");
  for (const Location& location : program.locations) {
    EXPECT_EQ(location.isUnsigned, location.name == "u" || location.name == "s.b") << location.name;
  }
}

}  // namespace
}  // namespace robur::testing
