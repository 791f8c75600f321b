#include "program/model_info.h"

#include <algorithm>

namespace robur {

const char* spelling(ModelName model) {
  return infoOf(model).name;
}

const char* titleOf(ModelName model) {
  return infoOf(model).title;
}

std::optional<ModelName> modelNamed(std::string_view name) {
  for (const ModelInfo& info : kModels) {
    if (name == info.name) return info.model;
  }
  return std::nullopt;
}

std::vector<ModelName> modelsWith(bool ModelInfo::*flag) {
  std::vector<ModelName> out;
  for (const ModelInfo& info : kModels) {
    if (info.*flag) out.push_back(info.model);
  }
  return out;
}

std::vector<ModelName> weakModels() {
  std::vector<ModelName> out;
  for (const ModelInfo& info : kModels) {
    if (!info.isReference()) out.push_back(info.model);
  }
  return out;
}

std::string listOf(const std::vector<ModelName>& models, std::string_view lastWord) {
  std::string out;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (i > 0) {
      const bool last = i + 1 == models.size() && !lastWord.empty();
      out += last ? ' ' + std::string(lastWord) + ' ' : std::string(", ");
    }
    out += spelling(models[i]);
  }
  return out;
}

std::string listOfAllModels() {
  return listOf({kAllModels.begin(), kAllModels.end()}, "");
}

}  // namespace robur
