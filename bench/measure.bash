# Shared by bench/run and bench/scale: one measurement of Robur, one of Spin's pipeline.
# shellcheck shell=bash disable=SC2034,SC2154
#
# The caller sets ROBUR (the binary), limit (seconds), cpu (yes or no), defines complain, and
# stands in a directory of its own, where these functions leave their files.

# Runs a command, its output in out and err; sets `spent` to seconds. The status is kept.
timed() {
  local TIMEFORMAT='%U %S' status=0 started=$EPOCHREALTIME ended
  { time "$@" >out 2>err; } 2>clock || status=$?
  ended=$EPOCHREALTIME
  if [[ $cpu == yes ]]; then
    spent=$(awk '{ printf "%.3f", $1 + $2 }' clock)
  else
    spent=$(awk "BEGIN { printf \"%.6f\", $ended - $started }")
  fi
  return "$status"
}

# One field of Robur's JSON, which has one per line.
field() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" out | head -n 1; }

# What is short is measured so many times, and the best counts, for both.
times=7
isLess() { awk "BEGIN { exit !($1 < $2) }"; }

# Sets robur_{verdict,states,search,total,kb}.
measure_robur() {
  local file=$1 model=$2 command
  command=("$ROBUR" check --format json --model "$model" --timeout "${limit}s" "$file")
  /usr/bin/time -q -f %M -o kb "${command[@]}" >out 2>err || true  # 1: a violation
  robur_kb=$(tail -n 1 kb)
  robur_verdict=$(field verdict)
  if [[ -z $robur_verdict ]]; then
    cat err >&2
    complain "robur has no verdict on $file under $model"
  fi
  robur_total= robur_search=
  for ((i = 0; i < times; ++i)); do
    timed "${command[@]}" || true
    if [[ -z $robur_total ]] || isLess "$spent" "$robur_total"; then robur_total=$spent; fi
    if [[ -z $robur_search ]] || isLess "$(field seconds)" "$robur_search"; then
      robur_search=$(field seconds)
    fi
    robur_states=$(field states)
    isLess "$spent" 1 || break
  done
}

# Sets pan_{states,search,kb,verdict} and pipeline; or pan_verdict alone, if there are none.
measure_spin() {
  local file=$1 model=$2 stop=-c1 depth status flags
  pan_states=0 pan_search=0 pan_kb=0 pipeline=0
  if ! "$ROBUR" export --promela --model "$model" "$file" >model.pml 2>err; then
    pan_verdict=not-exported
    return
  fi
  timed spin -a model.pml || { cat out err >&2; complain "spin refuses $file under $model"; }
  pipeline=$spent
  flags=(-O2 -w -DSAFETY -DNOBOUNDCHECK -DSFH -DAUTO_RESIZE -DVECTORSZ=16384 -DMEMLIM=12000)
  timed gcc "${flags[@]}" -o pan pan.c || { cat err >&2; complain "gcc refuses $file"; }
  pipeline=$(awk "BEGIN { print $pipeline + $spent }")
  # A robust program can still fail an assertion: then pan must not stop there.
  if [[ $robur_verdict == robust ]]; then stop=-c0; fi
  for depth in 100000 3000000 60000000; do
    status=0
    timed timeout "$limit" /usr/bin/time -q -f %M -o kb ./pan "$stop" -w18 "-m$depth" || status=$?
    grep -q 'max search depth too small' out || break
  done
  pan_search=$spent
  for ((i = 1; i < times; ++i)); do
    if ((status == 124)) || ! isLess "$spent" 1; then break; fi
    status=0
    timed timeout "$limit" /usr/bin/time -q -f %M -o kb ./pan "$stop" -w18 "-m$depth" || status=$?
    if isLess "$spent" "$pan_search"; then pan_search=$spent; fi
  done
  pan_kb=$(tail -n 1 kb)
  pan_states=$(awk '/states, stored/ { print $1; exit }' out)
  pan_states=${pan_states:-0}
  if ((status == 124)) || grep -qE 'max search depth too small|out of memory' out; then
    pan_verdict=unfinished
  elif grep -qE 'assertion violated (robust|race_free)' out; then
    pan_verdict=not-robust
  elif grep -qE 'errors: [0-9]+' out; then
    pan_verdict=robust
  else
    cat out err >&2
    complain "pan failed on $file under $model"
  fi
}
