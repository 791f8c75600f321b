// A part of the random programs of one model, so that a property is several tests, which run side
// by side.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "program/model_info.h"

namespace robur::testing {

struct Shard {
  ModelName model;
  std::uint64_t number;
};

inline std::vector<Shard> shardsOf(ModelName model, std::uint64_t count) {
  std::vector<Shard> out;
  for (std::uint64_t i = 0; i < count; ++i) out.push_back({model, i});
  return out;
}

inline std::string shardName(const ::testing::TestParamInfo<Shard>& test) {
  return std::string(spelling(test.param.model)) + "_" + std::to_string(test.param.number);
}

}  // namespace robur::testing
