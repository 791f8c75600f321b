# Shared by the tests of the scripts. They work on a copy of the scripts around a program of a few
# lines, so that building takes a second. Fakes of dpkg-query, apt-get and sudo come first in PATH, so
# that nothing is installed and the tests do not depend on the machine.
# shellcheck shell=bash
set -uo pipefail
unset ROBUR_NO_INSTALL # the tests set it where they need it

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
tree=$work/tree
tools=$work/tools
state=$work/state # what the fakes answer, and the calls they got
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
expect_equal() { [[ $2 == "$3" ]] || fail "$1: expected «$2», got «$3»"; }
expect_contains() { [[ $3 == *"$2"* ]] || fail "$1: «$2» is not in «$3»"; }
expect_lacks() { [[ $3 != *"$2"* ]] || fail "$1: «$2» is in «$3»"; }

# Runs a command; leaves its exit code, stdout and stderr in $status, $out and $err.
# shellcheck disable=SC2034
run() {
  "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  out=$(<"$work/out")
  err=$(<"$work/err")
}

make_fakes() {
  mkdir -p "$tools" "$state"
  chmod 777 "$state"
  : >"$state/calls"
  : >"$state/absent"     # packages that are not installed
  : >"$state/unlisted"   # packages that apt-get finds only after apt-get update
  : >"$state/unknown"    # packages that apt-get never finds
  chmod 666 "$state"/*
  cat >"$tools/dpkg-query" <<'TEXT'
#!/bin/bash
echo "dpkg-query" >>"$FAKE_STATE/calls"
for package in "${@:3}"; do
  if ! grep -qxF -- "$package" "$FAKE_STATE/absent"; then echo "$package installed"; fi
done
TEXT
  cat >"$tools/apt-get" <<'TEXT'
#!/bin/bash
echo "apt-get $*" >>"$FAKE_STATE/calls"
verb=
packages=()
while (($# > 0)); do
  case $1 in
    -o) shift ;;
    -*) ;;
    *) if [[ -z $verb ]]; then verb=$1; else packages+=("$1"); fi ;;
  esac
  shift
done
if [[ $verb == update ]]; then
  : >"$FAKE_STATE/unlisted"
  exit 0
fi
for package in "${packages[@]}"; do
  if grep -qxF -- "$package" "$FAKE_STATE/unlisted" "$FAKE_STATE/unknown"; then
    echo "E: Unable to locate package $package"
    exit 100
  fi
done
left=$(grep -vxF -f <(printf '%s\n' "${packages[@]}") "$FAKE_STATE/absent")
echo "$left" >"$FAKE_STATE/absent"
TEXT
  chmod 755 "$tools"/*
  export FAKE_STATE=$state PATH=$tools:$PATH
}

make_tree() {
  rm -rf "$tree"
  mkdir -p "$tree/src" "$tree/tests" "$tree/scripts" "$tree/.ci"
  cp "$source_dir/robur" "$source_dir/test" "$source_dir/CMakePresets.json" "$tree/"
  cp "$source_dir"/scripts/{install-deps,build,build-companion,compile,check-clang,ensure-built.sh} "$tree/scripts/"
  cp "$source_dir/.ci/run" "$tree/.ci/"
  cat >"$tree/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(substitute LANGUAGES CXX)
option(ROBUR_TESTS "" ON)
add_executable(robur src/main.cpp)
add_executable(robur-llvm src/companion.cpp)
add_custom_target(robur_runtime ALL COMMAND touch libtsan.a)
if(NOT EXISTS ${CMAKE_BINARY_DIR}/robur-llvm)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/scripts/build-companion ${CMAKE_BINARY_DIR}/robur-llvm SYMBOLIC)
endif()
if(ROBUR_TESTS)
  enable_testing()
  add_subdirectory(tests)
endif()
TEXT
  cat >"$tree/src/main.cpp" <<'TEXT'
#include <cstdio>
#include <fstream>
int main(int argc, char** argv) {
  std::printf("first version");
  for (int i = 1; i < argc; ++i) std::printf(" <%s>", argv[i]);
  if (argc > 1 && std::ifstream(argv[1])) std::printf(" (file found)");
  std::printf("\n");
  return argc - 1;
}
TEXT
  cat >"$tree/src/companion.cpp" <<'TEXT'
#include <cstdio>
int main(int argc, char** argv) { std::printf("companion <%s>\n", argv[argc - 1]); }
TEXT
  : >"$tree/tests/CMakeLists.txt"
}

finish() {
  ((failures == 0)) && echo "all as expected"
  exit $((failures > 0))
}
