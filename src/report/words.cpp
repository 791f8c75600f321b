// Numbers, locations and events as text.
#include "report/words.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "program/pointer_values.h"
#include "program/print.h"

namespace robur {

namespace {

constexpr std::size_t kStatementColumns = 56;

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool exists(const Program& program, ThreadId thread, Pc pc) {
  return raw(thread) < program.threads.size() && pc < program.codeOf(thread).instrs.size();
}

}  // namespace

std::string countText(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string countText(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", countText(n), noun, n == 1 ? "" : "s");
}

std::string durationText(double seconds) {
  if (!(seconds > 0)) return "0 ms";
  if (seconds < 0.00995) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 99.995) return fmt::format("{:.2f} s", seconds);
  const double rounded = std::round(seconds);
  if (rounded < 180) return fmt::format("{:.0f} s", rounded);
  const double minutes = std::floor(rounded / 60);
  return fmt::format("{:.0f} min {:.0f} s", minutes, rounded - 60 * minutes);
}

std::string bytesText(std::uint64_t bytes) {
  if (bytes < 1024) return countText(bytes, "byte");
  static constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", amount, amount < 9.95 ? 1 : 0, kUnits[unit]);
}

const char* spelling(Verdict verdict) {
  switch (verdict) {
    case Verdict::Robust:
      return "robust";
    case Verdict::NotRobust:
      return "not-robust";
    case Verdict::Unknown:
      return "unknown";
  }
  return "unknown";
}

const char* spelling(Property property) {
  switch (property) {
    case Property::Robustness:
      return "robustness";
    case Property::Assertion:
      return "assertion";
    case Property::Race:
      return "race";
    case Property::Overflow:
      return "overflow";
    case Property::Bounds:
      return "bounds";
    case Property::DivisionByZero:
      return "division-by-zero";
    case Property::MixedAccess:
      return "mixed-access";
    case Property::Hang:
      return "hang";
    case Property::Outcome:
      return "outcome";
    case Property::Unsupported:
      return "unsupported";
  }
  return "?";
}

const char* spelling(CycleEdge::Kind kind) {
  switch (kind) {
    case CycleEdge::Kind::Po:
      return "po";
    case CycleEdge::Kind::Rf:
      return "rf";
    case CycleEdge::Kind::Mo:
      return "mo";
    case CycleEdge::Kind::Fr:
      return "fr";
  }
  return "?";
}

std::size_t columnsOf(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return !continuesCharacter(c); }));
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t width = columnsOf(text);
  if (width < columns) text.append(columns - width, ' ');
  return text;
}

std::string oneLine(std::string_view text, std::size_t columns) {
  assert(columns > 0);
  std::string out;
  std::vector<std::size_t> starts;  // where each character of `out` begins
  bool blank = false;
  for (const char c : text) {
    if (isBlank(c)) {
      blank = !out.empty();
      continue;
    }
    if (!continuesCharacter(c)) {
      if (blank) {
        starts.push_back(out.size());
        out += ' ';
      }
      starts.push_back(out.size());
      blank = false;
      if (starts.size() > columns) return out.substr(0, starts[columns - 1]) + "…";
    }
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t column, std::size_t columns) {
  std::string out;
  std::size_t at = column;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    if (at > column && at + 1 + columnsOf(word) > columns) {
      out += '\n';
      out.append(column, ' ');
      at = column;
    } else if (at > column) {
      out += ' ';
      ++at;
    }
    out += word;
    at += columnsOf(word);
  }
  return out;
}

std::string locationText(const Program& program, const Span& span) {
  const std::string path =
      span.file < program.sources.size() ? program.sources[span.file].path : "";
  if (!span.known()) return path;
  return fmt::format("{}:{}:{}", path, span.line, span.column);
}

std::string threadName(const Program& program, ThreadId thread) {
  if (raw(thread) >= program.threads.size()) return fmt::format("thread {}", raw(thread));
  return program[thread].name;
}

Span spanOf(const Program& program, ThreadId thread, Pc pc) {
  return exists(program, thread, pc) ? program.codeOf(thread).instrs[pc].span : Span{};
}

std::string sourceText(const Program& program, const Span& span) {
  if (!span.known() || span.file >= program.sources.size()) return {};
  const Source& source = program.sources[span.file];
  const std::string_view first = source.line(span.line);
  const std::size_t begin =
      std::min<std::size_t>(span.column > 0 ? span.column - 1 : 0, first.size());
  if (span.endLine <= span.line) {
    const std::size_t end =
        std::clamp<std::size_t>(span.endColumn > 0 ? span.endColumn - 1 : 0, begin, first.size());
    return oneLine(first.substr(begin, end - begin), kStatementColumns);
  }
  // The lines of a span are views into one text, so the span is one view as well.
  const std::string_view last = source.line(span.endLine);
  if (last.data() == nullptr) return oneLine(first.substr(begin), kStatementColumns);
  const std::size_t end =
      std::min<std::size_t>(span.endColumn > 0 ? span.endColumn - 1 : 0, last.size());
  const char* from = first.data() + begin;
  return oneLine({from, static_cast<std::size_t>(last.data() + end - from)}, kStatementColumns);
}

std::string statementText(const Program& program, ThreadId thread, Pc pc) {
  if (!exists(program, thread, pc)) return {};
  const Code& code = program.codeOf(thread);
  std::string text = sourceText(program, code.instrs[pc].span);
  if (text.empty()) text = oneLine(printInstr(program, code, code.instrs[pc]), kStatementColumns);
  return text;
}

bool isFence(const Event& event) {
  return event.kind == Event::Kind::Fence || event.scFence;
}

const char* accessName(const Event& event) {
  if (isFence(event)) return "fence";
  switch (event.kind) {
    case Event::Kind::Read:
      return "read";
    case Event::Kind::Write:
      return "write";
    case Event::Kind::Update:
      return "update";
    case Event::Kind::Fence:
      break;
  }
  return "fence";
}

std::string cellText(const Program& program, CellId cell) {
  return raw(cell) < program.cellCount() ? program.cellName(cell) : "fence";
}

std::string effectText(const Program& program, const Event& event) {
  if (isFence(event)) return {};
  const std::string cell = cellText(program, event.cell);
  const std::string read = valueText(program, event.cell, event.read);
  const std::string written = valueText(program, event.cell, event.written);
  switch (event.kind) {
    case Event::Kind::Read:
      return fmt::format("{} == {}", cell, read);
    case Event::Kind::Write:
      return fmt::format("{} = {}", cell, written);
    case Event::Kind::Update:
      return fmt::format("{}: {} -> {}", cell, read, written);
    case Event::Kind::Fence:
      break;
  }
  return {};
}

std::string eventText(const Program& program, const Event& event) {
  const char* order = spelling(event.scFence ? Order::Sc : event.order);
  if (isFence(event)) return fmt::format("F {}", order);
  const std::string cell = cellText(program, event.cell);
  const std::string read = valueText(program, event.cell, event.read);
  const std::string written = valueText(program, event.cell, event.written);
  if (event.init) return fmt::format("W {} {}", cell, written);
  switch (event.kind) {
    case Event::Kind::Read:
      return fmt::format("R {} {} {}", cell, read, order);
    case Event::Kind::Write:
      return fmt::format("W {} {} {}", cell, written, order);
    case Event::Kind::Update:
      return fmt::format("U {} {} -> {} {}", cell, read, written, order);
    case Event::Kind::Fence:
      break;
  }
  return {};
}

}  // namespace robur
