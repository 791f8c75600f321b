// A diagnostic for the terminal, put together piece by piece:
//
//   dekker.rob:11:7: error: this load can miss a store … [store-buffering]
//      |
//   11 |   r = wants_a.load(acq);
//      |       ^^^^^^^^^^^^^^^^^ (4) reads 0: …
//      = cycle: (1) -po-> (2) …
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/format.h"
#include "report/narrate.h"
#include "result/check_result.h"

namespace robur {

class DiagnosticText {
 public:
  DiagnosticText(const Program& program, const ReportOptions& options)
      : program_(program), paint_(options.paint), columns_(options.columns) {}

  // The first line and the source excerpt. The location is that of the narration's primary remark,
  // or the finding's.
  void error(const Finding& finding, const Narration& narration);
  void headline(Severity severity, const Finding& finding, const Narration& narration);
  // The same as a note that adds to the error before it.
  void note(const Finding& finding, const Narration& narration, const std::string& headline);

  void item(std::string_view title, std::string_view text);  // "= title: text"
  void rows(const std::vector<std::string>& lines);          // below an item

  std::string take() { return std::move(out_); }

 private:
  void head(const Finding& finding, const Narration& narration, const std::string& severity,
            const std::string& headline);

  const Program& program_;
  const Paint& paint_;
  std::size_t columns_;
  std::string out_;
  std::string indent_ = " ";
};

}  // namespace robur
