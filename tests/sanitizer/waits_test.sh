#!/usr/bin/env bash
# Spin loops: recognised, listed at the end, and reported with spin=report; and those of robur.h.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
waits=$root/tests/sanitizer/waits

# Under many schedules: the number of runs that end with 66, and of those that list a benign wait.
under_schedules() { # program, more options
  reports=0 named=0
  for seed in {1..20}; do
    run env ROBUR_OPTIONS="schedule=random:seed=$seed:trace=trace$2" "$1"
    case $status in 0) ;; 66) reports=$((reports + 1)) ;; *) expect "exit code" "0 or 66" "$status: $out" ;; esac
    [[ $out != *"benign wait: "* ]] || named=$((named + 1))
    run "$ROBUR_JUDGE" rc11 trace
    expect "$1$2, seed $seed, by the axioms" 0 "$status"
  done
}
build() { # compiler, source, more; makes ./program
  local wrapper=robur-c++ standard=-std=c++20
  if [[ $2 == *.c ]]; then wrapper=robur-cc standard=-std=gnu17; fi
  run "$root/$wrapper" --robur-compiler="$1" -g -O1 "$standard" "$waits/$2" "${@:3}" -pthread -o program
  expect "$1 $2 compiles" "0 " "$status $out"
}

for compiler in clang gcc; do
  build $compiler spin.cpp
  under_schedules ./program ""
  expect "$compiler: a spin loop is no report" 0 "$reports"
  expect "$compiler: it is listed" yes "$( ((named > 0)) && echo yes)"
  under_schedules ./program :spin=report
  expect "$compiler: spin=report reports it" yes "$( ((reports > 0)) && echo yes)"
  expect "$compiler: and lists nothing" 0 "$named"

  build $compiler passes_stale.cpp
  under_schedules ./program ""
  expect "$compiler: a loop that may end too early is reported" yes "$( ((reports > 0)) && echo yes)"

  build $compiler annotated.c
  under_schedules ./program ""
  expect "$compiler: annotated waits in C" 0 "$reports"
  build $compiler annotated.c -DTOO_EARLY
  under_schedules ./program ""
  expect "$compiler: one that may end too early" yes "$( ((reports > 0)) && echo yes)"
  build $compiler annotated.cpp
  under_schedules ./program ""
  expect "$compiler: annotated waits in C++" 0 "$reports"
done

# A program without the runtime can use the header as well.
run clang++-19 -std=c++20 -I "$root/include" "$waits/annotated.cpp" -pthread -o plain
expect "compiles without the wrapper" "0 " "$status $out"
run ./plain
expect "and waits" "0 " "$status $out"
finish
