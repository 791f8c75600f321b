# Sourced by the tests of commands: compares results with what is expected.
# shellcheck shell=bash disable=SC2034
#
# The test runs in a directory of its own, `root` is the tree; it ends with `finish`.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

expect() { # what, wanted, got
  [[ $2 == "$3" ]] && return
  echo "FAILED: $1: expected «$2», got «$3»"
  failures=$((failures + 1))
}
expect_in() { # what, part, whole
  [[ $3 == *"$2"* ]] && return
  echo "FAILED: $1: «$2» is not in «$3»"
  failures=$((failures + 1))
}
run() { # a command; sets out and status
  out=$("$@" 2>&1 </dev/null)
  status=$?
}
finish() {
  ((failures == 0)) && echo "all as expected"
  exit $((failures > 0))
}
