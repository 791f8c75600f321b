#!/usr/bin/env bash
# The wrappers in build systems, and programs that are built in special ways: CMake, make, plug-ins,
# OpenMP, compiler options for volatile memory, and thousands of threads.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# A shared library and programs of C and C++, with warnings as errors.
cat >part.cpp <<'END'
#include <atomic>
std::atomic<int> flag;
int value;
void publish(int v) { value = v, flag.store(1, std::memory_order_relaxed); }
END
cat >main.cpp <<'END'
#include <atomic>
#include <thread>
extern std::atomic<int> flag;
extern int value;
void publish(int v);
int main() {
  std::thread other([] { publish(3); });
  while (flag.load(std::memory_order_acquire) == 0) {}
  const int v = value;
  other.join();
  return v - 3;
}
END
cat >main.c <<'END'
#include <pthread.h>
static int n;
static void* work(void* p) { return ++n, p; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  ++n;
  return pthread_join(other, 0);
}
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(demo C CXX)
find_package(Threads REQUIRED)
add_compile_options(-g -Wall -Wextra -Werror)
add_library(part SHARED part.cpp)
add_executable(demo main.cpp)
target_compile_features(demo PRIVATE cxx_std_20)
target_link_libraries(demo PRIVATE part Threads::Threads)
add_executable(cdemo main.c)
target_link_libraries(cdemo PRIVATE Threads::Threads)
END
cat >Makefile <<'END'
CFLAGS = -g -Wall -Werror
LDLIBS = -lpthread
main: main.o
END
for compiler in clang gcc; do
  export ROBUR_COMPILER=$compiler
  run env CC="$root/robur-cc" CXX="$root/robur-c++" cmake -S . -B "$compiler" -G Ninja
  expect "$compiler: cmake" 0 "$status"
  run ninja -C "$compiler"
  expect "$compiler: ninja" 0 "$status"
  for program in demo cdemo; do
    run "$compiler/$program"
    expect "$compiler: $program" 66 "$status"
    expect_in "$compiler: $program" "SUMMARY: robur: data race" "$out"
  done
  rm -f main main.o
  run make CC="$root/robur-cc" main
  expect "$compiler: make" 0 "$status"
  run ./main
  expect_in "$compiler: make" "SUMMARY: robur: data race main.c:" "$out"
done

# A plug-in that is loaded while threads run.
cat >plugin.cpp <<'END'
#include <atomic>
std::atomic<int> calls;
int plain;
extern "C" int work(int racy) {
  calls.fetch_add(1);
  if (racy) ++plain;
  return calls.load();
}
END
cat >host.cpp <<'END'
#include <dlfcn.h>
#include <thread>
int main(int count, char**) {
  void* const plugin = dlopen("./plugin.so", RTLD_NOW);
  if (plugin == nullptr) return 3;
  const auto work = reinterpret_cast<int (*)(int)>(dlsym(plugin, "work"));
  std::thread a([&] { work(count - 1); }), b([&] { work(count - 1); });
  a.join(), b.join();
  const int calls = work(0);
  dlclose(plugin);
  return calls - 3;
}
END
for compiler in clang gcc; do
  export ROBUR_COMPILER=$compiler
  run "$root/robur-c++" -g -shared -fPIC plugin.cpp -o plugin.so
  expect "$compiler: plugin" "0 " "$status $out"
  run "$root/robur-c++" -g -std=c++20 host.cpp -o host
  expect "$compiler: host" "0 " "$status $out"
  run ./host
  expect "$compiler: a plug-in" "0 " "$status $out"
  run ./host racy
  expect "$compiler: a race in a plug-in" 66 "$status"
  expect_in "$compiler: a race in a plug-in" "in work" "$out"
done

# Options of the compilers with entry points of their own.
cat >loud.c <<'END'
#include <pthread.h>
struct __attribute__((packed)) { char c; volatile long word; } crooked;
volatile int loud;
static void* work(void* p) { return loud += 1, crooked.word += 1, p; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  return pthread_join(other, 0);
}
END
for flags in "clang -mllvm -tsan-distinguish-volatile=1" "gcc --param tsan-distinguish-volatile=1" \
  "clang -mllvm -tsan-compound-read-before-write=1"; do
  export ROBUR_COMPILER=${flags%% *}
  # shellcheck disable=SC2086
  run "$root/robur-cc" -g ${flags#* } loud.c -o loud
  expect "$flags" "0 " "$status $out"
  run ./loud
  expect "$flags" 66 "$status"
done

# The runtime does not see OpenMP's barriers, as documented; the program works.
cat >omp.c <<'END'
#include <stdio.h>
int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) sum += i;
  return printf("%ld\n", sum) != 7;
}
END
ROBUR_COMPILER=gcc run "$root/robur-cc" -g -fopenmp omp.c -o omp
expect "OpenMP" "0 " "$status $out"
run env ROBUR_OPTIONS=races=0 OMP_NUM_THREADS=4 ./omp
expect "OpenMP" "0 499500" "$status $out"

# Two thousand threads at once.
cat >crowd.cpp <<'END'
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
int main() {
  std::mutex lock;
  std::condition_variable changed;
  bool go = false;
  int sum = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 2000; ++i) {
    all.emplace_back([&] {
      std::unique_lock hold(lock);
      changed.wait(hold, [&] { return go; });
      ++sum;
    });
  }
  {
    const std::lock_guard hold(lock);
    go = true;
  }
  changed.notify_all();
  for (std::thread& t : all) t.join();
  return sum - 2000;
}
END
ROBUR_COMPILER=clang run "$root/robur-c++" -g -O1 -std=c++20 crowd.cpp -o crowd
expect "2,000 threads: build" "0 " "$status $out"
run ./crowd
expect "2,000 threads" "0 " "$status $out"

# A program that crashes has reported what was found before.
cat >crash.cpp <<'END'
#include <thread>
int shared;
int main() {
  std::thread other([] { ++shared; });
  ++shared;
  other.join();
  __builtin_trap();
}
END
ROBUR_COMPILER=clang run "$root/robur-c++" -g crash.cpp -o crash
run bash -c ./crash
expect_in "a crash" "SUMMARY: robur: data race" "$out"
expect "a crash keeps its signal" yes "$( ((status > 128)) && echo yes)"

finish
