#!/usr/bin/env bash
# scripts/check-prose: reports every way to compare with a sentence, and nothing that is not one.
# shellcheck source=tests/scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
check=("$source_dir/scripts/check-prose" "$work/file.cpp")

while IFS= read -r line; do
  echo "$line" >"$work/file.cpp"
  run "${check[@]}"
  expect_equal "$line" 1 "$status"
  expect_contains "$line" "file.cpp:1: a decision compares text with the sentence" "$out"
done <<'TEXT'
if (claim == "the invariant") return;
if ("the invariant"sv != claim.what) return;
if (claim == std::string_view("the invariant")) return;
if (message.find("cannot be accessed plainly") != npos) help();
if (claims[i]->what.starts_with("the range of")) return;
if (std::strcmp(kind, "data race") == 0) return;
if (strncmp(text(of(kind)), "data race", 9) == 0) return;
if (text.contains("data " "race")) return;
static const std::regex line("in thread (.*)");
TEXT

while IFS= read -r line; do
  echo "$line" >"$work/file.cpp"
  run "${check[@]}"
  expect_equal "$line" 0 "$status"
done <<'TEXT'
if (option == "--no-columns") return;
if (text == "rep; nop") return;
if (text.find(' ') != npos) return;
print("the invariant"); if (kind == Kind::Invariant) return;
// if (claim == "the invariant") return;
if (name == "bool") error("a bool has no range");
find(e.name, "declare it first");
TEXT
finish
