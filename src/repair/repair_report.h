// What a repair is told as: the diff, one sentence per change that says which violation it
// prevents, the price, and what was proved. The same in JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "program/source.h"
#include "repair/repair.h"
#include "repair/words.h"
#include "report/paint.h"

namespace robur {

struct FileChange {
  std::string path;
  std::string before;
  std::string after;
};

struct RepairStory {
  std::string file;
  Wording wording = Wording::Short;
  bool relaxing = false;  // the question was what can be taken away
  std::vector<ModelName> models;
  const Draft* draft = nullptr;
  const Repair* repair = nullptr;
  std::vector<std::vector<FileChange>> variants;  // the files that each solution changes
  std::uint64_t givenPrice = 0;                   // relaxing: of what the user wrote
  std::vector<std::string> written;               // files that have been rewritten
};

std::string repairText(const RepairStory& story, const Paint& paint);
nlohmann::json repairJson(const RepairStory& story);

}  // namespace robur
