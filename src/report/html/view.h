// The violations of one program that its page shows: each set of accesses once, with the models
// under which it occurs, and the executions that show whether it matters.
#pragma once

#include <string>
#include <vector>

#include "report/narrate.h"
#include "result/check_result.h"

namespace robur::report_html {

struct View {
  std::string id;  // in the page
  const Program* program = nullptr;
  const Finding* finding = nullptr;
  Narration narration;
  std::vector<ModelName> models;
  // It is not one step that deviates from an interleaving: the whole run is one of the model.
  bool execution = false;
};

// The verdict under one model. The program is what the findings refer to.
struct Judged {
  const Program* program = nullptr;
  const Result* result = nullptr;
};

class Views {
 public:
  // Of a page, the number of this program.
  Views(const std::vector<Judged>& verdicts, std::size_t number);

  const std::vector<View>& list() const { return list_; }
  std::size_t leftOut() const { return leftOut_; }
  // Leaves out all but the first so many.
  void keepFirst(std::size_t count);
  // The view that shows a finding; null if it was left out.
  const View* of(const Finding& finding) const;

 private:
  void add(const Judged& judged, const Finding& finding, bool execution);

  struct Shown {
    const Finding* finding;
    std::size_t view;
  };

  std::size_t number_;
  std::vector<std::string> identities_;
  std::vector<View> list_;
  std::vector<Shown> shown_;
  std::size_t leftOut_ = 0;
};

}  // namespace robur::report_html
