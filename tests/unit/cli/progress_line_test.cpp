// The line that shows the progress of a search.
#include "cli/progress_line.h"

#include <gtest/gtest.h>

namespace robur::testing {
namespace {

std::string textWith(std::uint64_t graphs, double expected) {
  return progressText("a.rob", ModelName::Rc11,
                      {graphs, 0, 1 << 20, 2, "execution graph", expected});
}

TEST(ProgressLine, ShowsAnEstimateAsSuch) {
  EXPECT_EQ(textWith(12345, 0), "a.rob · RC11 · 12,345 execution graphs · 6 k/s · 1.0 MiB · 2 s");
  EXPECT_EQ(textWith(12345, 2134567),
            "a.rob · RC11 · 12,345 of about 2.1 M execution graphs · 6 k/s · 1.0 MiB · 2 s");
  EXPECT_EQ(textWith(12345, 12345), textWith(12345, 0));
}

TEST(ProgressLine, RoundsEstimates) {
  const auto expected = [](double number) {
    const std::string text = textWith(1, number);
    const std::size_t from = text.find("about ") + 6;
    return text.substr(from, text.find(" execution") - from);
  };
  EXPECT_EQ(expected(42.4), "42");
  EXPECT_EQ(expected(567), "570");
  EXPECT_EQ(expected(999.7), "1.0 k");
  EXPECT_EQ(expected(9960), "10 k");
  EXPECT_EQ(expected(123456), "120 k");
  EXPECT_EQ(expected(3.2e9), "3.2 G");
  EXPECT_EQ(expected(8e13), "80 T");
  EXPECT_EQ(expected(1e21), "10^21");
}

}  // namespace
}  // namespace robur::testing
