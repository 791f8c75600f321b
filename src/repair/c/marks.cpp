#include "repair/c/marks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "program/analysis/loop_depth.h"
#include "program/simplify.h"
#include "repair/c/edit_places.h"
#include "repair/c/fence_edits.h"
#include "repair/delta_debug.h"
#include "repair/text_edit.h"

namespace robur::repair_c {

namespace {

using Gaps = std::map<GapPlace, Site>;

// Names can have lines in them (`lambda:24`), which are those of the text that was read.
void takeNames(Program& to, const Program& from) {
  const auto take = [](auto& some, const auto& others) {
    if (some.size() != others.size()) return;
    for (std::size_t i = 0; i < some.size(); ++i) some[i].name = others[i].name;
  };
  take(to.threads, from.threads);
  take(to.codes, from.codes);
  take(to.locations, from.locations);
}

}  // namespace

bool sameCompiled(const Program& a, const Program& b) {
  return sameUpToNames(simplified(a), simplified(b));
}

Marks::Marks(const Program& original, bool cplusplus, const CReader& read)
    : original_(original), read_(read), program_(original) {
  for (const Source& source : original.sources) files_.emplace_back(source, cplusplus);
}

bool Marks::publishes() const {
  for (const Code& code : original_.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op != Instr::Op::Store || !in.span.known()) continue;
      const CFile& file = files_[in.span.file];
      const auto call = orderCallAt(file.tokens, offsetIn(*file.source, in.span));
      if (call && (!call->fits(in.op) || in.order == Order::NonAtomic)) return true;
    }
  }
  return false;
}

std::vector<GapPlace> Marks::wanted(Around around) const {
  std::set<GapPlace> all;
  for (const Code& code : original_.codes) {
    for (const Instr& in : code.instrs) {
      // Plain accesses count, too: after an atomic access in a condition, a body may begin with
      // them.
      const bool ordered = in.op == Instr::Op::Fence || accessesMemory(in.op);
      if (!ordered || !in.span.known()) continue;
      const bool plain = accessesMemory(in.op) && in.order == Order::NonAtomic;
      if (plain && around == Around::Atomics) continue;
      if (plain && in.op == Instr::Op::Store && around == Around::AllButPlainStores) continue;
      for (const Span& place : fencePlaces(original_, in)) {
        const CFile& file = files_[place.file];
        for (const Gap& gap : file.gapsAround(offsetIn(*file.source, place))) {
          all.insert({place.file, gap});
        }
      }
    }
  }
  return {all.begin(), all.end()};
}

bool Marks::findAll(bool gaps, const Raised& raised) {
  if (!gaps) return mark({}, &raised);
  return mark(wanted(Around::Everything), &raised) ||
         mark(wanted(Around::AllButPlainStores), &raised);
}

void Marks::findGaps(unsigned& attempts) {
  for (const Around around : {Around::Everything, Around::AllButPlainStores, Around::Atomics}) {
    const std::vector<GapPlace> some = wanted(around);
    if (some.empty() || mark(some)) return;
  }
  const std::vector<GapPlace> all = wanted(Around::Everything);
  settleSpelling(all.front());
  const std::vector<GapPlace> found = passingSubset(
      all, [&](const std::vector<GapPlace>& some) { return mark(some); }, attempts);
  if (found != marked_) mark(found);
}

// Selects the first way of writing fences that compiles, that is, whose names are declared.
void Marks::settleSpelling(const GapPlace& gap) {
  constexpr std::size_t kMostWays = 3;
  const std::vector<CFile> before = files_;
  for (std::size_t way = 0; way < kMostWays; ++way) {
    files_ = before;
    for (CFile& file : files_) {
      const std::size_t last = file.spellings.size() - 1;
      std::swap(file.spellings[0], file.spellings[std::min(way, last)]);
    }
    if (read_(changed(texts({gap}, nullptr, Order::Acq).edited))) return;
  }
  files_ = before;
}

Marks::Texts Marks::texts(const std::vector<GapPlace>& places, const Raised* raised,
                          Order fence) const {
  Texts out;
  for (std::uint32_t f = 0; f < files_.size(); ++f) {
    const std::string& text = files_[f].source->text;
    std::vector<FenceToWrite> fences;
    for (const GapPlace& place : places) {
      if (place.file == f)
        fences.push_back({place.gap, files_[f].spelling().fenceCall(fence) + ";"});
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

// Reads the program with such fences at these places, and replaces the fences by no-ops.
std::optional<Marks::Marked> Marks::read(const std::vector<GapPlace>& places, const Raised* raised,
                                         Order fence) const {
  const Texts texts = this->texts(places, raised, fence);
  const std::vector<Source> edited = changed(texts.edited);
  std::optional<Program> found = edited.empty() ? original_ : read_(edited);
  if (!found) return std::nullopt;
  std::map<GapPlace, Site> gaps;
  std::map<GapPlace, std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>> callers;
  std::map<std::string, std::uint32_t> byPath;
  for (std::uint32_t f = 0; f < files_.size(); ++f) byPath[files_[f].source->path] = f;
  for (std::uint32_t c = 0; c < found->codes.size(); ++c) {
    const std::vector<unsigned> depths = loopDepths(found->codes[c]);
    for (Pc pc = 0; pc < found->codes[c].instrs.size(); ++pc) {
      Instr& in = found->codes[c].instrs[pc];
      if (!in.span.known()) continue;
      const auto file = byPath.find(found->sources[in.span.file].path);
      if (file == byPath.end()) return std::nullopt;
      const EditedText& text = texts.edited[file->second];
      const std::optional<std::size_t> edit = text.editAt(in.span);
      in.span = text.back(in.span);
      in.span.file = file->second;
      if (!edit || in.op != Instr::Op::Fence) continue;
      const std::optional<GapPlace>& place = texts.fences[file->second][*edit];
      if (!place) continue;
      const Span call = callOf(*found, in.frame);
      callers[*place].insert({call.file, call.line, call.column});
      in.op = Instr::Op::Goto;
      Site& site = gaps[*place];
      site.places.push_back({CodeId{c}, pc});
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
    }
  }
  // Positions in the edited files become those in the originals. Calls may be in files that the
  // original does not use; these come after its own.
  std::vector<Source> sources = original_.sources;
  for (Frame& frame : found->frames) {
    const Source& source = found->sources[frame.span.file];
    const auto [file, fresh] =
        byPath.try_emplace(source.path, static_cast<std::uint32_t>(sources.size()));
    if (fresh) sources.push_back(source);
    if (file->second < files_.size()) frame.span = texts.edited[file->second].back(frame.span);
    frame.span.file = file->second;
  }
  found->sources = std::move(sources);
  takeNames(*found, original_);
  for (auto& [place, site] : gaps) {
    site.callers = static_cast<unsigned>(callers[place].size());
    site.span = spanAt(*files_[place.file].source, place.gap.offset);
    site.span.file = place.file;
    site.behind = place.gap.body && place.gap.offset != *place.gap.body;
  }
  return Marked{std::move(*found), std::move(gaps)};
}

// If the program with fences at these places differs from the original in nothing else, it becomes
// the program of the draft, and the fences become its gaps.
bool Marks::mark(const std::vector<GapPlace>& places, const Raised* raised) {
  std::optional<Marked> found = read(places, raised, Order::Acq);
  if (!found) return false;
  if (raised != nullptr && !raised->lower(found->program)) return false;
  if (!sameCompiled(found->program, original_)) return false;
  program_ = std::move(found->program);
  gaps_ = std::move(found->gaps);
  marked_ = places;
  return true;
}

bool Marks::ordersStand(const Raised& raised) const {
  std::optional<Marked> found = read({}, &raised, Order::Acq);
  return found && raised.lower(found->program);
}

bool Marks::writeOutBeforeGaps() {
  if (gaps_.empty() || !publishes()) return false;
  std::optional<Marked> found = read(marked_, nullptr, Order::Sc);
  const bool same = found && std::ranges::equal(found->gaps, gaps_, {}, &Gaps::value_type::first,
                                                &Gaps::value_type::first);
  if (!same) return false;
  program_ = std::move(found->program);
  gaps_ = std::move(found->gaps);
  return true;
}

}  // namespace robur::repair_c
