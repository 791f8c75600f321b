#include "repair/c/marks.h"

#include <algorithm>
#include <optional>
#include <set>

#include "program/loop_depth.h"
#include "program/simplify.h"
#include "repair/c/fence_edits.h"
#include "repair/standing.h"
#include "repair/text_edit.h"

namespace robur::ctext {

bool sameCompiled(const Program& a, const Program& b) {
  return sameUpToNames(simplified(a), simplified(b));
}

Marks::Marks(const Program& original, bool cplusplus, const CReader& read)
    : original_(original), read_(read), program_(original) {
  for (const Source& source : original.sources) files_.emplace_back(source, cplusplus);
}

std::vector<GapPlace> Marks::wanted() const {
  std::set<GapPlace> all;
  for (const Code& code : original_.codes) {
    for (const Instr& in : code.instrs) {
      // Plain accesses, too: behind an atomic one in a condition a body may begin with them.
      const bool ordered = in.op == Instr::Op::Fence || accessesMemory(in.op);
      if (!ordered || !in.span.known()) continue;
      const CFile& file = files_[in.span.file];
      for (const Gap& gap : file.gapsAround(offsetIn(*file.source, in.span))) {
        all.insert({in.span.file, gap});
      }
    }
  }
  return {all.begin(), all.end()};
}

bool Marks::findAll(bool gaps, const Raised& raised) {
  return mark(gaps ? wanted() : std::vector<GapPlace>{}, &raised);
}

void Marks::findGaps(unsigned& patience) {
  const std::vector<GapPlace> all = wanted();
  if (all.empty() || mark(all)) return;
  settleSpelling(all.front());
  const std::vector<GapPlace> found = standing(
      all, [&](const std::vector<GapPlace>& some) { return mark(some); }, patience);
  if (found != marked_) mark(found);
}

// The first way of writing fences that the files can see.
void Marks::settleSpelling(const GapPlace& gap) {
  constexpr std::size_t kMostWays = 3;
  const std::vector<CFile> before = files_;
  for (std::size_t way = 0; way < kMostWays; ++way) {
    files_ = before;
    for (CFile& file : files_) {
      const std::size_t last = file.spellings.size() - 1;
      std::swap(file.spellings[0], file.spellings[std::min(way, last)]);
    }
    if (read_(changed(texts({gap}, nullptr).edited))) return;
  }
  files_ = before;
}

Marks::Texts Marks::texts(const std::vector<GapPlace>& places, const Raised* raised) const {
  Texts out;
  for (std::uint32_t f = 0; f < files_.size(); ++f) {
    const std::string& text = files_[f].source->text;
    std::vector<FenceToWrite> fences;
    for (const GapPlace& place : places) {
      if (place.file == f)
        fences.push_back({place.gap, files_[f].spelling().fenceCall(Order::Sc) + ";"});
    }
    std::vector<TextEdit> edits;
    std::vector<std::optional<GapPlace>>& written = out.fences.emplace_back();
    for (FenceEdit& each : fenceEdits(text, files_[f].statements, fences)) {
      edits.push_back(std::move(each.edit));
      written.emplace_back();
      if (each.fence) written.back() = GapPlace{f, fences[*each.fence].gap};
    }
    if (raised != nullptr) {
      edits.insert(edits.end(), raised->edits[f].begin(), raised->edits[f].end());
    }
    written.resize(edits.size());
    out.edited.emplace_back(text, std::move(edits));
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
bool Marks::mark(const std::vector<GapPlace>& places, const Raised* raised) {
  const Texts texts = this->texts(places, raised);
  const std::vector<Source> sources = changed(texts.edited);
  std::optional<Program> found = sources.empty() ? original_ : read_(sources);
  if (!found) return false;
  std::map<GapPlace, Site> sites;
  std::map<std::string, std::uint32_t> byPath;
  for (std::uint32_t f = 0; f < files_.size(); ++f) byPath[files_[f].source->path] = f;
  for (std::uint32_t c = 0; c < found->codes.size(); ++c) {
    const std::vector<unsigned> depths = loopDepths(found->codes[c]);
    for (Pc pc = 0; pc < found->codes[c].instrs.size(); ++pc) {
      Instr& in = found->codes[c].instrs[pc];
      if (!in.span.known()) continue;
      const auto file = byPath.find(found->sources[in.span.file].path);
      if (file == byPath.end()) return false;
      const EditedText& text = texts.edited[file->second];
      const std::optional<std::size_t> edit = text.editAt(in.span);
      in.span = text.back(in.span);
      in.span.file = file->second;
      if (!edit || in.op != Instr::Op::Fence) continue;
      const std::optional<GapPlace>& place = texts.fences[file->second][*edit];
      if (!place) continue;
      in.op = Instr::Op::Goto;
      Site& site = sites[*place];
      site.places.push_back({CodeId{c}, pc});
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
    }
  }
  found->sources = original_.sources;
  if (raised != nullptr && !raised->lower(*found)) return false;
  if (!sameCompiled(*found, original_)) return false;
  for (auto& [place, site] : sites) {
    site.span = spanAt(*files_[place.file].source, place.gap.offset);
    site.behind = place.gap.body && place.gap.offset != *place.gap.body;
    site.span.file = place.file;
  }
  program_ = std::move(*found);
  gaps_ = std::move(sites);
  marked_ = places;
  return true;
}

}  // namespace robur::ctext
