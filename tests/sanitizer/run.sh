#!/usr/bin/env bash
# Compiles one program with the wrapper and runs it under many schedules. The first line of the program
# is the expected result:
#
#   // expect: clean                         never a report
#   // expect: race at 12 13                 in some schedule a report there, and no others
#   // expect: robustness at 14 18
#
# A second line `// options: …` is added to ROBUR_OPTIONS. Each run that reports a robustness violation
# is recorded and checked against the axioms ($ROBUR_JUDGE, of tests/unit/runtime/), unless it is under
# the operating system's schedule and too long.
set -uo pipefail
program=$1
shift # the rest is for the compiler
wrapper=$(dirname "${BASH_SOURCE[0]}")/../../robur-c++
standard=-std=c++20
case $program in *.c) wrapper=${wrapper%c++}cc standard=-std=gnu17 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expect=$(sed -n '1s/^.*expect: //p' "$program")
[[ -n $expect ]] || { echo "no expectation in the first line of $program"; exit 1; }

"$wrapper" -g "$standard" "$@" "$program" -o "$work/program" 2>"$work/errors" || { cat "$work/errors"; exit 1; }

more=$(sed -n '2s/^.*options: /:/p' "$program")
kind=${expect%% *}
lines=" ${expect#* at } "
declare -A words=([race]="data race" [robustness]="robustness violation")
caught=0
runs=0
fail() {
  echo "FAILED with ROBUR_OPTIONS=$1: $2"
  cat "$work/report"
  exit 1
}
for seed in os {1..20}; do
  options=schedule=os$more
  [[ $seed == os ]] || options=schedule=random:seed=$seed$more
  [[ $kind != robustness ]] || options+=:trace=$work/trace
  ROBUR_OPTIONS=$options "$work/program" >"$work/out" 2>"$work/report" </dev/null
  status=$?
  if [[ $kind == clean ]]; then
    sed -i '/^robur: 0 different reports; [0-9]* inside the standard library/d' "$work/report"
    if ((status != 0)) || [[ -s $work/report ]]; then fail "$options" "exit code $status"; fi
    continue
  fi
  found=$(grep -c '^SUMMARY: ' "$work/report")
  ((status == (found > 0 ? 66 : 0))) || fail "$options" "exit code $status, $found reports"
  while IFS= read -r summary; do
    [[ $summary == *"robur: ${words[$kind]} "* ]] || fail "$options" "another kind: $summary"
    line=$(sed -E 's/^.*\.c(pp)?:([0-9]+):.*$/\2/' <<<"$summary")
    [[ $lines == *" $line "* ]] || fail "$options" "another line: $summary"
    caught=$((caught + 1))
  done < <(grep '^SUMMARY: ' "$work/report")
  # Under the operating system's schedule a thread may spin for a long time, and checking a run takes
  # time cubic in its length.
  if [[ $kind == robustness ]] && ((found > 0)) &&
    { [[ $seed != os ]] || (($(wc -l <"$work/trace") < 2000)); }; then
    "$ROBUR_JUDGE" rc11 "$work/trace" >"$work/judged" || fail "$options" "$(cat "$work/judged")"
  fi
  runs=$((runs + (found > 0)))
  ((runs < 3)) || break # three runs with reports are enough
done
[[ $kind == clean ]] || ((caught > 0)) || fail "$options" "nothing was found in 21 runs"
echo "as expected: $expect"
