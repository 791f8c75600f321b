#!/usr/bin/env bash
# `robur run`: schedules, merging of findings, reports, and exit codes.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
robur() { run "$ROBUR_BINARY" run "$@"; }
build() { "$root/robur-c++" -g -O1 -std=c++20 "$1" -o "$2" || exit 1; }
build "$root/tests/sanitizer/broken/store_buffering.cpp" sb
build "$root/tests/sanitizer/scheduled/seqlock.cpp" seqlock
build "$root/tests/sanitizer/clean/store_buffering_fenced.cpp" fenced
echo 'int main() { __builtin_trap(); }' >trap.cpp
build trap.cpp trap

# Two pairs of locations, each reported once and counted.
robur -n 20 --record first --report out.txt --report out.json --report out.sarif -- ./sb
expect "exit code" 1 "$status"
expect "the same pair of locations once" 2 "$(grep -c '^SUMMARY' <<<"$out")"
expect_in "counts" " of 20 runs; first with schedule=random:seed=" "$out"
expect_in "last line" "./sb: 2 findings in 20 runs" "$out"
expect "text" "$out" "$(cat out.txt)"
expect "findings in JSON" 2 "$(grep -c '"kind": "robustness"' out.json)"
expect "results in SARIF" 2 "$(grep -c '"ruleId": "robustness"' out.sarif)"
expect_in "locations in SARIF" '"startLine": ' "$(cat out.sarif)"
expect "locations in JSON have their file" 4 "$(grep -c '"file": ".*store_buffering.cpp"' out.json)"
expect "locations in JSON have their line" 4 "$(grep -c '"line": [1-9]' out.json)"

# A recorded schedule can be repeated with the same result.
for _ in 1 2; do
  robur --replay first -- ./sb
  expect "replay finds it" 1 "$status"
  echo "$out" >>replayed
done
expect "replay is one run" 2 "$(grep -c ' in 1 run$' replayed)"
expect "replay is the same run" 2 "$(sort replayed | uniq -c | awk '/SUMMARY/ { print $1 }' | head -n 1)"

# All schedules; one of them again.
robur --schedule exhaust --record all -- ./sb
expect "exhaust: exit code" 1 "$status"
expect_in "exhaust: the last line" "./sb: 2 findings in " "$out"
expect_in "exhaust: everything was explored" " executions, all that there are" "$out"
expect_in "exhaust: choices" "schedule=exhaust:choices=" "$(cat all)"
robur --replay all -- ./sb
expect "exhaust: replay" 1 "$status"
robur --schedule exhaust -- ./fenced
expect "exhaust: nothing in a robust program" 0 "$status"
expect_in "exhaust: verified" "./fenced: verified for RC11: " "$out"
expect_in "exhaust: all of them too" " executions, all that there are; no violation, no race, no failure" "$out"
robur --schedule exhaust -n 2 --report bounded.json --report bounded.xml -- ./fenced
expect "exhaust: not all of them" 3 "$status"
expect_in "exhaust: not verified" "./fenced: NOT verified: nothing found in 2 executions" "$out"
expect_in "exhaust: why" "there are more executions" "$out"
expect_in "exhaust: in JSON" '"verdict": "not-verified"' "$(cat bounded.json)"
expect_in "exhaust: in JUnit XML" 'failures="0" errors="1"' "$(cat bounded.xml)"
robur --schedule exhaust -n 2 --allow-bounded --report bounded.xml -- ./fenced
expect "exhaust: that is good enough" 0 "$status"
expect_in "exhaust: also in JUnit XML" 'failures="0" errors="0"' "$(cat bounded.xml)"
robur --schedule exhaust --preemptions 1 -- ./fenced
expect "exhaust: bounded preemptions prove nothing" 3 "$status"
expect_in "exhaust: bounded preemptions" "only schedules within the bound on preemptions" "$out"

# The help of a report is right: with fences where it asks for them, one report after the other, none is left.
cat >fenced_by_help.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int> x{0}, y{0};
int main() {
  std::thread other([] {
    y.store(1, std::memory_order_release);
    int seen = x.load(std::memory_order_acquire);
    y.store(seen + 2, std::memory_order_release);
  });
  x.store(1, std::memory_order_release);
  int seen = y.load(std::memory_order_acquire);
  x.store(seen + 2, std::memory_order_release);
  other.join();
}
END
fence='std::atomic_thread_fence(std::memory_order_seq_cst);'
for ((changes = 0; changes < 8; ++changes)); do
  build fenced_by_help.cpp fenced_by_help
  robur --schedule exhaust -- ./fenced_by_help
  ((status == 1)) || break
  help=$(grep -m 1 -A 2 '^  help: to order them, add a seq_cst fence$' <<<"$out")
  before=$(sed -n 's/^        before the .* at fenced_by_help.cpp:\([0-9]*\):.*/\1/p' <<<"$help")
  after=$(sed -n 's/^        and after the .* at fenced_by_help.cpp:\([0-9]*\):.*/\1/p' <<<"$help")
  sed -i -e "${before:-1}s/^/$fence/" -e "${after:-1}s/\$/$fence/" fenced_by_help.cpp
done
expect "help: no violation is left" 0 "$status"
expect "help: by few changes" yes "$( ((changes >= 1 && changes <= 4)) && echo yes)"

# The seqlock needs a rare order of events; priorities find it.
robur --schedule pct -n 300 --until-clean 200 -- ./seqlock
expect "pct finds the seqlock's violation" 1 "$status"

robur -n 50 --until-clean 5 -- ./fenced
expect "until-clean: exit code" 0 "$status"
expect_in "until-clean: stops" "./fenced: nothing found in 5 runs" "$out"

# Ctrl-C also reaches the program: what has been found so far is reported, and the program has not failed.
cat >endless.cpp <<'END'
#include <unistd.h>
#include <fstream>
#include <thread>
int shared;
int main() {
  std::thread other([] { ++shared; });
  ++shared;
  other.join();
  std::ofstream("begun") << "yes";
  for (;;) pause();
}
END
build endless.cpp endless
set -m
"$ROBUR_BINARY" run -n 5 --report interrupted.json -- ./endless >interrupted.txt 2>&1 &
until [[ -s begun ]]; do sleep 0.1; done
kill -INT -- -$!
wait $!
expect "interrupted: exit code" 1 "$?"
set +m
out=$(cat interrupted.txt)
expect_in "interrupted: last line" "./endless: 1 finding in 1 run, interrupted" "$out"
expect "interrupted: no failure" 0 "$(grep -c "ended by signal" <<<"$out")"
expect_in "interrupted: in JSON" '"interrupted": true' "$(cat interrupted.json)"

# Errors.
robur -n 2 -- ./trap
expect "a crash" 1 "$status"
expect_in "a crash" "ended by signal" "$out"
robur -- true
expect "a program that is not instrumented" 2 "$status"
expect_in "a program that is not instrumented" "was not built with robur-cc or robur-c++" "$out"
robur -n 3 --schedule os -- ./fenced
expect "schedule os" 0 "$status"
robur -- ./missing
expect "no program" 2 "$status"
robur ./sb
expect "no --" 2 "$status"
robur --schedule fair -- ./sb
expect "unknown schedule" 2 "$status"
robur --report out.pdf -- ./sb
expect "unknown kind of report" 2 "$status"
robur --replay out.json -- ./sb
expect "no schedule in the file" 2 "$status"

finish
