#include "report/html/view.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::report_html {

namespace {

constexpr std::size_t kMostViews = 6;  // that are shown in full, so that the page stays small

}  // namespace

Views::Views(const std::vector<Judged>& verdicts, std::size_t number) : number_(number) {
  // Violations first: the executions that they lead to follow them.
  for (const Judged& judged : verdicts) {
    for (const Finding& finding : judged.result->findings) add(judged, finding, false);
  }
  for (const Judged& judged : verdicts) {
    const std::optional<Consequence>& consequence = judged.result->consequence;
    if (consequence && consequence->finding) add(judged, *consequence->finding, true);
  }
}

void Views::add(const Judged& judged, const Finding& finding, bool execution) {
  const ModelName model = judged.result->model;
  Narration narration = narrate(*judged.program, model, finding);
  const std::string identity = identityOf(finding, narration);
  const auto same = std::ranges::find(identities_, identity);
  const auto index = static_cast<std::size_t>(same - identities_.begin());
  if (same == identities_.end()) {
    if (list_.size() == kMostViews) {
      ++leftOut_;
      return;
    }
    identities_.push_back(identity);
    list_.push_back({fmt::format("p{}-v{}", number_, list_.size() + 1),
                     judged.program,
                     &finding,
                     std::move(narration),
                     {},
                     execution});
  }
  std::vector<ModelName>& models = list_[index].models;
  if (std::ranges::find(models, model) == models.end()) models.push_back(model);
  shown_.push_back({&finding, index});
}

void Views::keepFirst(std::size_t count) {
  leftOut_ += list_.size() - count;
  list_.resize(count);
  std::erase_if(shown_, [&](const Shown& shown) { return shown.view >= count; });
}

const View* Views::of(const Finding& finding) const {
  const auto it = std::ranges::find(shown_, &finding, &Shown::finding);
  return it == shown_.end() ? nullptr : &list_[it->view];
}

}  // namespace robur::report_html
