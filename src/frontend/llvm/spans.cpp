// Debug locations are points. A report underlines the expression around the point, which is found
// by brackets and names; this affects the presentation only.
#include "frontend/llvm/spans.h"

#include <cctype>
#include <fstream>
#include <iterator>

#include "frontend/llvm/names.h"

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
    bool name = false;  // has begun: a bracket before it is a cast
    while (before > 0) {
      const char c = line[before - 1];
      if (name && (c == ']' || c == ')')) break;
      name = depth == 0 && wordy(c);
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

std::uint32_t Spans::fileOf(const llvm::DIFile* file) {
  std::string path = Files::pathOf(file);
  const auto [it, fresh] = files_.try_emplace(path, static_cast<std::uint32_t>(sources_.size()));
  if (fresh) {
    std::ifstream in(replaced_.fileFor(path), std::ios::binary);
    sources_.push_back(
        {path, std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()),
         owners_.ownerOf(file).value_or(Source::Owner::Library)});
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

// The inlined calls of a location, from the outermost. The function of a thread is no wrapper:
// there is no other line to show.
FrameId Spans::called(FrameId caller, const llvm::Function* function,
                      const llvm::DILocation* location) {
  if (location == nullptr) return caller;
  const auto known = known_.find({caller, location});
  if (known != known_.end()) return known->second;
  const FrameId outer = called(caller, function, location->getInlinedAt());
  FrameId& frame = known_[{caller, location}];
  frame = outer;
  if (location->getLine() == 0 || !ours(location->getFile())) return frame;
  const llvm::DISubprogram* scope = location->getScope()->getSubprogram();
  Frame own;
  own.function = scope != nullptr ? functionName(scope) : function->getName().str();
  own.span = at(location->getFile(), location->getLine(), location->getColumn());
  own.caller = outer;
  own.wrapper = wrappers_.contains(function, location->getInlinedAt());
  frame = FrameId{static_cast<std::uint32_t>(frames_.size())};
  frames_.push_back(std::move(own));
  return frame;
}

FrameId Spans::frameOf(const State& state) {
  FrameId frame = kNoFrame;
  for (const CallFrame& each : state.frames) {
    if (each.at == each.block->end()) continue;
    frame = called(frame, each.function, each.at->getDebugLoc().get());
  }
  return frame;
}

Span Spans::of(FrameId frame) const {
  return frame == kNoFrame ? Span{} : frames_[raw(userFrame(frames_, sources_, frame))].span;
}

Span Spans::innermost(const State& state) {
  const FrameId frame = frameOf(state);
  return frame == kNoFrame ? Span{} : frames_[raw(frame)].span;
}

Span Spans::ofLine(const llvm::DIFile* file, unsigned line) {
  return ours(file) && line != 0 ? at(file, line, 0) : Span{};
}

}  // namespace robur::frontend_llvm
