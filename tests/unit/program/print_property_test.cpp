// Printing and parsing again gives the same program.
#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"
#include "generators/any_ir.h"
#include "program/print.h"
#include "program/simplify.h"
#include "program/validate.h"
#include "support/listing.h"

namespace robur {
namespace {

TEST(PrintProperty, ParseOfPrintIsIdentityUpToNames) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Program original = testing::randomIr(seed);
    ASSERT_TRUE(validate(original).empty()) << seed;
    const std::string text = printRob(original);
    const Source source{"printed.rob", text};
    const Parsed parsed = parseRob(source);
    ASSERT_TRUE(parsed.program) << seed << "\n"
                                << testing::rendered(source, parsed.diagnostics) << text;
    ASSERT_TRUE(sameUpToNames(simplified(*parsed.program), simplified(original)))
        << seed << "\n"
        << text << testing::listing(simplified(original))
        << testing::listing(simplified(*parsed.program));
  }
}

}  // namespace
}  // namespace robur
