// The header reader must not let anything pass that it does not understand.
#include "support/expectation.h"

#include <gtest/gtest.h>

namespace robur {
namespace {

using Errors = std::vector<std::string>;

TEST(Expectation, ReadsEveryKey) {
  const Header header = readHeader(
      "//! exact-loops\n"
      "//! slow\n"
      "//! open\n"
      "//! tso: robust\n"
      "//! ra, rc20: not-robust\n"
      "//! race rc20: yes\n"
      "//! assert: fails\n"
      "//! blocked: yes\n"
      "//! fault: overflow\n"
      "//! fault: mixed-access\n"
      "//! observational ra: robust\n"
      "//! consequence ra: harmful hang\n"
      "//! hangs\n"
      "//! verify sra: safe\n"
      "//! verify ra, tso: unknown\n"
      "//! reach: at(a, cs) && x == 1\n"
      "//! source: a book: page 3\n"
      "// prose\n"
      "atomic bool x;\n");
  EXPECT_EQ(header.errors, Errors{});
  const Expectation& e = header.expectation;
  EXPECT_TRUE(e.exactLoops && e.slow && e.open && e.assertionFails && e.blocks && e.hangs);
  const std::map<ModelName, Verdict> verdicts = {{ModelName::Tso, Verdict::Robust},
                                                 {ModelName::Ra, Verdict::NotRobust},
                                                 {ModelName::Rc20, Verdict::NotRobust}};
  EXPECT_EQ(e.verdicts, verdicts);
  EXPECT_EQ(e.faults, (std::set{Property::Overflow, Property::MixedAccess}));
  const std::map<ModelName, Verdict> observational = {{ModelName::Ra, Verdict::Robust}};
  EXPECT_EQ(e.observational, observational);
  const std::map<ModelName, ExpectedConsequence> consequences = {
      {ModelName::Ra, {Consequence::Answer::Harmful, Consequence::Bad::Hang}}};
  EXPECT_EQ(e.consequences, consequences);
  EXPECT_EQ(e.races, std::set<ModelName>{ModelName::Rc20});
  EXPECT_EQ(e.source, "a book: page 3");
  const std::map<ModelName, Safety> safety = {{ModelName::Sra, Safety::Safe},
                                              {ModelName::Ra, Safety::Unknown},
                                              {ModelName::Tso, Safety::Unknown}};
  EXPECT_EQ(e.safety, safety);
  EXPECT_EQ(e.reach, "at(a, cs) && x == 1");
}

TEST(Expectation, ReadsTrenchersComments) {
  const Header header = readHeader("#! tso: robust\n#! source: here\n# prose\n");
  EXPECT_EQ(header.errors, Errors{});
  EXPECT_EQ(header.expectation.verdicts.count(ModelName::Tso), 1u);
}

TEST(Expectation, MissesWhatIsMissing) {
  EXPECT_EQ(readHeader("// just prose\n").errors,
            (Errors{"no verdict for any model", "no source"}));
  EXPECT_EQ(readHeader("").errors, (Errors{"no verdict for any model", "no source"}));
}

TEST(Expectation, RejectsWhatItDoesNotKnow) {
  const auto errorsOf = [](const std::string& line) {
    return readHeader("//! tso: robust\n//! source: s\n//! " + line + "\n").errors;
  };
  EXPECT_EQ(errorsOf("fault: bad"), Errors{"line 3: `bad` is no fault"});
  EXPECT_EQ(errorsOf("quick"), Errors{"line 3: unknown key `quick`"});
  EXPECT_EQ(errorsOf("colour: red"), Errors{"line 3: unknown key or model `colour`"});
  EXPECT_EQ(errorsOf("ra, rax: robust"), Errors{"line 3: unknown key or model `rax`"});
  EXPECT_EQ(errorsOf("ra: perhaps"), Errors{"line 3: `perhaps` is no verdict"});
  EXPECT_EQ(errorsOf("sc: robust"), Errors{"line 3: every program is robust against SC"});
  EXPECT_EQ(errorsOf("tso: robust"), Errors{"line 3: tso is named twice"});
  EXPECT_EQ(errorsOf("source: t"), Errors{"line 3: source is said twice"});
  EXPECT_EQ(errorsOf("assert: holds"),
            Errors{"line 3: assert is followed by `fails`, not by `holds`"});
  EXPECT_EQ(errorsOf("race tso: no"), Errors{"line 3: race is followed by `yes`, not by `no`"});
  EXPECT_EQ(errorsOf("race tso: yes"), Errors{"a race under tso needs the verdict not-robust"});
  EXPECT_EQ(errorsOf("race ra: yes"), Errors{"a race under ra needs the verdict not-robust"});
  EXPECT_EQ(errorsOf("consequence tso: harmless"),
            Errors{"a consequence under tso needs the verdict not-robust"});
  EXPECT_EQ(errorsOf("consequence ra: harmless"),
            Errors{"a consequence under ra needs the verdict not-robust"});
  EXPECT_EQ(errorsOf("consequence ra: harmful"), Errors{"line 3: `harmful` is no consequence"});
  EXPECT_EQ(errorsOf("consequence ra: harmful outcome"),
            Errors{"line 3: `harmful outcome` is no consequence"});
  EXPECT_EQ(errorsOf("consequence ra: harmless hang"),
            Errors{"line 3: `harmless hang` is no consequence"});
  EXPECT_EQ(errorsOf("ra: not-robust\n//! race ra: yes\n//! consequence ra: harmless"),
            Errors{"a race under ra is a consequence already"});
  EXPECT_EQ(errorsOf("hangs"), Errors{"hangs, but no verify line"});
  EXPECT_EQ(errorsOf("slow\n//! slow"), Errors{"line 4: slow is said twice"});
}

TEST(Expectation, RejectsHeaderLinesInTheMiddle) {
  EXPECT_EQ(readHeader("//! tso: robust\n//! source: s\n\n//! ra: robust\n").errors,
            Errors{"line 4: a header line after the header has ended"});
}

}  // namespace
}  // namespace robur
