#!/usr/bin/env bash
# ./robur: builds if it must, is quiet and quick otherwise, and passes everything on.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_fakes
make_tree

# The first run builds, and says so in one line that is not on stdout.
run "$tree/robur"
expect_equal "first run" 0 "$status"
expect_equal "first run, stdout" "first version" "$out"
expect_contains "first run, stderr" "building robur (first use)" "$err"
expect_equal "first run, stderr is one line" 1 "$(wc -l <"$work/err")"

# A companion is built when it is first used, and from then on together with robur.
companion=$tree/build/release/robur-llvm
[[ -L $companion ]] || fail "the companion is built before it is used"
run "$companion" one
expect_equal "companion, first use" "companion <one>" "$out"
expect_equal "companion, stderr" "building robur-llvm (first use)…" "$err"
[[ -f $companion && ! -L $companion ]] || fail "the companion is not in its place"
run "$companion" two
expect_equal "companion, second use" "companion <two>" "$out$err"
sed -i 's/companion </new companion </' "$tree/src/companion.cpp"
run "$tree/robur"
run "$companion" three
expect_equal "companion, rebuilt with robur" "new companion <three>" "$out$err"

# Afterwards it is quiet, passes arguments and exit code on, and does not ask dpkg.
: >"$state/calls"
run "$tree/robur" "two words" '*'
expect_equal "exit code" 2 "$status"
expect_equal "arguments" "first version <two words> <*>" "$out"
expect_equal "quiet" "" "$err"
expect_equal "no questions to dpkg" "" "$(<"$state/calls")"

# From elsewhere: relative paths are the caller's; a symbolic link, PATH and sh all work.
mkdir "$work/else where" "$work/bin"
touch "$work/else where/file"
ln -s "$tree/robur" "$work/bin/robur"
ln -s robur "$work/bin/link-to-link"
for call in "../tree/robur" "$tree/robur" "../bin/robur" "$work/bin/link-to-link"; do
  run env -C "$work/else where" "$call" file
  expect_equal "$call" "first version <file> (file found)" "$out"
done
run env -C "$work/else where" PATH="$work/bin:$PATH" robur file
expect_equal "through PATH" "first version <file> (file found)" "$out"
run env -C "$tree" sh robur
expect_equal "sh robur" "first version" "$out"

# A changed source is built; a broken one is shown, and the old binary is not used.
sed -i 's/first version/second version/' "$tree/src/main.cpp"
run "$tree/robur"
expect_equal "changed source" "second version" "$out"
expect_contains "changed source" "building robur (its sources have changed)" "$err"
echo 'int broken = "text";' >>"$tree/src/main.cpp"
run "$tree/robur"
expect_equal "broken source" 70 "$status"
expect_equal "broken source, stdout" "" "$out"
expect_contains "broken source" "main.cpp:10:14: error: invalid conversion" "$err"
run "$tree/robur"
expect_equal "still broken" 70 "$status"
sed -i '$d' "$tree/src/main.cpp"
run "$tree/robur"
expect_equal "corrected source" "second version" "$out"

# A file that has gone is noticed as well, and one touched without need is not built twice.
touch "$tree/src/unused.h"
run "$tree/robur"
run "$tree/robur"
expect_equal "nothing to build is remembered" "" "$err"
rm "$tree/src/unused.h"
run "$tree/robur"
expect_contains "a file has gone" "sources have changed" "$err"

# A missing package is no verdict.
absent_before=$(<"$state/absent")
echo cmake >"$state/absent"
touch "$tree/src/main.cpp"
rm -f "$tree"/build/.deps-*
run env ROBUR_NO_INSTALL=1 "$tree/robur"
expect_equal "missing package" 70 "$status"
expect_contains "missing package" "missing Debian packages: cmake" "$err"
echo "$absent_before" >"$state/absent"

# A tree that has moved, with everything built in it.
mv "$tree" "$work/moved"
touch "$work/moved/src/main.cpp"
run "$work/moved/robur"
expect_equal "moved" "second version" "$out"
mv "$work/moved" "$tree"

# Several at once on a fresh tree: one builds, all answer.
rm -rf "$tree/build"
for i in 1 2 3; do
  "$tree/robur" "$i" >"$work/out$i" 2>"$work/err$i" &
done
wait
for i in 1 2 3; do expect_equal "at once" "second version <$i>" "$(<"$work/out$i")"; done
expect_equal "one of them builds" 1 "$(cat "$work"/err[123] | grep -c building)"

# A terminal shows ninja's progress; stdout is still the tool's alone.
rm -rf "$tree/build"
script -qec "'$tree/robur' >'$work/out'" /dev/null >"$work/terminal"
expect_equal "terminal, stdout" "second version" "$(<"$work/out")"
expect_contains "terminal, progress" "[1/2, " "$(<"$work/terminal")"

# An interrupted build is continued by the next one.
rm -rf "$tree/build"
# shellcheck disable=SC2016
sed -i 's/^project.*/&\nadd_custom_target(slow COMMAND test -e $ENV{FAKE_STATE}\/fast || sleep 30)/' "$tree/CMakeLists.txt"
echo 'add_dependencies(robur slow)' >>"$tree/CMakeLists.txt"
env --default-signal=INT setsid "$tree/robur" >/dev/null 2>&1 &
launcher=$!
for _ in {1..300}; do
  if pgrep -s "$launcher" -x sleep >/dev/null; then break; fi
  sleep 0.1
done
pgrep -s "$launcher" -x sleep >/dev/null || fail "the slow build was not seen"
kill -INT -- "-$launcher"
wait "$launcher"
expect_equal "interrupted" 130 "$?"
touch "$state/fast"
run "$tree/robur"
expect_equal "after an interrupted build" "second version" "$out"

# What the launcher costs: the best of many runs, with and without it.
best() {
  local least=1000000000 before after
  for _ in {1..100}; do
    before=${EPOCHREALTIME/./}
    "$@" >/dev/null
    after=${EPOCHREALTIME/./}
    if ((after - before < least)); then least=$((after - before)); fi
  done
  echo "$least"
}
with=$(best "$tree/robur")
without=$(best "$tree/build/release/robur")
echo "launcher: $with µs, binary alone: $without µs"
((with - without < 20000)) || fail "the launcher adds $((with - without)) µs"
finish
