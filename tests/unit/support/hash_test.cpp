// The tables against std::map, with hashes that are good, bad and constant.
#include "support/hash.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/hash_index.h"
#include "support/hash_map.h"

namespace robur {

namespace {

struct Good {
  std::uint64_t operator()(std::uint64_t key) const { return mixed(kHashSeed, key); }
};
struct Constant {
  std::uint64_t operator()(std::uint64_t) const { return 63; }  // probing wraps around at once
};

template <class Hash>
void compareWithMap(std::uint64_t keys, std::uint64_t steps) {
  HashMap<std::uint64_t, int, Hash> map;
  std::map<std::uint64_t, int> expected;
  EXPECT_EQ(map.find(0), nullptr);
  for (std::uint64_t i = 0; i < steps; ++i) {
    const std::uint64_t key = mixed(7, i) % keys;
    const auto [value, isNew] = map.at(key);
    EXPECT_EQ(isNew, !expected.contains(key));
    EXPECT_EQ(value, expected[key]);
    value = expected[key] = static_cast<int>(i);
  }
  EXPECT_EQ(map.size(), expected.size());
  for (std::uint64_t key = 0; key < keys; ++key) {
    const int* found = map.find(key);
    EXPECT_EQ(found != nullptr, expected.contains(key));
    EXPECT_EQ(found == nullptr ? 0 : *found, expected[key]);
  }
  map.clear();
  EXPECT_EQ(map.size(), 0u);
  EXPECT_EQ(map.find(1), nullptr);
}

TEST(HashMap, BehavesLikeAMap) {
  compareWithMap<Good>(5000, 8000);
  compareWithMap<Constant>(100, 300);
}

TEST(HashIndex, FindsNumbersOfThingsKeptElsewhere) {
  for (const bool good : {true, false}) {
    std::vector<std::string> things;
    HashIndex index;
    const auto hashOf = [&](std::uint64_t i) { return good ? mixed(3, i) : i % 2; };
    const auto numberOf = [&](std::uint64_t i) {
      const auto same = [&](std::uint32_t n) { return things[n] == std::to_string(i); };
      return index.find(hashOf(i), same);
    };
    const std::uint64_t count = good ? 3000 : 200;
    for (std::uint64_t i = 0; i < count; ++i) {
      EXPECT_EQ(numberOf(i), HashIndex::kNone);
      index.add(hashOf(i), static_cast<std::uint32_t>(things.size()));
      things.push_back(std::to_string(i));
    }
    EXPECT_EQ(index.size(), count);
    for (std::uint64_t i = 0; i < count; ++i) EXPECT_EQ(numberOf(i), i);
  }
}

// Each input bit must reach the low bits of the hash, since these select the slot.
TEST(Hash, EveryBitChangesTheSlot) {
  for (int bit = 0; bit < 64; ++bit) {
    int different = 0;
    for (std::uint64_t i = 0; i < 64; ++i) {
      const std::uint64_t value = mixed(1, i);
      const std::uint64_t changed = value ^ (std::uint64_t{1} << bit);
      different += (mixed(kHashSeed, value) & 1023) != (mixed(kHashSeed, changed) & 1023);
    }
    EXPECT_GE(different, 56) << "bit " << bit;
  }
}

}  // namespace

}  // namespace robur
