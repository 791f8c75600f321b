#include "runtime/report/builder.h"

#include <cstring>
#include <initializer_list>

#include "runtime/report/locals.h"
#include "runtime/report/symbolize.h"

namespace robur::runtime {

namespace {

bool startsWith(Line line, const char* start) {
  const std::size_t length = std::strlen(start);
  return line.size >= length && std::strncmp(line.text, start, length) == 0;
}

// Functions of the standard library lie between the access and the program's line that caused it.
bool isLibrary(Line function, Line location) {
  for (const char* start : {"std::", "__libc_start", "_start", "start_thread", "clone"}) {
    if (startsWith(function, start)) return true;
  }
  return startsWith(location, "/usr/");
}

// Headers whose functions are only the atomic access itself.
bool isAtomicHeader(Line location) {
  for (const char* name :
       {"/atomic:", "/atomic_base.h:", "/atomicity.h:", "/stdatomic.h:", "/__atomic/"}) {
    if (::memmem(location.text, location.size, name, std::strlen(name)) != nullptr) return true;
  }
  return false;
}

// Declarations come with their whole path, other locations with the path that the compiler was
// given.
Line shortened(Line declaration, Line location) {
  const auto* const colon = static_cast<const char*>(::memchr(location.text, ':', location.size));
  const auto size = colon == nullptr ? 0 : static_cast<std::size_t>(colon - location.text) + 1;
  const auto* const at =
      size == 0 ? nullptr : ::memmem(declaration.text, declaration.size, location.text, size);
  if (at == nullptr) return declaration;
  const auto* const begin = static_cast<const char*>(at);
  return {begin, static_cast<std::size_t>(declaration.text + declaration.size - begin)};
}

void renderVariable(Text& out, const char*& answer, std::uint64_t address) {
  Module module;
  const bool inModule = moduleOf(address, module);
  const Line name = *answer == 0 ? Line{"", 0} : nextLine(answer);
  while (*answer != 0 && nextLine(answer).size > 0) {
  }
  if (inModule && name.size > 0 && name.text[0] != '?') {
    out.add("'").add(name.text, name.size).add("' at ");
  }
  out.addHex(address);
}

void renderWithoutSymbols(Text& out, std::uint64_t address) {
  Module module;
  const bool inModule = moduleOf(address, module);
  out.add("      ").add(inModule ? module.path : "?").add("+").addHex(module.offset).add("\n");
}

void renderLocation(Text& out, CodeLocation& location) {
  out.add(location.known() ? location.written.c_str() : "the location above");
}

}  // namespace

ReportBuilder& ReportBuilder::add(const Piece& piece) {
  if (count_ < kMaxPieces) pieces_[count_++] = piece;
  return *this;
}

ReportBuilder& ReportBuilder::add(const char* text) {
  const std::size_t begin = text_.size();
  text_.add(text);
  return add({Piece::Kind::Text, begin, text_.size()});
}

ReportBuilder& ReportBuilder::addNumber(std::uint64_t number) {
  const std::size_t begin = text_.size();
  text_.addNumber(number);
  return add({Piece::Kind::Text, begin, text_.size()});
}

void ReportBuilder::addStack(Site site) {
  if (site == kNoSite) {
    add("      (the location is no longer known)\n");
    return;
  }
  bool first = true;
  for (int depth = 0; site != kNoSite && depth < 60; ++depth, site = parentOf(site)) {
    add({Piece::Kind::Frame, 0, 0, pcOf(site) - 1, first});
    first = false;
  }
}

ReportBuilder& ReportBuilder::addVariable(std::uint64_t address) {
  return add({Piece::Kind::Variable, 0, 0, address});
}

ReportBuilder& ReportBuilder::addThread(std::uint32_t number) {
  add("thread T").addNumber(number);
  const ThreadInfo& info = infoOf(number);
  if (number == 0) {
    add(" (main)");
  } else if (info.name[0] != 0) {
    add(" '").add(info.name).add("'");
  }
  return *this;
}

void ReportBuilder::addCreation(std::uint32_t thread) {
  if (thread == 0) return;
  const ThreadInfo& info = infoOf(thread);
  add("  ").addThread(thread);
  if (info.attached) {
    add(" was created in code that the runtime does not see\n");
    return;
  }
  add(" was created by thread T").addNumber(info.creator).add(":\n");
  addStack(info.created);
}

void ReportBuilder::addLocal(const StackFrame& frame, std::uint64_t address) {
  frame_ = frame;
  add({Piece::Kind::Local, 0, 0, address});
}

// The symbolizer has answered with the function and its variables.
void ReportBuilder::renderLocal(Text& out, const char*& answer, std::uint64_t address) const {
  Line function, location;
  for (Line next = nextLine(answer); next.size > 0; next = nextLine(answer)) {
    function = next;
    location = nextLine(answer);
  }
  const Local local = localAt(answer, frame_, address);
  if (function.size == 0 || function.text[0] == '?') return;
  if (local.name == nullptr) {
    out.add(", in the frame of ").add(function.text, function.size);
    return;
  }
  const Line declared = shortened({local.declaration, local.declarationSize}, location);
  out.add(": variable '").add(local.name, local.nameSize).add("' of ");
  out.add(function.text, function.size).add(", declared at ").add(declared.text, declared.size);
}

// The answer has the function at the address and those that it was inlined into.
void ReportBuilder::renderFrame(Text& out, const Piece& piece, const char*& answer) {
  if (piece.first) {
    frameNumber_ = 0;
    ++stacks_;
  }
  for (Line function = nextLine(answer); function.size > 0; function = nextLine(answer)) {
    const Line location = nextLine(answer);
    if (isLibrary(function, location)) {
      inLibrary_ |= !first_.known() && !isAtomicHeader(location);
      continue;
    }
    if (function.text[0] == '?' && frameNumber_ > 0) continue;
    out.add("      #").addNumber(frameNumber_++).add(" ").add(function.text, function.size);
    out.add(" ").add(location.text, location.size).add("\n");
    if (stacks_ == 2 && !second_.known()) second_.set(location, function);
    if (!first_.known()) first_.set(location, function);
  }
}

void ReportBuilder::render(Text& out) {
  Symbolizer symbolizer;
  for (int i = 0; i < count_; ++i) {
    if (pieces_[i].kind == Piece::Kind::Frame) symbolizer.askCode(pieces_[i].address);
    if (pieces_[i].kind == Piece::Kind::Variable) symbolizer.askData(pieces_[i].address);
    if (pieces_[i].kind == Piece::Kind::Local) symbolizer.askFrame(frame_.function);
  }
  const char* answer = symbolizer.answers();
  const char* const text = text_.c_str();
  for (int i = 0; i < count_; ++i) {
    const Piece& piece = pieces_[i];
    switch (piece.kind) {
      case Piece::Kind::Text:
        out.add(text + piece.begin, piece.end - piece.begin);
        break;
      case Piece::Kind::FirstLocation:
        renderLocation(out, first_);
        break;
      case Piece::Kind::SecondLocation:
        renderLocation(out, second_);
        break;
      case Piece::Kind::Local:
        renderLocal(out, answer, piece.address);
        break;
      case Piece::Kind::Variable:
        renderVariable(out, answer, piece.address);
        break;
      case Piece::Kind::Frame:
        if (*answer == 0) {
          renderWithoutSymbols(out, piece.address);
        } else {
          renderFrame(out, piece, answer);
        }
        break;
    }
  }
  if (symbolizer.missing()) {
    out.add(
        "robur: note: there are no names, because llvm-symbolizer was not found; install the "
        "Debian package llvm-19, or set symbolizer=PATH in ROBUR_OPTIONS\n");
  }
}

}  // namespace robur::runtime
