#!/usr/bin/env bash
# The wrapper as a compiler, and the options of the runtime.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
broken=$root/tests/sanitizer/broken

# Separate compiling and linking, as in builds; the object also goes into a shared library.
for compiler in clang gcc; do
  run "$root/robur-c++" --robur-compiler=$compiler -g -c -fPIC "$broken/mutex.cpp" -o mutex.o
  expect "$compiler -c" "0 " "$status $out"
  run "$root/robur-c++" --robur-compiler=$compiler mutex.o -o mutex
  expect "$compiler links" "0 " "$status $out"
  run "$root/robur-c++" --robur-compiler=$compiler -shared mutex.o -o libmutex.so
  expect "$compiler -shared" "0 " "$status $out"
  run ./mutex
  expect "$compiler: exit code" 66 "$status"
  expect_in "$compiler: summary" "SUMMARY: robur: data race" "$out"
  if ldd mutex | grep -q tsan; then
    echo "FAILED: $compiler: the program needs libtsan"
    failures=$((failures + 1))
  fi
done

# Mode robustness leaves plain memory alone.
for compiler in clang gcc; do
  run "$root/robur-c++" --robur-compiler=$compiler --robur-mode=robustness -g "$broken/mutex.cpp" -o quiet
  run ./quiet
  expect "$compiler: no races in mode robustness" "0 " "$status $out"
  run "$root/robur-c++" --robur-compiler=$compiler --robur-mode=robustness -g \
    "$broken/store_buffering.cpp" -o buffering
  run env ROBUR_OPTIONS=schedule=random:seed=1 ./buffering
  expect "$compiler: violations in mode robustness" 66 "$status"
done

# Options of the runtime.
run env ROBUR_OPTIONS=exitcode=3 ./mutex
expect "exitcode" 3 "$status"
run env ROBUR_OPTIONS=races=0 ./mutex
expect "races=0" "0 " "$status $out"
run env ROBUR_OPTIONS=halt_on_error=1 ./mutex
expect "halt_on_error" 66 "$status"
run env ROBUR_OPTIONS=log_path=log ./mutex
expect "log_path: nothing on the terminal" "66 " "$status $out"
expect_in "log_path" "SUMMARY: robur: data race" "$(cat log.*)"
echo "race:counter" >suppressions
run env ROBUR_OPTIONS=suppressions=suppressions ./mutex
expect "suppressions" "0 " "$status $out"
run env ROBUR_OPTIONS=suppressions=missing ./mutex
expect "suppressions that are missing" 2 "$status"
run env ROBUR_OPTIONS=model=ra:help=1:races=0 ./mutex
expect "help" 0 "$status"
expect_in "help" "history=2|4|8" "$out"
documented=$(sed -n '/<!-- options -->/,/<!-- \/options -->/p' "$root/docs/sanitizer.md" | sed '1,2d' | head -n -2)
expect_in "the table in docs/sanitizer.md" "$documented" "$out"
expect "lines of the table in docs/sanitizer.md" "$(wc -l <<<"$out")" \
  "$(($(wc -l <<<"$documented") + 1))"
for wrong in modle=rc20 model=arm history=7 seed=x races exitcode=300 schedule=fair; do
  run env ROBUR_OPTIONS=$wrong ./mutex
  expect "refused: $wrong" 2 "$status"
  expect_in "refused: $wrong" "ROBUR_OPTIONS=help=1" "$out"
done

# Runs with the same seed are the same, up to addresses in the output.
for _ in 1 2 3; do
  env ROBUR_OPTIONS=schedule=random:seed=5 ./buffering 2>&1 | sed 's/0x[0-9a-f]*//' | md5sum
done | sort -u >sums
expect "the same seed, the same run" 1 "$(wc -l <sums)"

# A report describes the memory: a heap block with its allocation, or a variable on a stack.
cat >memory.cpp <<'END'
#include <thread>
struct Pair { int first, second; };
Pair* make() { return new Pair{0, 0}; }
struct Job {
  int before = 0, shared = 0;
  void run() {
    std::thread other([this] { shared = 1; });
    shared = 2;
    other.join();
  }
};
int main() {
  Pair* const pair = make();
  int local = 0;
  std::thread other([&] { pair->second = 1, local = 1; });
  pair->second = 2, local = 2;
  other.join();
  delete pair;
  Job job;
  job.run();
}
END
for compiler in clang gcc; do
  for level in -O0 -O1 -O2; do
    run "$root/robur-c++" --robur-compiler=$compiler -g $level -std=c++20 memory.cpp -o memory
    expect "$compiler $level: memory.cpp" "0 " "$status $out"
    run env ROBUR_OPTIONS=schedule=random:seed=2 ./memory
    expect_in "$compiler $level: a block" "it is at offset 4 of a heap block of " "$out"
    expect_in "$compiler $level: its allocation" "make() " "$out"
    expect_in "$compiler $level: a variable" \
      "it is on the stack of thread T0 (main): variable 'local' of main, declared at memory.cpp:14" "$out"
    expect_in "$compiler $level: a member of one" \
      "it is on the stack of thread T0 (main): variable 'job' of main, declared at memory.cpp:19" "$out"
  done
done

run "$root/robur-c++" --robur-compiler=gcc -g -O0 -fno-omit-frame-pointer -std=c++20 memory.cpp -o memory
run env ROBUR_OPTIONS=schedule=random:seed=2 ./memory
expect_in "gcc with frame pointers" "it is on the stack of thread T0 (main), in the frame of main" "$out"

# No guesses about a variable that its thread has passed on later, or about a frame that no longer exists.
cat >later.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int*> mailbox{nullptr};
std::thread other;
__attribute__((noinline)) void begin() {
  volatile int here[8] = {};
  other = std::thread([] {
    int* there;
    while ((there = mailbox.load()) == nullptr) {}
    *there = 1;
  });
  here[0] = 1;
}
__attribute__((noinline)) void go(int depth) {
  int local[8] = {};
  if (depth > 0) return go(depth - 1);
  mailbox.store(local);
  local[0] = 2;
  other.join();
}
int main() {
  begin();
  go(0);
}
END
for compiler in clang gcc; do
  run "$root/robur-c++" --robur-compiler=$compiler -g -O1 -std=c++20 later.cpp -o later
  expect "$compiler: later.cpp" "0 " "$status $out"
  run env ROBUR_OPTIONS=schedule=random:seed=2 ./later
  expect "$compiler: later.cpp" 66 "$status"
  expect_in "$compiler: a stack" "it is on the stack of thread T0 (main)" "$out"
  expect "$compiler: no frame that no longer exists" 0 "$(grep -c "'here'\|frame of begin" <<<"$out")"
done

# For all ways of linking: the program handles the lack of memory, and statics are initialised.
cat >last.cpp <<'END'
#include <cstdio>
#include <new>
#include <thread>
struct Number {
  Number() : value(7) {}
  int value;
};
int number() {
  static Number n;
  return n.value;
}
int main() {
  std::thread other(number);
  const int mine = number();
  other.join();
  try {
    delete[] new char[std::size_t{1} << 50];
  } catch (const std::bad_alloc&) {
    std::set_new_handler([] { std::puts("handler"), std::set_new_handler(nullptr); });
    if (new (std::nothrow) char[std::size_t{1} << 50] == nullptr) std::printf("%d\n", mine);
    try {
      delete[] new char[std::size_t{1} << 50];
    } catch (const std::bad_alloc&) {
      std::puts("caught");
    }
  }
}
END
for compiler in clang gcc; do
  for linking in -pie -static-libstdc++ -static; do
    run "$root/robur-c++" --robur-compiler=$compiler -O0 -std=c++20 $linking last.cpp -o last
    expect "$compiler $linking" "0 " "$status $out"
    run ./last
    expect "$compiler $linking: no memory left" "0 7 handler caught" "$status ${out//$'\n'/ }"
  done
done

# A static program cannot have a malloc of its own, and the linker says so.
cat >heap.c <<'END'
#include <stddef.h>
static char memory[4096];
void* malloc(size_t size) { return size < sizeof memory ? memory : NULL; }
void free(void* block) { (void)block; }
int main(void) { free(malloc(3)); }
END
run "$root/robur-cc" heap.c -o heap
expect "a heap of the program's own" "0 " "$status $out"
run "$root/robur-cc" -static heap.c -o heap
expect_in "a heap of the program's own, -static" "multiple definition of \`malloc'" "$out"
run "$root/robur-c++" --robur-compiler=icc "$broken/mutex.cpp"
expect "unknown compiler" 2 "$status"
run "$root/robur-c++" --robur-mod=full "$broken/mutex.cpp"
expect "unknown option" 2 "$status"
run "$root/robur-cc" --version
expect "--version" 0 "$status"

finish
