#!/usr/bin/env bash
# Broken twins of the small programs in clean/many_*.cpp: each must be reported within ten runs under random
# schedules, with the right kind. Robustness violations are checked against the axioms as well.
#
#   twins_test.sh [SEED [COMPILER…]]
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
seed=${1:-1}
compilers=("${@:2}")
((${#compilers[@]} > 0)) || compilers=(clang)
declare -A words=([race]="data race" [robustness]="robustness violation")
count=0
worst=0

caught() { # program, twin, kind; sets runs
  local trace=
  [[ $3 != robustness ]] || trace=:trace=$work/trace
  for ((runs = 1; runs <= 10; ++runs)); do
    run env ROBUR_OPTIONS="schedule=random:seed=$((seed + runs))$trace" "$1" "$2"
    ((status == 0)) && continue
    expect "$1 $2, seed $((seed + runs)): exit code" 66 "$status"
    expect_in "$1 $2, seed $((seed + runs))" "SUMMARY: robur: ${words[$3]} " "$out"
    if [[ -n $trace ]]; then
      run "$ROBUR_JUDGE" rc11 "$work/trace"
      expect "$1 $2, seed $((seed + runs)): judged" 0 "$status"
    fi
    return
  done
  expect "$1 $2: caught within 10 runs from seed $((seed + 1))" yes no
}

for source in "$root"/tests/sanitizer/twins/*.cpp; do
  program=./$(basename "$source" .cpp)
  for compiler in "${compilers[@]}"; do
    run "$root/robur-c++" --robur-compiler="$compiler" -g -O1 -mcx16 -std=c++20 "$source" -o "$program"
    expect "$compiler $source" "0 " "$status $out"
    while read -r twin kind; do
      caught "$program" "$twin" "$kind"
      count=$((count + 1))
      ((runs > worst)) && worst=$runs
    done < <("$program")
  done
done
expect "twins" yes "$( ((count >= 55)) && echo yes)"
echo "$count twins, each caught in at most $worst runs from seed $seed"
finish
