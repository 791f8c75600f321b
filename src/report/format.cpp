// The table, and lookups in it.
#include "report/format.h"

#include <algorithm>
#include <vector>

#include "report/dot.h"
#include "report/github.h"
#include "report/html/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/text.h"

namespace robur {

namespace {

constexpr unsigned kEverything =
    kQuestionCheck | kQuestionVerify | kQuestionProve | kQuestionRepair | kQuestionRun;

constexpr FormatInfo kFormats[] = {
    {"text", "text for people", ".txt", kEverything, textObserver},
    {"json", "JSON (docs/json.md)", ".json", kEverything, jsonObserver},
    {"dot", "drawings for Graphviz", ".dot", kQuestionCheck | kQuestionVerify | kQuestionRepair,
     dotObserver},
    {"html", "a page to be read in a browser (docs/page.md)", ".html", kQuestionCheck,
     htmlObserver},
    {"sarif", "SARIF 2.1.0", ".sarif", kEverything, sarifObserver},
    {"github", "annotations of a GitHub workflow", nullptr, kEverything, githubObserver},
    {"junit", "XML of JUnit", ".xml", kEverything, junitObserver},
};

template <class Column>
std::string listed(Question question, Column column) {
  std::vector<std::string> items;
  for (const FormatInfo& format : kFormats) {
    if ((format.questions & question) == 0 || format.*column == nullptr) continue;
    items.emplace_back(format.*column);
  }
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? " and " : ", ";
    out += items[i];
  }
  return out;
}

}  // namespace

std::span<const FormatInfo> formatTable() {
  return kFormats;
}

const FormatInfo* formatNamed(std::string_view name, Question question) {
  const auto found = std::ranges::find_if(kFormats, [&](const FormatInfo& f) {
    return name == f.name && (f.questions & question) != 0;
  });
  return found == std::end(kFormats) ? nullptr : found;
}

const FormatInfo* formatOfPath(std::string_view path, Question question) {
  const auto found = std::ranges::find_if(kFormats, [&](const FormatInfo& f) {
    return f.extension != nullptr && path.ends_with(f.extension) && (f.questions & question) != 0;
  });
  return found == std::end(kFormats) ? nullptr : found;
}

std::string formatNames(Question question) {
  return listed(question, &FormatInfo::name);
}

std::string formatExtensions(Question question) {
  return listed(question, &FormatInfo::extension);
}

}  // namespace robur
