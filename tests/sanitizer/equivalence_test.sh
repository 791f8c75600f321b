#!/usr/bin/env bash
# equivalence_test.sh SEED COUNT [SHARE]: the sanitizer in all executions against `robur check`.
#
# A random program must have a violation in some execution if and only if the checker decides that it is
# not robust, for each of the five models. With SHARE percent of the accesses sc only RC11 is compared,
# the one model that defines them. $ROBUR_PROGRAMS generates the programs, $ROBUR_BINARY checks them.
set -uo pipefail
seed=$1
count=$2
share=${3:-0}
models=(tso sra ra rc20 rc11)
((share == 0)) || models=(rc11)
list=$(IFS=, && echo "${models[*]}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$ROBUR_PROGRAMS" "$seed" "$count" "$work" "$share" || exit 1
"$root/robur-c++" --robur-mode=robustness -O1 -std=c++20 "$work/programs.cpp" -o "$work/programs" || exit 1

failures=0
declare -A tally=()
for ((i = 0; i < count; ++i)); do
  "$ROBUR_BINARY" check --model "$list" --format json "$work/$i.rob" >"$work/verdicts" 2>&1
  for model in "${models[@]}"; do
    verdict=$(awk -v model="\"$model\"," '$1 == "\"model\":" { now = $2 }
      now == model && $1 == "\"verdict\":" { gsub(/[",]/, "", $2); print $2; exit }' "$work/verdicts")
    ROBUR_OPTIONS="model=$model:schedule=exhaust:symbolizer=/bin/true:history=64:max_reports=1" \
      "$work/programs" "$i" >"$work/out" 2>&1
    watched=$?
    tally[$model$verdict]=$((${tally[$model$verdict]:-0} + 1))
    [[ $watched-$verdict == 0-robust || $watched-$verdict == 66-not-robust ]] &&
      grep -q ', all that there are' "$work/out" && ! grep -q 'could not be decided' "$work/out" && continue
    echo "FAILED: program $i of seed $seed under $model: check says $verdict, exit code $watched"
    cat "$work/$i.rob" "$work/verdicts" "$work/out"
    failures=$((failures + 1))
  done
done
for model in "${models[@]}"; do
  echo "$model: ${tally[${model}robust]:-0} robust, ${tally[${model}not-robust]:-0} not robust"
  # Both must occur, or nothing was compared.
  ((${tally[${model}robust]:-0} > 0 && ${tally[${model}not-robust]:-0} > 0)) || failures=$((failures + 1))
done
exit $((failures > 0))
