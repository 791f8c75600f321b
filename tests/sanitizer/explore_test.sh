#!/usr/bin/env bash
# `robur run --schedule exhaust` on the programs of explored/: how many executions it explores, what it
# says, and that their outcomes are those of all schedules.
#
# The numbers of litmus tests and of programs from the literature are those of
# tests/unit/runtime/explorer_counts_test.cpp, where the explorer runs the same programs by itself.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
"$root/robur-c++" -g -O1 -std=c++20 "$root/tests/sanitizer/explored/programs.cpp" -o programs || exit 1
explore() { run env OUTCOMES="$PWD/$1" "$ROBUR_BINARY" run --schedule exhaust "${@:3}" -- ./programs "$2"; }

# program, exit code, executions, and part of the last line
check() {
  rm -f outcomes
  explore outcomes "$1"
  expect "$1: exit code" "$2" "$status"
  local last=${out##*$'\n'}
  [[ $last =~ ([0-9,]+)" execution" ]]
  expect "$1: executions" "$3" "${BASH_REMATCH[1]}"
  expect_in "$1: the last line" "$4" "$last"
}
# The same, and the outcomes are those of all schedules: a walk that reduces nothing.
compare() {
  check "$@"
  rm -f all
  explore all "$1" -n 20k --preemptions 999
  expect_in "$1: all schedules were run" "only schedules within the bound on preemptions" "$out"
  expect "$1: the outcomes of all schedules" "$(sort -u all)" "$(sort -u outcomes)"
}
verified="verified for RC11: "
open="NOT verified: nothing found in "

compare store-buffering 1 3 "1 finding in 3 executions, all that there are"
compare store-buffering-fenced 0 4 "$verified"
compare message-passing 0 3 "$verified"
compare independent-reads 1 15 "all that there are"
compare writers 0 120 "$verified"
check readers 0 64 "$verified"
check last-zero 0 64 "$verified"
check file-system 3 2 "more threads accessed the same plain memory than are remembered"
check indexer 0 8 "if compare_exchange_weak fails only where the values differ"
compare updates 0 90 "$verified"
check fibonacci 1 141 "all that there are"
check first-of-five 0 5 "$verified"

# The order of seq_cst under RC11: the examples of docs/seq-cst.md, and what is verified.
compare all-seq-cst 0 3 "$verified"
compare seq-cst-but-one 1 3 "2 findings in 3 executions, all that there are"
compare independent-seq-cst 0 15 "$verified"
compare independent-acquire 1 15 "all that there are"
# These have several rounds, of which one is enough here.
ordered() { # program, exit code, last line
  sed 's/kRounds = 16/kRounds = 1/' "$root/tests/sanitizer/$1.cpp" >ordered.cpp
  "$root/robur-c++" -g -O1 -std=c++20 ordered.cpp -o ordered
  run "$ROBUR_BINARY" run --schedule exhaust -- ./ordered
  expect "$1: exit code" "$2" "$status"
  expect_in "$1: the last line" "./ordered: $3" "${out##*$'\n'}"
}
ordered broken/store_buffering_one_acquire 1 "2 findings in 3 executions, all that there are"
ordered broken/iriw_acquire 1 "2 findings in 15 executions, all that there are"
ordered clean/store_buffering_seq_cst 0 "verified for RC11: 3 executions"
ordered clean/iriw_seq_cst 0 "verified for RC11: 15 executions"

# What threads synchronise with.
compare mutexes 0 24 "$verified"
compare try-locks 0 21 "$verified"
compare recursive-locks 0 6 "$verified"
compare readers-and-writer 0 14 "$verified"
compare semaphores 0 6 "$verified"
compare barrier 0 6 "$verified"
compare condition 0 10 "if condition variables wake up only when they are notified"
compare call-once 0 3 "$verified"
compare static-variable 0 6 "$verified"
compare family 0 2 "$verified"
compare detached 3 2 "$open"
check queue 0 188 "$verified"

# What goes wrong.
compare deadlock 1 3 "failed, nothing else found in 3 executions, all that there are"
expect_in "deadlock: what happened" "deadlock: no thread can continue" "$out"
check lost-wake-up 1 2 "failed, nothing else found"
check race 1 1 "1 finding in 1 execution"
explore outcomes assertion --record failing
expect "assertion: exit code" 1 "$status"
expect_in "assertion: how to repeat it" "with schedule=exhaust:choices=" "$out"

# Waiting in loops: rounds that change nothing are not repeated.
compare ticket-lock 0 17 "$verified"
compare spin-lock 3 81 "cut at a round of a loop that changes nothing"

# What is not proved is said.
ROBUR_OPTIONS=model=rc20 check all-seq-cst 3 3 \
  "${open}3 executions, all that there are; seq_cst accesses are taken as stronger than they are"
ROBUR_OPTIONS=model=sra check message-passing 3 3 "for this model it is not proved that one execution of each class"
check long-past 1 3 "1 finding in 3 executions, all that there are"
ROBUR_OPTIONS=past=256 check long-past 3 3 \
  "${open}3 executions, all that there are; of some accesses it could not be decided whether the order of seq_cst"
check cancelled 3 0 "a thread is cancelled, which is not modelled"
explore outcomes through-pipe
expect "through-pipe: exit code" 3 "$status"
expect_in "through-pipe" "when threads get data from file descriptors is not explored" "$out"
check many-writes 3 1 "an atomic was written more often than is remembered"
rm -f outcomes
explore outcomes growing-file
expect "growing-file: exit code" 3 "$status"
expect_in "growing-file" "the program does not depend on the schedule alone" "$out"

finish
