#!/usr/bin/env bash
# `robur check --self-check` must detect a wrong rule. The TSO monitor of the search is compiled with one
# rule removed and linked in front of the libraries that the shipped binary is made of; the audit has
# the rules and the axioms as they are. With --self-check the result is an internal error (exit code 70).
#
#   self_check_test.sh COMPILER BINARY-DIRECTORY
set -uo pipefail
compiler=$1 build=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}

rule='if (!map.thread(rows, t, kOwn).has(x)) oR &= map.cell(rows, x, kLW);'
mkdir -p "$scratch/models"
grep -vF "$rule" "$root/src/models/tso.h" >"$scratch/models/tso.h"
cmp -s "$root/src/models/tso.h" "$scratch/models/tso.h" && fail "models/tso.h has no line '$rule'"

"$compiler" -std=c++20 -O1 -DNDEBUG -w -I "$scratch" -I "$root/src" \
  -c "$root/src/explore/monitors/tso_monitor.cpp" -o "$scratch/tso_monitor.o" || fail "the monitor does not compile"
"$compiler" -std=c++20 -O1 -DNDEBUG -w -I "$root/src" -c "$root/src/cli/main.cpp" -o "$scratch/main.o" ||
  fail "main.cpp does not compile"
mapfile -t libraries < <(find "$build" -maxdepth 1 -name 'librobur_*.a' ! -name 'librobur_rt*' \
  ! -name 'librobur_robustness*')
"$compiler" -o "$scratch/robur" "$scratch/main.o" "$scratch/tso_monitor.o" -Wl,--allow-multiple-definition \
  -Wl,--start-group "${libraries[@]}" -Wl,--end-group -pthread || fail "the mutant does not link"

# Without the option the code alone shows that mp.rob is robust, and no monitor runs.
question=(check --model tso --self-check --no-fence-sufficiency "$root/tests/corpus/litmus/mp.rob")
"$build/robur" "${question[@]}" >"$scratch/out" 2>&1 ||
  { cat "$scratch/out"; fail "the unchanged binary finds a fault"; }
"$scratch/robur" "${question[@]}" >"$scratch/out" 2>&1
status=$?
if ((status != 70)); then
  cat "$scratch/out"
  fail "exit code $status instead of 70"
fi
grep -q 'by the rules' "$scratch/out" || { cat "$scratch/out"; fail "the message does not name the row"; }
