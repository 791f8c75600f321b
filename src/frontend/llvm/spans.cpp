// Debug locations are points. A report underlines the expression around the point, which is found
// by brackets and names; this affects the presentation only.
#include "frontend/llvm/spans.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace robur::frontend_llvm {

namespace {

bool wordy(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;  // names may be in UTF-8
}

// A member name is preceded by its object and a dot or arrow: `q.head` in `q.head.load`.
std::size_t startOfChain(std::string_view line, std::size_t at) {
  while (at > 0) {
    std::size_t before = at;
    if (before >= 1 && line[before - 1] == '.') {
      before -= 1;
    } else if (before >= 2 && line.substr(before - 2, 2) == "->") {
      before -= 2;
    } else if (before >= 2 && line.substr(before - 2, 2) == "::") {
      before -= 2;
    } else {
      break;
    }
    int depth = 0;
    while (before > 0) {
      const char c = line[before - 1];
      if (c == ']' || c == ')') ++depth;
      if (c == '[' || c == '(') --depth;
      if (depth < 0 || (depth == 0 && !wordy(c) && c != '[' && c != '(')) break;
      --before;
    }
    if (before == at || depth > 0) break;
    at = before;
  }
  return at;
}

std::size_t closing(std::string_view line, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < line.size(); ++i) {
    if (line[i] == '(' || line[i] == '[') ++depth;
    if (line[i] == ')' || line[i] == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return line.size();
}

std::size_t endOfExpression(std::string_view line, std::size_t at) {
  std::size_t i = at;
  while (i < line.size()) {
    if (wordy(line[i])) {
      ++i;
    } else if (line[i] == '(' || line[i] == '[') {
      i = closing(line, i);
    } else if (line[i] == '.' || line.substr(i, 2) == "->" || line.substr(i, 2) == "::") {
      i += line[i] == '.' ? 1 : 2;
    } else {
      break;
    }
  }
  return i > at ? i : at + 1;
}

// The operands of an operator, delimited by brackets, commas and semicolons.
std::size_t startOfOperand(std::string_view line, std::size_t at) {
  int depth = 0;
  while (at > 0) {
    const char c = line[at - 1];
    if (c == ')' || c == ']') ++depth;
    if (c == '(' || c == '[') --depth;
    if (depth < 0 || (depth == 0 && (c == ';' || c == '{' || c == '}' || c == ','))) break;
    --at;
  }
  while (at < line.size() && line[at] == ' ') ++at;
  return at;
}
std::size_t endOfOperand(std::string_view line, std::size_t at) {
  int depth = 0;
  while (at < line.size()) {
    const char c = line[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth < 0 || (depth == 0 && (c == ';' || c == '{' || c == '}' || c == ','))) break;
    ++at;
  }
  return at;
}

}  // namespace

bool Spans::ours(const llvm::DIFile* file) {
  if (file == nullptr) return false;
  const llvm::StringRef name = file->getFilename();
  return !name.starts_with("/usr/") && !name.starts_with("/lib/") && !name.empty();
}

namespace {

// Clang splits a path where it leaves the current directory. A path relative to that directory
// stays relative, any other becomes absolute.
std::string pathOf(const llvm::DIFile* file) {
  namespace fs = std::filesystem;
  const std::string name = file->getFilename().str();
  const fs::path directory = file->getDirectory().str();
  std::error_code ignored;
  if (name.starts_with("/") || fs::equivalent(directory, ".", ignored)) return name;
  const fs::path whole = (directory / name).lexically_normal();
  return fs::exists(whole, ignored) ? whole.string() : name;
}

}  // namespace

std::uint32_t Spans::fileOf(const llvm::DIFile* file) {
  std::string path = pathOf(file);
  const auto [it, fresh] = files_.try_emplace(path, static_cast<std::uint32_t>(sources_.size()));
  if (fresh) {
    std::ifstream in(replaced_.fileFor(path), std::ios::binary);
    sources_.push_back(
        {path, std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>())});
  }
  return it->second;
}

Span Spans::at(const llvm::DIFile* file, unsigned line, unsigned column) {
  Span span;
  span.file = fileOf(file);
  span.line = span.endLine = line;
  const std::string_view text = sources_[span.file].line(line);
  if (column == 0) {
    const std::size_t first = text.find_first_not_of(" \t");
    column = static_cast<unsigned>(first == std::string_view::npos ? 0 : first) + 1;
    span.column = column;
    span.endColumn = static_cast<std::uint32_t>(std::max<std::size_t>(text.size() + 1, column + 1));
    return span;
  }
  if (column > text.size()) {
    span.column = column;
    span.endColumn = column + 1;
    return span;
  }
  if (!wordy(text[column - 1]) && text[column - 1] != '(' && text[column - 1] != '*') {
    span.column = static_cast<std::uint32_t>(startOfOperand(text, column - 1) + 1);
    span.endColumn = static_cast<std::uint32_t>(endOfOperand(text, column - 1) + 1);
    return span;
  }
  const std::size_t start = startOfChain(text, column - 1);
  span.column = static_cast<std::uint32_t>(start + 1);
  span.endColumn = static_cast<std::uint32_t>(endOfExpression(text, column - 1) + 1);
  return span;
}

Span Spans::of(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (location->getLine() != 0 && ours(location->getFile())) {
      return at(location->getFile(), location->getLine(), location->getColumn());
    }
  }
  return {};
}

Span Spans::of(const State& state) {
  for (std::size_t i = state.frames.size(); i-- > 0;) {
    const CallFrame& frame = state.frames[i];
    if (frame.at == frame.block->end()) continue;
    if (const Span span = of(frame.at->getDebugLoc().get()); span.known()) return span;
  }
  return {};
}

Span Spans::ofLine(const llvm::DIFile* file, unsigned line) {
  return ours(file) && line != 0 ? at(file, line, 0) : Span{};
}

}  // namespace robur::frontend_llvm
