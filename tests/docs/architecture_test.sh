#!/usr/bin/env bash
# docs/architecture.md and docs/glossary.md against the tree: every path they name exists, every module
# is in the table and in the picture, and the path of a check names fewer than 60 files.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

for page in docs/architecture.md docs/glossary.md; do
  while read -r path; do
    [[ -n $(compgen -G "${path%/}") ]] || fail "$page names $path, which does not exist"
  done < <(grep -oE '`(src|tests|docs|bench|scripts|examples)/[^` ]*`' "$page" | tr -d '\`' | sed -E 's/<[^>]*>/*/g' | sort -u)
done

for folder in src/*/; do
  grep -q "^| \`$folder\`" docs/architecture.md || fail "docs/architecture.md: $folder is not in the table of modules"
  grep -q "^| \`$folder\`" README.md || fail "README.md: $folder is not in the table of modules"
done

diff docs/pictures/modules.dot <(scripts/check-modules --dot) ||
  fail "docs/pictures/modules.dot is old: run scripts/check-modules --dot >docs/pictures/modules.dot, and dot -Tsvg"

files=$(awk '/^## The path of a check/ { inside = 1; next } /^## / { inside = 0 } inside' docs/architecture.md |
  grep -oE '`src/[^`]*\.(h|cpp)`' | sort -u | wc -l)
((files > 20 && files < 60)) || fail "the path of a check names $files files"
exit $((failures > 0))
