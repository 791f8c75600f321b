#include "report/html/cycle_arrows.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::report_html {

namespace {

// Pixels, as in the style sheet.
constexpr double kGutter = 44;
constexpr double kChannel = 170;        // between two threads
constexpr double kNarrowChannel = 100;  // between more of them
constexpr double kLane = 20;
constexpr double kSideLane = 20;
constexpr double kLetter = 5.8;  // of a label
constexpr double kShift = 4;     // arrivals above, departures below the middle of a row

double middleOf(std::size_t row) {
  return (static_cast<double>(row) + 0.5) * kRowHeight;
}
double departure(const RowPlace& place) {
  return middleOf(place.row) + kShift;
}
double arrival(const RowPlace& place) {
  return middleOf(place.row) - kShift;
}

std::string picture(std::string_view name, double width, double height,
                    const std::string& content) {
  return fmt::format(
      "<svg class=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\">{}"
      "</svg>",
      name, width, height, width, height, content);
}

}  // namespace

CycleArrows::CycleArrows(const std::vector<Column>& columns, std::vector<CycleArrow> arrows)
    : columns_(columns), channelWidth_(columns.size() > 2 ? kNarrowChannel : kChannel) {
  for (const Column& column : columns) rowsHeight_ = std::max(rowsHeight_, column.height());
  for (CycleArrow& arrow : arrows) {
    Routed routed{std::move(arrow)};
    const auto [low, high] = std::minmax(routed.arrow.from.column, routed.arrow.to.column);
    if (high - low > 1) routed.lane = laneCount_++;
    arrows_.push_back(std::move(routed));
  }
}

bool CycleArrows::Routed::passes(std::size_t column) const {
  const auto [low, high] = std::minmax(arrow.from.column, arrow.to.column);
  return low < column && column < high;
}

// Channel c is between the columns c - 1 and c.
bool CycleArrows::Routed::uses(std::size_t channel) const {
  const auto [low, high] = std::minmax(arrow.from.column, arrow.to.column);
  return low < channel && channel <= high;
}

double CycleArrows::laneHeight(std::size_t lane) const {
  return rowsHeight_ + (static_cast<double>(lane) + 0.5) * kLane;
}

double CycleArrows::height() const {
  return rowsHeight_ + static_cast<double>(laneCount_) * kLane;
}

std::string CycleArrows::gutter(std::size_t column) const {
  std::string content;
  double x = kGutter - 16;
  for (const Routed& routed : arrows_) {
    const CycleArrow& a = routed.arrow;
    if (!routed.inOneThread() || a.from.column != column) continue;
    const double from = departure(a.from);
    const double to = arrival(a.to);
    const double end = kGutter - 2;
    content +=
        arrow(a.kind, fmt::format("M{} {}H{}V{}H{}", end, from, x, to, end - 6), {end, to}, 1, 0);
    content += edgeLabel(a.kind, {x, (from + to) / 2}, a.label, a.label.size() > 2);
    x -= 13;
  }
  return picture("gutter", kGutter, columns_[column].height(), content);
}

// It reaches over the gutter of the column on its right; the last column has its gutter on the
// right.
std::string CycleArrows::channel(std::size_t before) const {
  const double width = channelWidth_ + (before + 1 < columns_.size() ? kGutter : 0);
  std::string content;
  std::string labels;
  for (const Routed& routed : arrows_) {
    const CycleArrow& a = routed.arrow;
    if (routed.inOneThread() || !routed.uses(before)) continue;
    const bool right = routed.rightwards();
    const double begin = right ? 2 : width - 2;
    const double end = width - begin;
    const double forward = right ? 1 : -1;
    if (routed.lane == SIZE_MAX) {
      const double from = departure(a.from);
      const double to = arrival(a.to);
      content += arrow(
          a.kind,
          fmt::format("M{} {}L{} {}", begin, from, end - 4 * forward, to - 4 * (to - from) / width),
          {end, to}, end - begin, to - from);
      // Near its beginning, so that the labels of crossing edges do not meet.
      const double inset = 6 + kLetter * static_cast<double>(a.label.size()) / 2;
      labels +=
          edgeLabel(a.kind, {begin + inset * forward, from + (to - from) * inset / width}, a.label);
      continue;
    }
    const double lane = laneHeight(routed.lane);
    const double inset = 12 + 7 * static_cast<double>(routed.lane);
    // Each end of the edge is in one channel; in a channel between them it goes straight on.
    const bool first = before == (right ? a.from.column + 1 : a.from.column);
    const bool last = before == (right ? a.to.column : a.to.column + 1);
    const double x = begin + inset * forward;
    const double up = end - inset * forward;
    if (first) {
      content += fmt::format("<path class=\"edge {}\" d=\"M{} {}H{}V{}H{}\"/>", a.kind, begin,
                             departure(a.from), x, lane, right ? width : 0);
    } else if (last) {
      content += arrow(a.kind,
                       fmt::format("M{} {}H{}V{}H{}", right ? 0 : width, lane, up, arrival(a.to),
                                   end - 6 * forward),
                       {end, arrival(a.to)}, forward, 0);
    } else {
      content += fmt::format("<path class=\"edge {}\" d=\"M0 {}H{}\"/>", a.kind, lane, width);
    }
  }
  return picture("channel", width, height(), content + labels) + "\n";
}

std::string CycleArrows::lanes(std::size_t column) const {
  if (laneCount_ == 0) return {};
  std::string out = fmt::format("<div class=\"lanes\" style=\"top:{}px\" aria-hidden=\"true\">",
                                rowsHeight_ + kTitleHeight);
  for (const Routed& routed : arrows_) {
    if (routed.lane == SIZE_MAX) continue;
    out += routed.passes(column) ? fmt::format("<div class=\"{}\"><span>{}</span></div>",
                                               routed.arrow.kind, routed.arrow.label)
                                 : std::string("<div></div>");
  }
  return out + "</div>";
}

double CycleArrows::stackedHeight(const RowPlace& place) const {
  double y = kTitleHeight;
  for (std::size_t c = 0; c < place.column; ++c) {
    y += columns_[c].height() + kTitleHeight + kColumnGap;
  }
  return y + middleOf(place.row);
}

double CycleArrows::sideWidth() const {
  const auto between =
      std::ranges::count_if(arrows_, [](const Routed& routed) { return !routed.inOneThread(); });
  return between == 0 ? 0 : 4 + kSideLane * static_cast<double>(between);
}

// It reaches over the gutters of the columns.
std::string CycleArrows::side() const {
  std::string content;
  double total = 0;
  for (const Column& column : columns_) total += column.height() + kTitleHeight + kColumnGap;
  const double end = sideWidth() + kGutter - 2;
  double x = sideWidth() - 12;
  for (const Routed& routed : arrows_) {
    if (routed.inOneThread()) continue;
    const CycleArrow& a = routed.arrow;
    const double from = stackedHeight(a.from) + kShift;
    const double to = stackedHeight(a.to) - kShift;
    content +=
        arrow(a.kind, fmt::format("M{} {}H{}V{}H{}", end, from, x, to, end - 6), {end, to}, 1, 0);
    content += edgeLabel(a.kind, {x, (from + to) / 2}, a.label, true);
    x -= kSideLane;
  }
  return sideWidth() == 0 ? std::string() : picture("side", end + 2, total, content) + "\n";
}

}  // namespace robur::report_html
