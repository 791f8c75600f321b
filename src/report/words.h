// Phrases that all formats share: numbers for people, the source text of an instruction, the effect
// of an event on memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "result/check_result.h"

namespace robur {

std::string countText(std::uint64_t n);                         // "1,203,441"
std::string countText(std::uint64_t n, std::string_view noun);  // "1 state", "412 states"
std::string durationText(double seconds);                       // "0.4 ms", "0.01 s", "3 min 20 s"
std::string bytesText(std::uint64_t bytes);                     // "340 KiB", "1.2 GiB"

const char* spelling(Verdict verdict);       // "not-robust", as in JSON
const char* spelling(Property property);     // "race", as in JSON
const char* spelling(CycleEdge::Kind kind);  // "po", "rf", "mo", "fr"

// Terminal columns, counted as one per character, which is good enough for source code.
std::size_t columnsOf(std::string_view utf8);
std::string padded(std::string text, std::size_t columns);
// The text on one line, runs of blanks made one, control characters replaced, cut with an
// ellipsis if it is longer than `columns`.
std::string oneLine(std::string_view text, std::size_t columns);

// Broken at blanks into lines of at most `columns`; the first begins at `column`, the
// others are indented by it.
std::string wrapped(std::string_view text, std::size_t column, std::size_t columns);

std::string locationText(const Program& program, const Span& span);  // "path:line:column"
std::string threadName(const Program& program, ThreadId thread);

// The source location of the instruction; unknown if it has none.
Span spanOf(const Program& program, ThreadId thread, Pc pc);
// The source text of the instruction on one line; its .rob form if it has no source location.
std::string statementText(const Program& program, ThreadId thread, Pc pc);
// The source text under a span, on one line; empty for an unknown span.
std::string sourceText(const Program& program, const Span& span);

// Fences are events of their own or updates of a reserved cell, depending on the model. Reports do
// not distinguish the two.
bool isFence(const Event& event);
// "read", "write", "update" or "fence"
const char* accessName(const Event& event);
// The name of a cell, "fence" for the reserved one.
std::string cellText(const Program& program, CellId cell);

// "x == 0" for a read, "x = 1" for a write, "x: 0 -> 1" for an update, "" for a fence.
std::string effectText(const Program& program, const Event& event);
// "W x 1 rel", the usual notation for events.
std::string eventText(const Program& program, const Event& event);

}  // namespace robur
