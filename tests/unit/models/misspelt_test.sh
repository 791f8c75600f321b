#!/usr/bin/env bash
# A member of a memory model that is misspelt must not compile. Each line below names a model and
# one of its members; the model's header is copied with that member renamed and compiled in place of
# the original. The unchanged headers must compile, so that a failure means what it says.
#
#   misspelt_test.sh COMPILER
set -uo pipefail
compiler=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

compiles() { # HEADER DIRECTORY-TO-SEARCH-FIRST
  echo "#include \"models/$1\"" |
    "$compiler" -std=c++20 -fsyntax-only -I "$2" -I "$root/src" -x c++ - >"$scratch/log" 2>&1
}

check_unchanged() { # HEADER
  compiles "$1" "$root/src" && return
  echo "FAILED: models/$1 does not compile as it is"
  cat "$scratch/log"
  exit 1
}

check_misspelt() { # HEADER MEMBER
  mkdir -p "$scratch/models"
  rm -f "$scratch"/models/*
  sed -E "s/\b$2\(/${2}Misspelt(/" "$root/src/models/$1" >"$scratch/models/$1"
  if cmp -s "$root/src/models/$1" "$scratch/models/$1"; then
    echo "FAILED: models/$1 has no member $2"
  elif compiles "$1" "$scratch"; then
    echo "FAILED: models/$1 compiles although $2 is misspelt"
  else
    return
  fi
  failures=$((failures + 1))
}

for header in tso.h rc20.h rc11.h; do check_unchanged "$header"; done
check_misspelt tso.h update
check_misspelt rc20.h races
check_misspelt rc20.h touch
check_misspelt rc11.h passBy
check_misspelt rc11.h asksForNext
exit $((failures > 0))
