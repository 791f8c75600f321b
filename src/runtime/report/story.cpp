#include "runtime/report/story.h"

#include <cstring>
#include <initializer_list>

#include "runtime/report/locals.h"
#include "runtime/report/symbolize.h"

namespace robur::runtime {

namespace {

bool startsWith(const char* text, std::size_t size, const char* start) {
  const std::size_t length = std::strlen(start);
  return size >= length && std::strncmp(text, start, length) == 0;
}

// The standard library's own functions are between the access and the line that wrote it.
bool ofLibrary(const char* function, std::size_t functionSize, const char* file,
               std::size_t fileSize) {
  for (const char* start : {"std::", "__libc_start", "_start", "start_thread", "clone"}) {
    if (startsWith(function, functionSize, start)) return true;
  }
  return startsWith(file, fileSize, "/usr/");
}

// Headers whose functions are nothing but the atomic access itself.
bool ofAtomics(const char* file, std::size_t size) {
  for (const char* name :
       {"/atomic:", "/atomic_base.h:", "/atomicity.h:", "/stdatomic.h:", "/__atomic/"}) {
    if (::memmem(file, size, name, std::strlen(name)) != nullptr) return true;
  }
  return false;
}

void addFrame(Text& out, unsigned& number, Line function, Line place) {
  out.add("      #").addNumber(number++).add(" ").add(function.text, function.size).add(" ");
  out.add(place.text, place.size).add("\n");
}

// A declaration has its whole path, other places only what the compiler was given.
Line shortened(Line declaration, Line place) {
  const auto* const colon = static_cast<const char*>(::memchr(place.text, ':', place.size));
  const auto size = colon == nullptr ? 0 : static_cast<std::size_t>(colon - place.text) + 1;
  const auto* const at =
      size == 0 ? nullptr : ::memmem(declaration.text, declaration.size, place.text, size);
  if (at == nullptr) return declaration;
  const auto* const begin = static_cast<const char*>(at);
  return {begin, static_cast<std::size_t>(declaration.text + declaration.size - begin)};
}

// The answers are the function and its variables.
void tellLocal(Text& out, const char*& answer, const StackFrame& frame, std::uint64_t address) {
  Line function, place;
  for (Line next = nextLine(answer); next.size > 0; next = nextLine(answer)) {
    function = next;
    place = nextLine(answer);
  }
  const Local local = localAt(answer, frame, address);
  if (function.size == 0 || function.text[0] == '?') return;
  if (local.name == nullptr) {
    out.add(", in the frame of ").add(function.text, function.size);
    return;
  }
  const Line declared = shortened({local.place, local.placeSize}, place);
  out.add(": variable '").add(local.name, local.nameSize).add("' of ");
  out.add(function.text, function.size).add(", declared at ").add(declared.text, declared.size);
}

}  // namespace

void Story::add(const Piece& piece) {
  if (count_ < kPieces) pieces_[count_++] = piece;
}

void Story::say(const char* text) {
  const std::size_t begin = words_.size();
  words_.add(text);
  add({Piece::Kind::Words, begin, words_.size()});
}

void Story::sayNumber(std::uint64_t number) {
  const std::size_t begin = words_.size();
  words_.addNumber(number);
  add({Piece::Kind::Words, begin, words_.size()});
}

void Story::stack(Site site) {
  if (site == kNoSite) {
    say("      (the place is not known any more)\n");
    return;
  }
  bool first = true;
  for (int depth = 0; site != kNoSite && depth < 60; ++depth, site = parentOf(site)) {
    add({Piece::Kind::Frame, 0, 0, pcOf(site) - 1, first});
    first = false;
  }
}

void Story::variable(std::uint64_t address) {
  add({Piece::Kind::Variable, 0, 0, address});
}

void Story::thread(std::uint32_t number) {
  say("thread T");
  sayNumber(number);
  const ThreadInfo& info = infoOf(number);
  if (number == 0) {
    say(" (main)");
  } else if (info.name[0] != 0) {
    say(" '");
    say(info.name);
    say("'");
  }
}

void Story::creation(std::uint32_t number) {
  if (number == 0) return;
  const ThreadInfo& info = infoOf(number);
  say("  ");
  thread(number);
  if (info.attached) {
    say(" was not created where the runtime could see it\n");
    return;
  }
  say(" was created by thread T");
  sayNumber(info.creator);
  say(":\n");
  stack(info.created);
}

void Story::local(const StackFrame& frame, std::uint64_t address) {
  frame_ = frame;
  add({Piece::Kind::Local, 0, 0, address});
}

void Story::tell(Text& out, Text& summary) {
  Symbolizer symbolizer;
  for (int i = 0; i < count_; ++i) {
    if (pieces_[i].kind == Piece::Kind::Frame) symbolizer.askCode(pieces_[i].address);
    if (pieces_[i].kind == Piece::Kind::Variable) symbolizer.askData(pieces_[i].address);
    if (pieces_[i].kind == Piece::Kind::Local) symbolizer.askFrame(frame_.function);
  }
  const char* answer = symbolizer.answers();
  const char* const words = words_.c_str();
  unsigned number = 0;
  int stacks = 0;
  bool wantsSummary = true;
  for (int i = 0; i < count_; ++i) {
    const Piece& piece = pieces_[i];
    if (piece.kind == Piece::Kind::Words) {
      out.add(words + piece.begin, piece.end - piece.begin);
      continue;
    }
    if (piece.kind == Piece::Kind::Mine || piece.kind == Piece::Kind::Theirs) {
      Text& place = piece.kind == Piece::Kind::Mine ? mine_ : other_;
      out.add(place.size() > 0 ? place.c_str() : "the place above");
      continue;
    }
    if (piece.kind == Piece::Kind::Local) {
      tellLocal(out, answer, frame_, piece.address);
      continue;
    }
    if (*answer == 0 || piece.kind == Piece::Kind::Variable) {
      Module module;
      const bool inModule = moduleOf(piece.address, module);
      if (piece.kind == Piece::Kind::Variable) {
        const Line name = *answer == 0 ? Line{"", 0} : nextLine(answer);
        while (*answer != 0 && nextLine(answer).size > 0) {
        }
        if (inModule && name.size > 0 && name.text[0] != '?') {
          out.add("'").add(name.text, name.size).add("' at ");
        }
        out.addHex(piece.address);
      } else {
        out.add("      ")
            .add(inModule ? module.path : "?")
            .add("+")
            .addHex(module.offset)
            .add("\n");
      }
      continue;
    }
    if (piece.first) {
      number = 0;
      ++stacks;
    }
    for (Line function = nextLine(answer); function.size > 0; function = nextLine(answer)) {
      const Line place = nextLine(answer);
      if (ofLibrary(function.text, function.size, place.text, place.size)) {
        inLibrary_ |= wantsSummary && !ofAtomics(place.text, place.size);
        continue;
      }
      if (function.text[0] == '?' && number > 0) continue;
      addFrame(out, number, function, place);
      if (stacks == 2 && other_.size() == 0) other_.add(place.text, place.size);
      if (wantsSummary) {
        mine_.add(place.text, place.size);
        summary.add(place.text, place.size).add(" in ").add(function.text, function.size);
      }
      wantsSummary = false;
    }
  }
}

}  // namespace robur::runtime
