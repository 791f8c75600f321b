#!/usr/bin/env bash
# scripts/check-words: finds a word in prose and in names, and only whole words.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
check=("$source_dir/scripts/check-words")

printf '%s\n' 'class StrandSearch {};' 'int kMostStrands;' '// It waits for ever.' >"$work/bad.h"
run "${check[@]}" "$work/bad.h"
expect_equal "bad words" 1 "$status"
expect_contains "in a name" "bad.h:1: Strand: here one writes column" "$out"
expect_contains "in a constant" "bad.h:2: Strands: here one writes columns" "$out"
expect_contains "a phrase" "bad.h:3: for ever: here one writes forever, indefinitely" "$out"
run "${check[@]}" --count "$work/bad.h"
expect_equal "counting does not fail" 0 "$status"

echo '// A stale value is indeed recommended forever; misspelt.' >"$work/good.h"
run "${check[@]}" "$work/good.h"
expect_equal "words that only contain one" 0 "$status"
finish
