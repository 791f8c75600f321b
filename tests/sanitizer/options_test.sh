#!/usr/bin/env bash
# Every option of the runtime has a visible effect. Options for models and spin loops are tested in
# equivalence_test.sh and waits_test.sh, some others in wrapper_test.sh.
# shellcheck source=tests/sanitizer/expect.bash
source "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
build() { "$root/robur-c++" -g -O1 -std=c++20 "$1" -o "$2" || exit 1; }
with() { run env ROBUR_OPTIONS="$1" "${@:2}"; }
summaries() { grep -c '^SUMMARY: ' <<<"$out"; }
build "$root/tests/sanitizer/broken/store_buffering.cpp" sb
build "$root/tests/sanitizer/broken/std_barrier.cpp" barrier

# Which findings, and how many.
with schedule=exhaust ./sb
expect "two pairs of locations" 2 "$(summaries)"
with schedule=exhaust:max_reports=1 ./sb
expect "max_reports=1" 1 "$(summaries)"
expect_in "max_reports=1: the other one is counted" "robur: 2 different reports" "$out"
with schedule=exhaust:robustness=0 ./sb
expect "robustness=0" "0 0" "$status $(summaries)"
with model=tso:schedule=exhaust ./sb
expect "model=tso: store buffering" 66 "$status"
# The path of a thread through the library's barrier depends on addresses, so a seed does not determine it.
reported=0 counted=0
for seed in {1..30}; do
  with "library=1:schedule=random:seed=$seed" ./barrier
  ((status != 66)) || reported=1
  with "library=0:schedule=random:seed=$seed" ./barrier
  expect "library=0" "0 0" "$status $(summaries)"
  [[ $out != *"inside the standard library (library=1 reports them)"* ]] || counted=1
  ((reported + counted < 2)) || break
done
expect "library=1 reports, library=0 counts" "1 1" "$reported $counted"

# A violation that needs a long history: SC has ordered the first store to y before the load, but not the newer
# ones.
cat >newer.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int> x{0}, y{0}, turn{0};
void await(int n) {
  while (turn.load(std::memory_order_relaxed) != n) std::this_thread::yield();
}
int main() {
  std::thread other([] {
    y.store(1, std::memory_order_relaxed);
    (void)x.load(std::memory_order_relaxed);
    turn.store(1, std::memory_order_relaxed);
    await(2);
    for (int i = 2; i < 8; ++i) y.store(i, std::memory_order_relaxed);
  });
  await(1);
  x.store(1, std::memory_order_relaxed);
  turn.store(2, std::memory_order_relaxed);
  (void)y.load(std::memory_order_relaxed);
  other.join();
}
END
build newer.cpp newer
for history in 2 8; do
  caught=0
  for seed in {1..12}; do
    with "history=$history:schedule=random:seed=$seed:trace=trace" ./newer
    caught=$((caught + $(grep -c '^SUMMARY: .*newer.cpp:18:' <<<"$out")))
  done
  echo $caught >history$history
done
expect "history=8: caught" 12 "$(cat history8)"
expect "history=2: not always" yes "$( (($(cat history2) < 12)) && echo yes)"
expect "trace: stores of all threads" 10 "$(grep -c ' store ' trace)"

# symbolizer= names the program that is started.
cat >names <<'END'
#!/bin/sh
echo "$@" >>asked
END
chmod +x names
with "schedule=exhaust:symbolizer=$PWD/names" ./sb
expect_in "symbolizer: what it was asked" "CODE" "$(cat asked)"
expect_in "symbolizer: no names" "sb+0x" "$out"
run env PATH=/nowhere ROBUR_OPTIONS=schedule=exhaust ./sb
expect_in "symbolizer: missing" "there are no names, because llvm-symbolizer was not found" "$out"

# Schedules.
with schedule=exhaust:runs=2 ./sb
expect_in "runs=2" "2 executions" "$out"
expect_in "runs=2: there are more" "there are more executions" "$out"
with schedule=exhaust:preemptions=0 ./sb
few=$(grep -o '[0-9]* executions*' <<<"$out")
expect_in "preemptions=0: no proof" "only schedules within the bound on preemptions" "$out"
with schedule=exhaust:preemptions=999 ./sb
all=$(grep -o '[0-9]* executions' <<<"$out")
expect "preemptions=0: fewer schedules" yes "$( ((0 < ${few% *} && ${few% *} < ${all% *})) && echo yes)"
for depth in 1 8; do
  for seed in {1..30}; do
    env ROBUR_OPTIONS="schedule=pct:depth=$depth:length=12:seed=$seed:trace=trace:symbolizer=/bin/true" ./sb >/dev/null 2>&1
    awk '{ print $1, $2 }' trace | md5sum
  done | sort -u | wc -l >"depth$depth"
done
expect "depth=8: more schedules than depth=1" yes "$( (($(cat depth8) > $(cat depth1))) && echo yes)"
with schedule=pct:depth=4:length=1000000:seed=3:trace=long-length ./sb
with schedule=pct:depth=4:length=8:seed=3:trace=short-length ./sb
expect "length: where priorities change" 2 \
  "$(for t in long-length short-length; do awk '{ print $1, $2 }' $t | md5sum; done | sort -u | wc -l)"

finish
