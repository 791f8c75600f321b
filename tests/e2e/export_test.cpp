// robur export. What Spin makes of the model is another suite's question.
#include <gtest/gtest.h>

#include "e2e/run.h"

namespace robur::test {

namespace {

TEST(Export, WritesPromela) {
  const Ran ran = run({"export", "--promela", "--model", "ra", "dekker.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_NE(ran.out.find("proctype"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST(Export, OneFileAndOneModel) {
  EXPECT_EQ(run({"export", "--promela", "--model", "ra,tso", "dekker.rob"}).exit, 2);
  EXPECT_EQ(run({"export", "--promela", "--model", "ra", "dekker.rob", "message.rob"}).exit, 2);
  EXPECT_EQ(run({"export", "--promela", "--model", "ra", "broken.rob"}).exit, 2);
}

TEST(Export, WhatCannotBeSaidIsNamed) {
  const Ran ran = run({"export", "--promela", "--model", "rc20", "--language", "rob", "-"},
                      {.input = "atomic x; thread a { x.store(1, sc); }\n"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("cannot be expressed in Promela"), std::string::npos) << ran.err;
}

}  // namespace

}  // namespace robur::test
