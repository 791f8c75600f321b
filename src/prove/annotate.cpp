#include "prove/annotate.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/rob/parser.h"
#include "prove/lower.h"

namespace robur::prove {

namespace rob = frontend_rob;

namespace {

struct Insertion {
  std::size_t offset = 0;
  std::string claim;
};

std::vector<Insertion> placesFor(const Proof& proof) {
  const std::string& text = proof.system.source.text;
  const rob::LineTable lines(text);
  rob::Errors errors;
  rob::Arena arena;
  rob::Parser parser(text, arena, errors);
  const rob::FileNode file = parser.file();
  std::vector<Insertion> all;
  for (const Proof::Found& f : proof.found) {
    if (f.everywhere) {
      all.push_back({file.threads.front()->at.begin, f.claim});
      continue;
    }
    const std::size_t action = lines.range(f.before).begin;
    std::size_t best = 0;
    for (const rob::Range& gap : file.gaps) {
      if (gap.begin <= action) best = std::max<std::size_t>(best, gap.begin);
    }
    if (best != 0) all.push_back({best, f.claim});
  }
  std::ranges::stable_sort(all, {}, &Insertion::offset);
  return all;
}

// Inserts each claim as a line before the statement's line, or directly before the statement if it
// is not the first on its line.
std::string withInsertions(std::string_view text, const std::vector<Insertion>& all,
                           std::vector<std::uint32_t>& lines) {
  std::string out;
  std::size_t done = 0;
  lines.clear();
  for (const Insertion& one : all) {
    out += text.substr(done, one.offset - done);
    done = one.offset;
    const std::size_t newline = out.rfind('\n');
    const std::string before = out.substr(newline == std::string::npos ? 0 : newline + 1);
    const std::size_t blanks = std::min(before.find_first_not_of(" \t"), before.size());
    lines.push_back(static_cast<std::uint32_t>(std::ranges::count(out, '\n')) + 1);
    out += fmt::format("invariant {};\n{}", one.claim, before.substr(0, blanks));
  }
  out += text.substr(done);
  return out;
}

}  // namespace

std::string annotated(const Proof& proof, const ProveOptions& options) {
  const Source& source = proof.system.source;
  std::vector<Insertion> all = placesFor(proof);
  ProveOptions quick = options;
  quick.reportInvariants = false;
  quick.smt.dump.clear();
  while (true) {
    std::vector<std::uint32_t> lines;
    std::string text = withInsertions(source.text, all, lines);
    Lowered lowered = lower({source.path, text});
    if (!lowered.system) return source.text;
    const Proof again = prove(std::move(*lowered.system), quick);
    std::vector<Insertion> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool lost = std::ranges::any_of(
          again.lost, [&](const LostClaim& l) { return l.claim.span.line == lines[i]; });
      if (!lost) kept.push_back(all[i]);
    }
    if (kept.size() == all.size()) return text;
    all = std::move(kept);
  }
}

}  // namespace robur::prove
