// Text as the system that the prover works on; a test whose text is refused fails.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "prove/lower.h"

namespace robur::prove {

inline System lowered(const std::string& text) {
  Lowered result = lower({"test.rob", text});
  EXPECT_TRUE(result.system) << text;
  return result.system ? std::move(*result.system) : System{};
}

}  // namespace robur::prove
