// What a repair is told as: the diff, one sentence per change that says which violation it
// prevents, the price, and what was proved. The same in JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "program/source.h"
#include "repair/repair.h"
#include "report/paint.h"

namespace robur {

struct RepairStory {
  std::string file;
  bool relaxing = false;  // the question was what can be taken away
  std::vector<ModelName> models;
  const Draft* draft = nullptr;
  const Repair* repair = nullptr;
  std::vector<std::string> texts;  // the source with each solution made
  std::string before;
  std::uint64_t givenPrice = 0;  // relaxing: of what the user wrote
  bool written = false;          // the file has been rewritten
};

std::string repairText(const RepairStory& story, const Paint& paint);
nlohmann::json repairJson(const RepairStory& story);

}  // namespace robur
