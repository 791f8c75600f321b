#include "repair/c/written.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "program/analysis/loop_depth.h"
#include "repair/c/edit_places.h"
#include "repair/c/operator_use.h"
#include "repair/c/passed_order.h"

namespace robur::repair_c {

namespace {

// One position in the text may yield any number of instructions, all of which must have the same
// meaning.
bool alike(const Instr& a, const Instr& b) {
  return a.op == b.op && a.order == b.order && a.failOrder == b.failOrder;
}

// Whether a store writes the contents of an object when it is published: such stores come right
// before the publishing call and have its position.
bool isContents(const Code& code, const Instr& in) {
  if (in.op != Instr::Op::Store || in.next.empty()) return false;
  const Instr& next = code.instrs[in.next[0]];
  return accessesMemory(next.op) && next.span.file == in.span.file &&
         next.span.line == in.span.line && next.span.column == in.span.column;
}

}  // namespace

std::optional<OrderCall> callAt(const CFile& file, std::size_t begin, Instr::Op op) {
  std::optional<OrderCall> call = orderCallAt(file.tokens, begin);
  return call ? call : operatorUseAt(file, begin, op);
}

std::optional<OrderPlace> orderPlaceOf(const Program& program, const std::vector<CFile>& files,
                                       const Instr& in) {
  std::optional<OrderPlace> parameter;
  FrameId id = in.frame;
  const FrameId shown = userFrame(program, in.frame);
  bool above = false;  // the functions that called the one that is shown
  std::string callee;
  for (const Frame& frame : framesOf(program, in)) {
    const bool editable = isEditable(program, frame.span) && frame.span.file < files.size();
    if (above && !parameter) break;
    above = above || id == shown;
    if (editable) {
      const CFile& file = files[frame.span.file];
      const std::size_t begin = offsetIn(*file.source, frame.span);
      std::optional<OrderCall> call = callAt(file, begin, in.op);
      if (call && !call->fits(in.op)) break;
      if (!call) call = argumentOrderAt(file.tokens, begin, in.op);
      if (!call && !parameter) {
        call = namedOrderAt(file.tokens, begin, in.op, in.order, callee, program.sources);
      }
      if (call) {
        const OrderPlace place{{frame.span.file, begin}, *call, frame.span, id};
        if (!call->order || call->namesOrder()) {
          // What comes without an order is sc and cannot be where a parameter came from.
          return parameter && !call->order ? parameter : place;
        }
        if (!parameter) parameter = place;
      }
    }
    id = frame.caller;
    callee = frame.function;
  }
  return parameter;
}

namespace {

// The distinct calls of the wrapper that an access is in.
class Callers {
 public:
  void add(const Program& program, const TextPlace& key, FrameId frame) {
    const Span call = callOf(program, frame);
    calls_[key].insert({call.file, call.line, call.column});
  }
  unsigned of(const TextPlace& key) const { return static_cast<unsigned>(calls_.at(key).size()); }

 private:
  std::map<TextPlace, std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>> calls_;
};

}  // namespace

std::vector<Written> writtenIn(const Program& program, const std::vector<CFile>& files) {
  std::map<TextPlace, Written> found;
  std::set<TextPlace> refused;
  Callers callers;
  for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
    const std::vector<unsigned> depths = loopDepths(program.codes[c]);
    for (Pc pc = 0; pc < program.codes[c].instrs.size(); ++pc) {
      const Instr& in = program.codes[c].instrs[pc];
      const bool access = accessesMemory(in.op) && in.order != Order::NonAtomic;
      if ((!access && in.op != Instr::Op::Fence) || !in.span.known()) continue;
      const std::optional<OrderPlace> place = orderPlaceOf(program, files, in);
      if (!place || isContents(program.codes[c], in)) continue;
      const OrderCall& call = place->call;
      const TextPlace key{place->place.file, call.begin};
      const auto [it, fresh] = found.try_emplace(key, Written{place->place, call, {}});
      Site& site = it->second.site;
      const bool first = site.places.empty();
      const Instr& like =
          first ? in : program.codes[raw(site.places[0].code)].instrs[site.places[0].pc];
      if (!call.writable() || !alike(in, like)) refused.insert(key);
      site.places.push_back({CodeId{c}, pc});
      site.span = place->span;
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
      site.given = in.op == Instr::Op::Fence;
      site.failureFollows = call.does == OrderCall::Does::Compare && !call.failure && !call.renames;
      if (call.spelledAsOperator() && in.order != Order::Sc) refused.insert(key);
      callers.add(program, key, place->frame);
    }
  }
  std::vector<Written> out;
  for (auto& [key, written] : found) {
    if (refused.contains(key)) continue;
    written.site.callers = callers.of(key);
    out.push_back(std::move(written));
  }
  return out;
}

}  // namespace robur::repair_c
