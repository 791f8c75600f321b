// Constructs that Promela cannot express are refused with a message that names them; all others are
// exported without silent loss.
#include <gtest/gtest.h>

#include "promela/promela.h"
#include "unit/promela/compare.h"

namespace robur::testing {

namespace {

std::string refusal(const std::string& text, ModelName model, promela::ExportOptions options = {}) {
  try {
    promela::exportPromela(programFrom("program", text), model, options);
  } catch (const promela::ExportError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& message, const std::string& part) {
  return message.find(part) != std::string::npos;
}

TEST(ExportError, NamesARegisterThatIsTooWide) {
  const std::string message = refusal(
      "atomic bool x; thread t { local i64 big; big = nondet(0, 1); loop { big = big + big; } }",
      ModelName::Ra);
  EXPECT_TRUE(mentions(message, "big") && mentions(message, "32 bits")) << message;
}

TEST(ExportError, RefusesAProductThatMayNotFit) {
  const std::string message = refusal(
      "atomic i32 x; thread t { local i32 r; r = x.fetch_add(1, rlx); x.store(r * r, rlx); "
      "loop { x.fetch_add(1, rlx); } }",
      ModelName::Ra);
  EXPECT_TRUE(mentions(message, "a product")) << message;
}

TEST(ExportError, RefusesMoreValuesThanSlots) {
  const std::string message = refusal(
      "atomic i32 x; thread t { local i32 r; loop { r = x.fetch_add(1, rlx); x.bcas(r, 0, rlx); } "
      "}",
      ModelName::Ra);
  EXPECT_TRUE(mentions(message, "x can have more than")) << message;
}

TEST(ExportError, RefusesALargeChoice) {
  const std::string message =
      refusal("thread t { local i32 r; r = nondet(0, 100000); }", ModelName::Sc);
  EXPECT_TRUE(mentions(message, "nondet(0, 100000)")) << message;
}

TEST(ExportError, RefusesScAccessesUnderRc20UnlessTold) {
  const std::string text = "atomic bool x; thread t { x.store(1, sc); }";
  EXPECT_TRUE(mentions(refusal(text, ModelName::Rc20), "seq_cst"));
  EXPECT_EQ(refusal(text, ModelName::Rc20, {.scAsAcqRel = true}), "");
  EXPECT_EQ(refusal(text, ModelName::Ra), "");
}

TEST(ExportError, RefusesRc11) {
  const std::string text = "atomic bool x; thread t { x.store(1, sc); }";
  EXPECT_TRUE(mentions(refusal(text, ModelName::Rc11), "the same as rc20"));
}

TEST(Export, ChecksSumsThatMayLeave32Bits) {
  const Program program = programFrom(
      "program", "atomic i32 x; thread t { local i32 r; loop { r = x.fetch_add(1, rlx); } }");
  EXPECT_TRUE(
      mentions(promela::exportPromela(program, ModelName::Sc, {}), "assert(within_32_bits)"));
}

TEST(Export, NeedsNoCheckWhereRangesAreKnown) {
  const Program program =
      programFrom("program",
                  "atomic i32 x, y;"
                  "thread t { local i32 r, s; r = x.load(acq); s = r * 2 + 1; y.store(s, rel); }"
                  "thread u { x.store(3, rel); }");
  EXPECT_FALSE(mentions(promela::exportPromela(program, ModelName::Sc, {}), "assert("));
}

}  // namespace

}  // namespace robur::testing
