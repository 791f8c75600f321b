#!/usr/bin/env bash
# scripts/check-modules: accepts a small tree that keeps its declarations, and reports each kind of
# break once it is planted.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
check=("$source_dir/scripts/check-modules" --root "$tree")

plant() {
  rm -rf "$tree" && mkdir -p "$tree/src/base" "$tree/src/middle" "$tree/src/top/part"
  printf '%s\n' 'module(base QUIET)' 'module(middle USES robur_base Threads::Threads)' \
    'module(top USES robur_middle)  # and not base' 'module(top/part USES robur_base)' \
    'program(tool top/main.cpp USES robur_base)' >"$tree/CMakeLists.txt"
  printf '%s\n' 'namespace robur {' 'inline int base() { return 1; }' '}' >"$tree/src/base/base.h"
  printf '%s\n' '#include "base/base.h"' 'namespace robur::middle {' 'int f() { return base(); }' '}' \
    >"$tree/src/middle/middle.cpp"
  printf '%s\n' '#include "middle/middle.h"' 'namespace robur::top {}' >"$tree/src/top/top.cpp"
  printf '%s\n' '#include "base/base.h"' 'namespace robur::top_part {}' >"$tree/src/top/part/part.cpp"
  printf '%s\n' '#include "base/base.h"' 'int main() {}' >"$tree/src/top/main.cpp"
}

expect_error() {
  run "${check[@]}" "${@:3}"
  expect_equal "$1" 1 "$status"
  expect_contains "$1" "$2" "$out"
}

plant
run "${check[@]}"
expect_equal "a tree in order" "0 check-modules: 5 modules, 0 errors" "$status $out"

echo '#include "base/base.h"' >>"$tree/src/top/top.cpp"
expect_error "an include that only another module declares" \
  'src/top/top.cpp:3: includes "base/base.h", but top does not declare that it uses base'

plant
echo '#include "top/part/part.h"' >>"$tree/src/top/top.cpp"
expect_error "an include of a module inside the folder" "top does not declare that it uses top/part"

plant
sed -i 's/^module(base QUIET)/module(base USES robur_top)/' "$tree/CMakeLists.txt"
expect_error "a cycle" "modules form a cycle: base -> top -> middle -> base"

plant
sed -i 's/robur::middle/robur::centre/' "$tree/src/middle/middle.cpp"
expect_error "a namespace of another name" \
  "src/middle/middle.cpp:2: namespace robur::centre; here it is robur or robur::middle"

plant
mkdir "$tree/src/stray" && echo 'int x;' >"$tree/src/stray/stray.cpp"
expect_error "a folder without a declaration" "src/stray/stray.cpp: belongs to no module"

# The state of the sanitizer's runtime: each field has one module.
plant
mkdir -p "$tree/src/runtime/"{state,trace,schedule}
printf '%s\n' 'runtime_module(state)' 'runtime_module(trace USES state)' 'runtime_module(schedule USES state)' \
  >"$tree/src/runtime/runtime.cmake"
printf '%s\n' 'namespace robur::runtime {' '// trace: a file.' 'struct TraceState {' '};' 'struct Runtime {' \
  '  TraceState trace;' '};' 'struct RuntimeTables {' '  int* candidates[7] = {};  // schedule: threads' '};' '}' \
  >"$tree/src/runtime/state/runtime.h"
echo 'int f() { return rt.trace.file; }' >"$tree/src/runtime/trace/trace.cpp"
echo 'int* g() { return tables.candidates[0]; }' >"$tree/src/runtime/schedule/schedule.cpp"
run "${check[@]}"
expect_equal "state that each module keeps to itself" "0 check-modules: 8 modules, 0 errors" "$status $out"
echo 'int h() { return rt.trace.file; }' >>"$tree/src/runtime/schedule/schedule.cpp"
expect_error "state of another module" "src/runtime/schedule/schedule.cpp:2: rt.trace belongs to runtime/trace"
echo 'int* h() { return tables.candidates[1]; }' >>"$tree/src/runtime/trace/trace.cpp"
expect_error "a table of another module" "src/runtime/trace/trace.cpp:2: tables.candidates belongs to runtime/schedule"

# A symbol without a header: only the libraries show it.
plant
mkdir "$tree/build"
expect_error "nothing is built" "there is no library of a module here" "$tree/build"
build() { # build MODULE CODE
  echo "$2" >"$tree/build/$1.cpp"
  g++ -c "$tree/build/$1.cpp" -o "$tree/build/$1.o" && ar rc "$tree/build/librobur_$1.a" "$tree/build/$1.o"
}
build base 'int hidden() { return 1; }'
build middle 'int hidden(); int f() { return hidden(); }'
run "${check[@]}" "$tree/build"
expect_equal "a symbol of a declared module" "0 check-modules: 5 modules, 0 errors" "$status $out"
build top 'int hidden(); int g() { return hidden(); }'
run "${check[@]}" "$tree/build"
expect_equal "a symbol of a module that a declared one uses" 0 "$status"
build base 'int f(); int hidden() { return f(); }'
expect_error "a symbol of an undeclared module" \
  "the library of base uses f(), but base does not declare that it uses middle" "$tree/build"
finish
