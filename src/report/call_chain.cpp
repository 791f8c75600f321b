#include "report/call_chain.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur {

namespace {

constexpr std::size_t kMostCalls = 4;  // that are named; of a longer chain, the innermost

// "atomic.h:12"
std::string placeText(const Program& program, const Span& span) {
  if (!span.known() || span.file >= program.sources.size()) return "?";
  const std::string_view path = program.sources[span.file].path;
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), span.line);
}

}  // namespace

FrameId frameOf(const Program& program, ThreadId thread, Pc pc) {
  if (raw(thread) >= program.threads.size()) return kNoFrame;
  const std::vector<Instr>& instrs = program.codeOf(thread).instrs;
  return pc < instrs.size() ? instrs[pc].frame : kNoFrame;
}

std::string callsBelow(const Program& program, FrameId frame) {
  std::string text;
  const FrameId shown = userFrame(program, frame);
  for (FrameId at = frame; at != shown; at = program.frames[raw(at)].caller) {
    const Frame& each = program.frames[raw(at)];
    text += fmt::format("{}{} ({})", text.empty() ? "in " : ", called from ", each.function,
                        placeText(program, each.span));
  }
  return text;
}

std::string callsAbove(const Program& program, FrameId frame) {
  const std::vector<FrameId> chain = chainOf(program, userFrame(program, frame));
  if (chain.size() < 2) return {};
  std::string text = fmt::format("in {}", program.frames[raw(chain.front())].function);
  for (std::size_t i = 1; i < std::min(chain.size(), kMostCalls + 1); ++i) {
    text += fmt::format(", called from {}", placeText(program, program.frames[raw(chain[i])].span));
  }
  return chain.size() > kMostCalls + 1 ? text + ", …" : text;
}

}  // namespace robur
