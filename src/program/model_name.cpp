// The one table of model names, for the command line and for sentences.
#include "program/model_name.h"

namespace robur {

const char* spelling(ModelName model) {
  switch (model) {
    case ModelName::Sc:
      return "sc";
    case ModelName::Tso:
      return "tso";
    case ModelName::Sra:
      return "sra";
    case ModelName::Ra:
      return "ra";
    case ModelName::Rc20:
      return "rc20";
    case ModelName::Rc11:
      return "rc11";
  }
  return "?";
}

const char* titleOf(ModelName model) {
  switch (model) {
    case ModelName::Sc:
      return "SC";
    case ModelName::Tso:
      return "TSO";
    case ModelName::Sra:
      return "SRA";
    case ModelName::Ra:
      return "RA";
    case ModelName::Rc20:
      return "RC20";
    case ModelName::Rc11:
      return "RC11";
  }
  return "?";
}

std::optional<ModelName> modelNamed(std::string_view name) {
  for (const ModelName model : kAllModels) {
    if (name == spelling(model)) return model;
  }
  return std::nullopt;
}

}  // namespace robur
