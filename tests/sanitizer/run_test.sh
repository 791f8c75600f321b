#!/usr/bin/env bash
# `robur run`: schedules, what is merged, what is written, and how it ends.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
robur() { run "$ROBUR_BINARY" run "$@"; }
build() { "$root/robur-c++" -g -O1 -std=c++20 "$1" -o "$2" || exit 1; }
build "$root/tests/sanitizer/broken/store_buffering.cpp" sb
build "$root/tests/sanitizer/scheduled/seqlock.cpp" seqlock
build "$root/tests/sanitizer/clean/store_buffering_fenced.cpp" fenced
echo 'int main() { __builtin_trap(); }' >trap.cpp
build trap.cpp trap

# Two places, each told once and counted.
robur -n 20 --record first --report out.txt --report out.json --report out.sarif -- ./sb
expect "exit code" 1 "$status"
expect "the same pair of places once" 2 "$(grep -c '^SUMMARY' <<<"$out")"
expect_in "counts" " of 20 runs; the first with schedule=random:seed=" "$out"
expect_in "last line" "./sb: 2 findings in 20 runs" "$out"
expect "text" "$out" "$(cat out.txt)"
expect "findings in JSON" 2 "$(grep -c '"kind": "robustness"' out.json)"
expect "results in SARIF" 2 "$(grep -c '"ruleId": "robustness"' out.sarif)"
expect_in "places in SARIF" '"startLine": ' "$(cat out.sarif)"

# What was recorded can be repeated, and stays the same.
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
expect_in "exhaust: says that these were all" "which are all of them" "$out"
expect_in "exhaust: choices" "schedule=exhaust:choices=" "$(cat all)"
robur --replay all -- ./sb
expect "exhaust: replay" 1 "$status"
robur --schedule exhaust -- ./fenced
expect "exhaust: nothing in a robust program" 0 "$status"
expect_in "exhaust: all of them too" "which are all of them" "$out"

# What a report proposes helps: fences where it says, one report after the other, until there is none.
cat >repaired.cpp <<'END'
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
  build repaired.cpp repaired
  robur --schedule exhaust -- ./repaired
  ((status == 1)) || break
  help=$(grep -m 1 -A 2 '^  help: what orders them is a seq_cst fence$' <<<"$out")
  before=$(sed -n 's/^        right before the .* at repaired.cpp:\([0-9]*\):.*/\1/p' <<<"$help")
  after=$(sed -n 's/^        and one right after the .* at repaired.cpp:\([0-9]*\):.*/\1/p' <<<"$help")
  sed -i -e "${before:-1}s/^/$fence/" -e "${after:-1}s/\$/$fence/" repaired.cpp
done
expect "help: repaired" 0 "$status"
expect "help: by few changes" yes "$( ((changes >= 1 && changes <= 4)) && echo yes)"

# The seqlock needs a rare order of events; priorities find it.
robur --schedule pct -n 300 --until-clean 200 -- ./seqlock
expect "pct finds the seqlock's violation" 1 "$status"

robur -n 50 --until-clean 5 -- ./fenced
expect "until-clean: exit code" 0 "$status"
expect_in "until-clean: stops" "./fenced: nothing found in 5 runs" "$out"

# Ctrl-C goes to the program as well: what has been found so far is told, and nobody has failed.
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

# What goes wrong is said.
robur -n 2 -- ./trap
expect "a crash" 1 "$status"
expect_in "a crash" "ended by signal" "$out"
robur -- true
expect "a program that is not watched" 2 "$status"
expect_in "a program that is not watched" "build it with robur-cc or robur-c++" "$out"
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
