#!/usr/bin/env bash
# scripts/install-deps: asks apt only for what is missing, and says what to do if it may not.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_fakes
make_tree
install=$tree/scripts/install-deps

calls() { cat "$state/calls"; }
absent() { printf '%s\n' "$@" >"$state/absent"; }
fresh() {
  rm -rf "$tree/build"
  mkdir "$tree/build"
  chmod 777 "$tree/build"
  : >"$state/calls"
  : >"$state/unlisted"
  : >"$state/unknown"
}

# Complete: dpkg is asked once and apt never; the second time the stamp is enough.
fresh
run "$install" build
expect_equal "complete" 0 "$status"
expect_equal "complete is quiet" "" "$out$err"
expect_equal "one question" "dpkg-query" "$(calls)"
run "$install" build
expect_equal "the stamp answers" "dpkg-query" "$(calls)"
run "$install" test
expect_equal "each group has its own stamp" $'dpkg-query\ndpkg-query' "$(calls)"
touch "$install"
run "$install" build
expect_equal "a changed list is asked again" 3 "$(calls | wc -l)"
touch -d 1990-01-01 "$install"
touch -d 1991-01-01 "$tree/build/.deps-build"
run "$install" build
expect_equal "a stamp older than dpkg's database does not count" 4 "$(calls | wc -l)"

# Groups.
fresh
absent libgtest-dev clang-tidy
run "$install" build
expect_equal "build needs no GoogleTest" 0 "$status"
expect_lacks "build needs no GoogleTest" "apt-get" "$(calls)"
run "$install" nonsense
expect_equal "unknown group" 2 "$status"

# The rest needs to be root or not to be root; make both where possible.
as_root=()
as_user=()
if ((EUID == 0)); then
  as_user=(setpriv --reuid=65534 --clear-groups)
else
  as_root=(unshare --map-root-user)
fi

if "${as_root[@]}" true 2>/dev/null; then
  fresh
  absent cmake libgtest-dev
  run "${as_root[@]}" "$install" build
  expect_equal "installs" 0 "$status"
  expect_contains "asks for what is missing" "install --no-install-recommends cmake" "$(calls)"
  expect_lacks "asks for nothing else" "ninja" "$(calls)"
  expect_lacks "no update without need" "update" "$(calls)"
  expect_equal "one line" "robur: installing cmake" "$err"

  fresh
  absent cmake ninja-build
  echo ninja-build >"$state/unlisted"
  run "${as_root[@]}" "$install" build
  expect_equal "updates when a package is not found" 0 "$status"
  expect_equal "updates once" 1 "$(calls | grep -c ' update')"

  fresh
  absent cmake spin
  echo spin >"$state/unknown"
  run "${as_root[@]}" "$install" test
  expect_equal "a package that does not exist" 1 "$status"
  expect_contains "apt's words are shown" "Unable to locate package spin" "$err"
  expect_contains "the command is shown" "apt-get install --no-install-recommends cmake spin" "$err"
  run "${as_root[@]}" "$install" test
  expect_equal "failure leaves no stamp" 1 "$status"

  fresh
  absent cmake
  run env ROBUR_NO_INSTALL=1 "${as_root[@]}" "$install" build
  expect_equal "told not to install" 1 "$status"
  expect_lacks "told not to install" "apt-get" "$(calls)"
  expect_contains "the command is shown" "apt-get install --no-install-recommends cmake" "$err"
fi

if "${as_user[@]}" true 2>/dev/null; then
  # A PATH without sudo, whatever this machine has.
  few=$work/few
  mkdir "$few"
  for tool in bash env mkdir touch tail grep cat; do ln -s "$(command -v "$tool")" "$few/"; done
  fresh
  absent cmake
  run "${as_user[@]}" env PATH="$tools:$few" bash "$install" build
  expect_equal "no sudo" 1 "$status"
  expect_contains "no sudo" "there is no sudo" "$err"
  expect_contains "the command is shown" "apt-get install --no-install-recommends cmake" "$err"
  expect_lacks "apt is not bothered" "apt-get" "$(calls)"

  cat >"$tools/sudo" <<'TEXT'
#!/bin/bash
echo "sudo $*" >>"$FAKE_STATE/calls"
[[ $1 != -n ]] || shift
[[ ! -e $FAKE_STATE/refuse ]] || exit 1
exec "$@"
TEXT
  chmod 755 "$tools/sudo"
  run "${as_user[@]}" "$install" build
  expect_equal "sudo" 0 "$status"
  expect_contains "sudo" "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get" "$(calls)"

  fresh
  absent cmake
  touch "$state/refuse"
  run "${as_user[@]}" "$install" build
  expect_equal "sudo refuses" 1 "$status"
  expect_contains "sudo refuses" "did not let this user become root" "$err"
fi
finish
