#include "check/unsupported.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur {

const Finding* firstUnsupported(const Result& result) {
  const auto it = std::ranges::find(result.findings, Property::Unsupported, &Finding::property);
  return it == result.findings.end() ? nullptr : &*it;
}

std::string unsupportedWords(const Program& program, const Finding& finding) {
  const std::string& what = program.codeOf(finding.thread).instrs[finding.pc].complaint;
  return finding.span.known() ? fmt::format("line {}: {}", finding.span.line, what) : what;
}

}  // namespace robur
