# shellcheck shell=sh
# Read by the launchers ./robur and ./robur-c++: builds a target if it is not built or older than the
# sources. If there is nothing to build, this costs one process (find).
#
#   ensure_built ROOT TARGET FILE [TARGET…]
#
# FILE is what the first target makes; the other targets are built with it. scripts/build leaves the
# stamp .built-TARGET. Of several processes at once one builds, and the others wait for it.

# Directories count too: they change when a file in them appears or is removed.
is_stale() { # ROOT TARGET FILE
  [ ! -e "$3" ] || [ ! -e "$1/build/release/.built-$2" ] ||
    [ -n "$(find "$1/src" "$1/CMakeLists.txt" "$1/CMakePresets.json" \
      -newer "$1/build/release/.built-$2" -print -quit)" ]
}

build_stale() { # ROOT TARGET FILE [TARGET…]
  is_stale "$1" "$2" "$3" || return 0
  "$1/scripts/install-deps" build </dev/null || return 1
  if [ -e "$3" ]; then
    echo "building $2 (its sources have changed)…" >&2
  else
    echo "building $2 (first use)…" >&2
  fi
  root=$1
  target=$2
  shift 3
  "$root/scripts/build" release "$target" "$@" </dev/null
}

ensure_built() {
  if is_stale "$1" "$2" "$3"; then
    mkdir -p "$1/build" || return 1
    (flock 9 && build_stale "$@" 9>&-) 9>"$1/build/.lock" || return 1
  fi
}
