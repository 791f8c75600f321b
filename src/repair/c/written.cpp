#include "repair/c/written.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/analysis/loop_depth.h"
#include "repair/c/operator_use.h"

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

std::vector<Written> writtenIn(const Program& program, const std::vector<CFile>& files) {
  std::map<TextPlace, Written> found;
  std::set<TextPlace> refused;
  for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
    const std::vector<unsigned> depths = loopDepths(program.codes[c]);
    for (Pc pc = 0; pc < program.codes[c].instrs.size(); ++pc) {
      const Instr& in = program.codes[c].instrs[pc];
      const bool access = accessesMemory(in.op) && in.order != Order::NonAtomic;
      if ((!access && in.op != Instr::Op::Fence) || !in.span.known()) continue;
      const CFile& file = files[in.span.file];
      const std::size_t begin = offsetIn(*file.source, in.span);
      const std::optional<OrderCall> call = callAt(file, begin, in.op);
      if (!call || !call->fits(in.op) || isContents(program.codes[c], in)) continue;
      const TextPlace key{in.span.file, call->begin};
      const auto [it, fresh] = found.try_emplace(key, Written{{key.file, begin}, *call, {}});
      Site& site = it->second.site;
      const bool first = site.places.empty();
      const Instr& like =
          first ? in : program.codes[raw(site.places[0].code)].instrs[site.places[0].pc];
      if (!call->writable() || !alike(in, like)) refused.insert(key);
      site.places.push_back({CodeId{c}, pc});
      site.span = in.span;
      site.loopDepth = std::max(site.loopDepth, depths[pc]);
      site.given = in.op == Instr::Op::Fence;
      site.failureFollows =
          call->does == OrderCall::Does::Compare && !call->failure && !call->renames;
      if (call->spelledAsOperator() && in.order != Order::Sc) refused.insert(key);
    }
  }
  std::vector<Written> out;
  for (auto& [key, written] : found) {
    if (!refused.contains(key)) out.push_back(std::move(written));
  }
  return out;
}

}  // namespace robur::repair_c
