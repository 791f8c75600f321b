// The arrows of a cycle between rows of columns, as pictures of fixed size: one for the gutter of
// each column, one for each channel between two columns, and one beside all columns for the layout
// in which they stand below each other.
#pragma once

#include <string>
#include <vector>

#include "report/html/arrow.h"
#include "report/html/column.h"

namespace robur::report_html {

struct RowPlace {
  std::size_t column = SIZE_MAX;
  std::size_t row = 0;

  bool known() const { return column != SIZE_MAX; }
};

struct CycleArrow {
  std::string kind;   // a class of the style sheet
  std::string label;  // as in the text report
  RowPlace from;
  RowPlace to;
};

class CycleArrows {
 public:
  CycleArrows(const std::vector<Column>& columns, std::vector<CycleArrow> arrows);

  // Beside the rows of a column: the edges within the thread. Drawn for the left side; the style
  // sheet mirrors that of the last column.
  std::string gutter(std::size_t column) const;
  // Between the columns before - 1 and before: the edges between threads.
  std::string channel(std::size_t before) const;
  // Below the rows of a column: what passes the column.
  std::string lanes(std::size_t column) const;
  // Left of all columns if they stand below each other.
  std::string side() const;
  double sideWidth() const;

 private:
  // An edge that has to pass a column uses a lane below all of them.
  struct Routed {
    CycleArrow arrow;
    std::size_t lane = SIZE_MAX;

    bool inOneThread() const { return arrow.from.column == arrow.to.column; }
    bool passes(std::size_t column) const;
    bool uses(std::size_t channel) const;
    bool rightwards() const { return arrow.from.column < arrow.to.column; }
  };

  double laneHeight(std::size_t lane) const;
  double height() const;
  double stackedHeight(const RowPlace& place) const;

  const std::vector<Column>& columns_;
  std::vector<Routed> arrows_;
  double channelWidth_ = 0;
  std::size_t laneCount_ = 0;
  double rowsHeight_ = 0;
};

}  // namespace robur::report_html
