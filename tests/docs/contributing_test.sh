#!/usr/bin/env bash
# CONTRIBUTING.md against the tree: the paths it names exist, its table has the presets that there are,
# and its commands run. Cheap commands run as written; for expensive ones their --help must know
# every option, and the files and targets they name must exist. A command without a rule here fails.
#
#   contributing_test.sh BUILD-DIRECTORY
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
build=$1
page=CONTRIBUTING.md
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# `src/models/`, `tests/unit/<module>/`: what is in angle brackets is anything.
paths=0
while read -r path; do
  paths=$((paths + 1))
  [[ -n $(compgen -G "${path%/}") ]] || fail "$page names $path, which does not exist"
done < <(grep -oE '`(src|tests|docs|bench|scripts|examples)/[^` ]*`' "$page" | tr -d '\`' | sed -E 's/<[^>]*>/*/g' | sort -u)
((paths > 10)) || fail "only $paths paths were found in $page, so this test looks at the wrong thing"

presets=$(cmake --list-presets | sed -n 's/^  "\(.*\)" .*/\1/p' | sort)
shown=$(awk '/^\| preset \|/ { inside = 1 } !/^\|/ { inside = 0 } inside' "$page" | sed -n 's/^| `\([^`]*\)` |.*/\1/p' | sort)
[[ -n $presets && $presets == "$shown" ]] || fail "$page lists the presets" $shown "and there are" $presets

# knows HELP WORD…: every option among the words is in the text.
knows() {
  local help=$1 word
  for word in "${@:2}"; do
    if [[ $word == -* && $help != *"${word%%=*}"* ]]; then return 1; fi
  done
}

follow() {
  local words
  read -r -a words <<<"$1"
  case $1 in
    ./test* | bench/soak* | bench/run*) knows "$("${words[0]}" --help)" "${words[@]}" ;;
    scripts/lint) bash -n scripts/lint ;;
    scripts/check-modules | "bench/mutate --list"* | "bench/mutate --check") "${words[@]}" >/dev/null ;;
    "bench/mutate "*) bench/mutate --list "${words[1]}" >/dev/null ;;
    "scripts/build fuzz --tests "*) grep -q "${words[3]#fuzz_}" tests/fuzz/suite.cmake ;;
    "ctest --test-dir build/release -R "*) [[ $(ctest --test-dir "$build" -N -R "${words[4]}") == *"Test "*"#"* ]] ;;
    "mkdir -p /tmp/corpus && build/fuzz/tests/fuzz_"*) [[ -d ${words[-1]} ]] ;;
    *) echo "no rule of this test is for it"; return 1 ;;
  esac
}

commands=0
while read -r command; do
  commands=$((commands + 1))
  output=$(follow "$command" 2>&1) || fail "$page: $command: $output"
done < <(awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" | sed -E 's/ +#.*//')
((commands > 10)) || fail "only $commands commands were found in $page"
exit $((failures > 0))
