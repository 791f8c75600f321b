// The verdicts on many files as a table: one row per file, one column per model.
#pragma once

#include <string>
#include <vector>

#include "report/paint.h"
#include "result/check_result.h"

namespace robur {

class Matrix {
 public:
  enum class Mark : unsigned char { None, Robust, NotRobust, Harmless, Unknown, OtherError };

  static Mark markOf(const Result& result);

  void add(const Result& result);
  void addRejected(std::string_view file);
  std::size_t rows() const { return rows_.size(); }
  std::string render(const std::vector<ModelName>& models, const Paint& paint) const;

 private:
  struct Row {
    std::string file;
    bool rejected = false;
    Mark marks[kModelCount] = {};
  };

  Row& rowOf(std::string_view file);
  std::vector<Row> rows_;
};

}  // namespace robur
