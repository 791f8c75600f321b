#include "repair/c/marks.h"

#include <algorithm>
#include <optional>
#include <set>

#include "program/loop_depth.h"
#include "program/simplify.h"
#include "repair/standing.h"
#include "repair/text_edit.h"

namespace robur::ctext {

namespace {

// The place that was the edit of this number in its file.
TextPlace placeOf(std::uint32_t file, std::size_t edit, const std::vector<TextPlace>& places) {
  for (const TextPlace& place : places) {
    if (place.file == file && edit-- == 0) return place;
  }
  return {};
}

}  // namespace

bool sameCompiled(const Program& a, const Program& b) {
  return sameUpToNames(simplified(a), simplified(b));
}

Marks::Marks(const Program& original, bool cplusplus, const CReader& read)
    : original_(original), read_(read), program_(original) {
  for (const Source& source : original.sources) files_.emplace_back(source, cplusplus);
}

std::vector<TextPlace> Marks::wanted() const {
  std::set<TextPlace> all;
  for (const Code& code : original_.codes) {
    for (const Instr& in : code.instrs) {
      const bool atomic =
          in.op == Instr::Op::Fence || (accessesMemory(in.op) && in.order != Order::NonAtomic);
      if (!atomic || !in.span.known()) continue;
      const CFile& file = files_[in.span.file];
      for (const std::size_t offset : file.gapsAround(offsetIn(*file.source, in.span))) {
        all.insert({in.span.file, offset});
      }
    }
  }
  return {all.begin(), all.end()};
}

void Marks::findGaps(unsigned& patience) {
  const std::vector<TextPlace> all = wanted();
  if (all.empty() || mark(all)) return;
  settleSpelling(all.front());
  const std::vector<TextPlace> found = standing(
      all, [&](const std::vector<TextPlace>& some) { return mark(some); }, patience);
  if (found != marked_) mark(found);
}

// The first way of writing fences that the files can see.
void Marks::settleSpelling(const TextPlace& gap) {
  constexpr std::size_t kMostWays = 3;
  const std::vector<CFile> before = files_;
  for (std::size_t way = 0; way < kMostWays; ++way) {
    files_ = before;
    for (CFile& file : files_) {
      const std::size_t last = file.spellings.size() - 1;
      std::swap(file.spellings[0], file.spellings[std::min(way, last)]);
    }
    if (read_(changed(texts({gap})))) return;
  }
  files_ = before;
}

std::vector<EditedText> Marks::texts(const std::vector<TextPlace>& places) const {
  std::vector<EditedText> out;
  for (std::uint32_t f = 0; f < files_.size(); ++f) {
    std::vector<TextEdit> edits;
    for (const TextPlace& place : places) {
      if (place.file != f) continue;
      edits.push_back(statementBefore(files_[f].source->text, place.offset,
                                      files_[f].spelling().fenceCall(Order::Sc) + ";"));
    }
    out.emplace_back(files_[f].source->text, std::move(edits));
  }
  return out;
}

std::vector<Source> Marks::changed(const std::vector<EditedText>& edited) const {
  std::vector<Source> out;
  for (std::size_t f = 0; f < files_.size(); ++f) {
    const Source& source = *files_[f].source;
    if (edited[f].text() != source.text) out.push_back({source.path, edited[f].text()});
  }
  return out;
}

// Reads the program with fences there. If it is the original but for them, it becomes the
// program of the draft, and they its gaps.
bool Marks::mark(const std::vector<TextPlace>& places) {
  const std::vector<EditedText> edited = texts(places);
  std::optional<Program> found = places.empty() ? original_ : read_(changed(edited));
  if (!found) return false;
  std::map<TextPlace, Site> sites;
  std::map<std::string, std::uint32_t> byPath;
  for (std::uint32_t f = 0; f < files_.size(); ++f) byPath[files_[f].source->path] = f;
  for (std::uint32_t c = 0; c < found->codes.size(); ++c) {
    const std::vector<unsigned> depths = loopDepths(found->codes[c]);
    for (Pc pc = 0; pc < found->codes[c].instrs.size(); ++pc) {
      Instr& in = found->codes[c].instrs[pc];
      if (!in.span.known()) continue;
      const auto file = byPath.find(found->sources[in.span.file].path);
      if (file == byPath.end()) return false;
      const EditedText& text = edited[file->second];
      const std::optional<std::size_t> edit = text.editAt(in.span);
      in.span = text.back(in.span);
      in.span.file = file->second;
      if (!edit || in.op != Instr::Op::Fence) continue;
      in.op = Instr::Op::Goto;
      Site& site = sites[placeOf(in.span.file, *edit, places)];
      site.places.push_back({CodeId{c}, pc});
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
    }
  }
  found->sources = original_.sources;
  if (!sameCompiled(*found, original_)) return false;
  for (auto& [place, site] : sites) {
    site.span = spanAt(*files_[place.file].source, place.offset);
    site.span.file = place.file;
  }
  program_ = std::move(*found);
  gaps_ = std::move(sites);
  marked_ = places;
  return true;
}

}  // namespace robur::ctext
