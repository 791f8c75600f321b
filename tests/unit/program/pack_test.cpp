// Packing: what goes in comes out, and nothing else is accepted.
#include "program/pack.h"

#include <gtest/gtest.h>

#include "generators/any_ir.h"

namespace robur {
namespace {

TEST(Pack, RandomProgramsComeBackTheSame) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Packed packed;
    packed.program = testing::randomIr(seed);
    packed.program.sources = {{"a.c", "int x;\n"}, {"b.c", ""}};
    packed.diagnostics = {
        {Diagnostic::Severity::Note, {1, 2, 3, 4, 5}, "said", "do", Diagnostic::Code::FenceOrder}};
    packed.program.codes[0].instrs[0].complaint = "memory has been freed";
    const std::string bytes = pack(packed);
    const std::optional<Packed> back = unpack(bytes);
    ASSERT_TRUE(back);
    EXPECT_TRUE(sameProgram(packed.program, back->program)) << seed;
    EXPECT_EQ(pack(*back), bytes);  // spans, sources and diagnostics too
    EXPECT_EQ(back->program.sources[0].text, "int x;\n");
    EXPECT_EQ(back->diagnostics[0].help, "do");
    EXPECT_EQ(back->diagnostics[0].code, Diagnostic::Code::FenceOrder);
  }
}

TEST(Pack, NoPieceOfAProgramIsAProgram) {
  Packed packed;
  packed.program = testing::randomIr(7);
  const std::string bytes = pack(packed);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(unpack(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(unpack(bytes + "x"));
}

TEST(Pack, ChainsOfCallsSurviveAndEnd) {
  Packed packed;
  packed.program = testing::randomIr(7);
  packed.program.sources = {{"a.c", "", Source::Owner::Given}, {"b.h", "", Source::Owner::Library}};
  packed.program.frames = {{"main", {0, 7, 1, 7, 2}, kNoFrame, false},
                           {"get", {1, 3, 1, 3, 2}, FrameId{0}, true}};
  packed.program.codes[0].instrs[0].frame = FrameId{1};
  const std::optional<Packed> back = unpack(pack(packed));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->program.sources[1].owner, Source::Owner::Library);
  EXPECT_EQ(chainOf(back->program, back->program.codes[0].instrs[0].frame),
            (std::vector<FrameId>{FrameId{1}, FrameId{0}}));
  EXPECT_EQ(userFrame(back->program, FrameId{1}), FrameId{0});
  EXPECT_EQ(back->program.frames[1].function, "get");

  Packed endless = packed;
  endless.program.frames[0].caller = FrameId{1};
  EXPECT_FALSE(unpack(pack(endless)));
  Packed outside = packed;
  outside.program.codes[0].instrs[0].frame = FrameId{2};
  EXPECT_FALSE(unpack(pack(outside)));
  Packed fileless = packed;
  fileless.program.frames[1].span.file = 2;
  EXPECT_FALSE(unpack(pack(fileless)));
}

TEST(Pack, ExtremeNumbersSurvive) {
  Packed packed;
  Location location;
  location.name = "x";
  location.type = {INT64_MIN, INT64_MAX, IntType::Overflow::Wrap};
  location.init = {INT64_MIN, -1, 0, 1, INT64_MAX};
  location.isArray = true;
  packed.program.locations = {location};
  const std::optional<Packed> back = unpack(pack(packed));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->program.locations[0].init, location.init);
  EXPECT_EQ(back->program.locations[0].type, location.type);
}

}  // namespace
}  // namespace robur
