#!/usr/bin/env bash
# ./test and .ci/run: every kind of failure must be seen in the last line and in the exit code.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_fakes
make_tree

# Stand-ins for tests and fuzz targets: the name of a file in $state decides how they end.
cat >"$tree/tests/CMakeLists.txt" <<'TEXT'
add_test(NAME good COMMAND true)
add_test(NAME fickle COMMAND test ! -e $ENV{FAKE_STATE}/fickle-fails)
add_test(NAME shy COMMAND sh -c "test ! -e $ENV{FAKE_STATE}/shy-skips || echo skipping")
set_tests_properties(shy PROPERTIES SKIP_REGULAR_EXPRESSION skipping)
foreach(name fuzz_rob fuzz_tpl fuzz_trencher)
  add_executable(${name} EXCLUDE_FROM_ALL fuzz.cpp)
endforeach()
TEXT
mkdir -p "$tree"/tests/fuzz/seeds/{rob,tpl,trencher}
cat >"$tree/tests/fuzz.cpp" <<'TEXT'
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
int main(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) std::fprintf(stderr, "argument %s\n", argv[i]);
  const std::string state = std::getenv("FAKE_STATE");
  if (std::string(argv[0]).ends_with("tpl") && std::ifstream(state + "/fuzz-fails")) return 77;
  std::fprintf(stderr, "Done 200 runs in 1 second(s)\n");
}
TEXT
sed -i 's/^add_executable(robur/set(CMAKE_CXX_STANDARD 20)\n&/' "$tree/CMakeLists.txt"

last() { tail -n 1 <<<"$out"; }

run bash "$tree/.ci/run"
expect_equal "all is well" 0 "$status"
expect_equal "tests, fuzz targets and clang are counted" "7 passed, 0 failed" "$(last)"
expect_contains "the fuzz run is told" "fuzz_tpl: 200 runs in 1 second(s), no failure" "$out"
arguments=$(<"$tree/build/fuzz/fuzz_tpl.log")
expect_contains "the fuzz run has a fixed seed" "argument -seed=1" "$arguments"
expect_contains "the fuzz run starts from the seeds" "argument tests/fuzz/seeds/tpl" "$arguments"
expect_contains "clang checks every file" "check-clang: 2 files, 0 with errors" "$out"
run "$tree/robur"
expect_equal "./test has built what ./robur runs" "first version" "$out"
expect_equal "./test has built what ./robur runs" "" "$err"

touch "$state/fickle-fails"
run "$tree/test" --quick
expect_equal "a failing test" 1 "$status"
expect_equal "a failing test" "2 passed, 1 failed" "$(last)"
run "$tree/test" --quick --filter 'good|shy'
expect_equal "a filter" "2 passed, 0 failed" "$(last)"
expect_equal "a filter" 0 "$status"
rm "$state/fickle-fails"

touch "$state/shy-skips"
run "$tree/test" --quick
expect_equal "a skipped test" 1 "$status"
expect_equal "a skipped test" "2 passed, 1 failed" "$(last)"
rm "$state/shy-skips"

touch "$state/fuzz-fails"
run "$tree/test"
expect_equal "a failing fuzz target" 1 "$status"
expect_equal "a failing fuzz target" "5 passed, 1 failed" "$(last)"
run "$tree/test" --filter fuzz_rob
expect_equal "a filter for one fuzz target" "1 passed, 0 failed" "$(last)"
rm "$state/fuzz-fails"

echo 'struct Base { virtual ~Base(); }; int size(Base* b) { return !b == 0; }' >>"$tree/src/companion.cpp"
run "$tree/test" --quick --clang
expect_equal "a warning of clang" "3 passed, 1 failed" "$(last)"
sed -i '$d' "$tree/src/companion.cpp"

# A warning: ./robur builds all the same; ./test fails until it is gone, also if nothing is compiled.
echo '#warning planted' >>"$tree/src/main.cpp"
run "$tree/robur"
expect_equal "a warning, ./robur" "0 first version" "$status $out"
for attempt in first second; do
  run "$tree/test" --quick
  expect_equal "a warning, the $attempt time" "1 0 passed, 1 failed" "$status $(last)"
  expect_contains "a warning, the $attempt time" "#warning planted" "$err"
done
sed -i '$d' "$tree/src/main.cpp"
run "$tree/test" --quick
expect_equal "the warning is gone" "3 passed, 0 failed" "$(last)"
echo '#warning planted' >"$tree/src/extra.cpp"
echo 'add_library(extra src/extra.cpp)' >>"$tree/CMakeLists.txt"
run "$tree/test" --quick
expect_equal "a warning in another file" "0 passed, 1 failed" "$(last)"
sed -i '$d' "$tree/CMakeLists.txt"
run "$tree/test" --quick
expect_equal "the file that warned is gone" "3 passed, 0 failed" "$(last)"

# ./test uses the objects of ./robur.
rm -r "$tree/build/release"
run "$tree/robur"
touch "$work/between"
run "$tree/test" --quick
expect_equal "compiled by ./robur and again by ./test" "" \
  "$(find "$tree/build/release/CMakeFiles/robur.dir" -name '*.o' -newer "$work/between")"
expect_contains "not compiled by ./robur" robur-llvm \
  "$(find "$tree/build/release/CMakeFiles" -name '*.o' -newer "$work/between")"

# A changed preset is configured again, with the tests.
sed -i.full 's/"CMAKE_BUILD_TYPE": "Release"/"CMAKE_BUILD_TYPE": "MinSizeRel"/' "$tree/CMakePresets.json"
run "$tree/robur"
cache=$(<"$tree/build/release/CMakeCache.txt")
expect_contains "a changed preset" "CMAKE_BUILD_TYPE:STRING=MinSizeRel" "$cache"
expect_contains "a changed preset" "ROBUR_TESTS:BOOL=ON" "$cache"
mv "$tree/CMakePresets.json.full" "$tree/CMakePresets.json"

run "$tree/test" --filter matches-nothing
expect_equal "no test at all" 1 "$status"
expect_equal "no test at all" "0 passed, 1 failed" "$(last)"

run "$tree/test" --quick --sanitize
expect_equal "the sanitizer build" "3 passed, 0 failed" "$(last)"
[[ -x $tree/build/sanitize/robur ]] || fail "the sanitizer build is not in its own place"

sed -i.full '/add_test\|set_tests/d' "$tree/tests/CMakeLists.txt"
run "$tree/test"
expect_equal "a suite without tests" 1 "$status"
expect_equal "a suite without tests" "3 passed, 1 failed" "$(last)"
mv "$tree/tests/CMakeLists.txt.full" "$tree/tests/CMakeLists.txt"

run "$tree/test" --nonsense
expect_equal "bad usage" 2 "$status"

echo 'int broken = "text";' >>"$tree/src/main.cpp"
run "$tree/test"
expect_equal "a broken build" 1 "$status"
expect_equal "a broken build" "0 passed, 1 failed" "$(last)"
expect_contains "a broken build" "invalid conversion" "$err"

echo spin >"$state/absent"
rm -f "$tree"/build/.deps-*
run env ROBUR_NO_INSTALL=1 "$tree/test"
expect_equal "a missing package" 1 "$status"
expect_equal "a missing package" "0 passed, 1 failed" "$(last)"
expect_contains "a missing package" "missing Debian packages: spin" "$err"
finish
