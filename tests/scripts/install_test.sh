#!/usr/bin/env bash
# What `cmake --install` and `cpack -G DEB` make of a build, used as a user would: from a place that the
# build does not know, without the source tree.
#
#   install_test.sh BUILD-DIRECTORY
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
build=$(realpath "$1")
project=$source_dir/tests/scripts/install

# As few variables as a login shell has.
clean() { env -i PATH=/usr/bin:/bin HOME="$work" TMPDIR="$work" "$@"; }

run cmake --install "$build" --prefix "$work/first"
expect_equal "cmake --install" 0 "$status"
mv "$work/first" "$work/moved"
installed=$work/moved
robur=$installed/bin/robur
cp "$project"/*.c "$project"/*.cpp "$source_dir/examples/dekker.rob" "$work"
cd "$work" || exit 1

run clean "$robur" --version
expect_contains "version" "robur $(sed -n 's/^project(robur VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt") (" "$out"
run clean "$robur" check -q dekker.rob
expect_equal "check, .rob" 1 "$status"
expect_contains "check, .rob" "NOT ROBUST" "$out"
run clean "$robur" check -q stack.cpp --any push,pop
expect_equal "check, C++" 0 "$status"
expect_contains "check, C++" "robust against RC11 for any number of client" "$out"
run clean "$robur" prove dekker.rob
expect_contains "prove" "dekker.rob" "$out$err"
expect_lacks "prove" "internal" "$out$err"
run clean "$installed/bin/robur-c++" -g app.cpp -o app
expect_equal "robur-c++" 0 "$status"
run clean ./app
expect_contains "sanitizer" "data race" "$err"
run clean "$robur" run -q -n 2 -- ./app
expect_equal "run" 1 "$status"
run clean "$installed/bin/robur-cc" --robur-compiler=gcc --version
expect_contains "robur-cc" "gcc" "$out"

# A copy of the program alone says what it misses.
cp -L "$robur" "$work/alone"
run clean "$work/alone" check lock.c
expect_equal "copied binary" 2 "$status"
expect_contains "copied binary" "there is no $work/robur-llvm" "$err"
run clean "$work/alone" prove dekker.rob
expect_equal "copied binary, prove" 2 "$status"
expect_contains "copied binary, prove" "there is no $work/robur-prove" "$err"

# Manual pages: one for each command, and nothing in them that troff does not know.
for command in $(clean "$robur" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\) .*/\1/p'); do
  [[ -s $installed/share/man/man1/robur-$command.1 ]] || fail "no manual page for robur $command"
done
for page in "$installed"/share/man/man1/*.1; do
  run env LC_ALL=C.UTF-8 groff -k -man -Tutf8 -ww -z "$page"
  expect_equal "${page##*/}" "" "$out$err"
done

# Completion, in each shell.
in_bash() {
  # shellcheck disable=SC2016
  bash --norc -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _robur; echo "${COMPREPLY[*]}"' \
    bash "$installed/share/bash-completion/completions/robur" "$@"
}
expect_equal "bash, command" "check" "$(in_bash robur che)"
expect_equal "bash, option" "--exact-loops" "$(in_bash robur check --exa)"
expect_equal "bash, list" "ra,tso" "$(in_bash robur check --model = ra,t)"
expect_equal "bash, value" "buffers" "$(in_bash robur verify --engine b)"
expect_equal "bash, number" "" "$(in_bash robur check --timeout '')"
expect_equal "bash, file" "dekker.rob" "$(in_bash robur check dek)"

in_fish() {
  fish --no-config -c "source $installed/share/fish/vendor_completions.d/robur.fish; complete -C '$1'" | cut -f 1
}
expect_equal "fish, command" "check" "$(in_fish 'robur che')"
expect_equal "fish, option" "--exact-loops" "$(in_fish 'robur check --exa')"
expect_equal "fish, list" "ra,tso" "$(in_fish 'robur check --model ra,t')"
expect_equal "fish, value" "buffers" "$(in_fish 'robur verify --engine b')"

in_zsh() { clean zsh -f "$project/completions.zsh" "$installed/share/zsh/site-functions" "$1"; }
expect_contains "zsh, command" "robur check " "$(in_zsh 'robur che')"
expect_contains "zsh, option" "robur check --exact-loops " "$(in_zsh 'robur check --exa')"
expect_contains "zsh, list" "robur check --model ra,tso" "$(in_zsh 'robur check --model ra,t')"
expect_contains "zsh, value" "robur verify --engine buffers " "$(in_zsh 'robur verify --engine b')"

# The CMake package.
run cmake -S "$project" -B "$work/user" -G Ninja -DCMAKE_PREFIX_PATH="$installed" \
  -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19
expect_equal "find_package: $err" 0 "$status"
run cmake --build "$work/user"
expect_equal "build: $out" 0 "$status"
run ctest --test-dir "$work/user" --output-on-failure
expect_contains "robust" "1/3 Test #1: stack ............................   Passed" "$out"
expect_contains "not robust" "2/3 Test #2: lock .............................***Failed" "$out"
expect_contains "not robust, place" "lock.c:14:" "$out"
expect_contains "sanitized" "data race: nothing orders this plain read" "$out"

# The package, unpacked into an empty root.
run cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/deb"
expect_equal "cpack: $out$err" 0 "$status"
package=("$work"/deb/robur_*.deb)
run dpkg-deb --field "${package[0]}" Depends
for needed in clang-19 libllvm19 libz3-4 libc6; do expect_contains "Depends" "$needed" "$out"; done
run dpkg-deb -x "${package[0]}" "$work/root"
expect_equal "unpack" 0 "$status"
run clean "$work/root/usr/bin/robur" check -q lock.c --entry left,right
expect_equal "from the package" 1 "$status"
run clean "$work/root/usr/bin/robur-c++" -g app.cpp -o app
expect_equal "robur-c++ from the package" 0 "$status"
[[ -s $work/root/usr/share/zsh/vendor-completions/_robur ]] || fail "no completion for zsh in the package"

exit $((failures > 0))
