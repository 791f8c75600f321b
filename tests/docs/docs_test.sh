#!/usr/bin/env bash
# What the pages claim, checked: links lead somewhere, excerpts are from the files they are about, and
# the programs printed in pages have the verdicts that the text gives them.
#
#   docs_test.sh links | excerpts | programs BINARY | models BINARY
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

check_links() {
  local page target count=0
  for page in *.md docs/*.md docs/bugs/*.md; do
    while read -r target; do
      count=$((count + 1))
      [[ -e ${page%"${page##*/}"}${target%%#*} ]] || fail "$page links to $target, which does not exist"
    done < <(grep -oE '\]\([^)#][^)]*\)' "$page" | sed -E 's/^\]\(//; s/\)$//' | grep -v '^https\?:')
  done
  ((count > 0)) || fail "no link was found, so this test looks at the wrong thing"
}

# expect PAGE MODELS EXIT-CODE: every program that PAGE prints in a ```rob block.
expect() {
  local page=$1 models=$2 code=$3 dir program status count=0
  dir=$(mktemp -d)
  awk -v dir="$dir" '
    /^```rob$/ { file = dir "/" NR ".rob"; next }
    /^```/ { file = "" }
    file { print > file }' "$page"
  for program in "$dir"/*.rob; do
    [[ -e $program ]] || continue
    count=$((count + 1))
    "$binary" check --model "$models" "$program" >"$dir/out" 2>&1
    status=$?
    ((status == code)) ||
      { fail "$page: a program has exit code $status for $models instead of $code"; cat "$dir/out"; }
  done
  ((count > 0)) || fail "$page prints no program"
  rm -rf "$dir"
}

# Code that a page of docs/bugs shows is in one of the programs that it is about.
check_excerpts() {
  local page block file found line inside=no count=0
  for page in docs/bugs/*.md; do
    while IFS= read -r line; do
      case $inside,$line in
        no,'```c' | no,'```cpp') inside=yes && block= ;;
        yes,'```')
          inside=no
          count=$((count + 1))
          found=no
          for file in tests/corpus/real/*; do
            if [[ $(<"$file") == *"$block"* ]]; then found=yes; fi
          done
          [[ -n $block && $found == yes ]] || fail "$page shows code that is in no file of tests/corpus/real: $block" ;;
        yes,*) block+=$line$'\n' ;;
      esac
    done <"$page"
  done
  ((count > 0)) || fail "no code was found, so this test looks at the wrong thing"
}

# check_table COMMAND HEAD: the README's table that begins with HEAD is what the command prints.
check_table() {
  local expected shown
  expected=$("$binary" "$1" --markdown)
  shown=$(awk -v head="| $2 |" 'index($0, head) == 1 { inside = 1 } !/^\|/ { inside = 0 } inside' README.md)
  [[ -n $expected && $shown == "$expected" ]] ||
    { fail "README.md: the table of $1 is not the output of robur $1 --markdown"
      diff <(echo "$shown") <(echo "$expected"); }
}

case ${1:-} in
  links) check_links ;;
  excerpts) check_excerpts ;;
  programs)
    binary=$2
    expect README.md all 0
    expect docs/how-it-works.md ra 1
    expect docs/how-it-works.md sc 0
    expect docs/seq-cst.md rc20,rc11 1
    ;;
  models)
    binary=$2
    check_table models name
    check_table languages language
    ;;
  *) fail "usage: docs_test.sh links | excerpts | programs BINARY | models BINARY" ;;
esac
exit $((failures > 0))
