// The names of the memory models. What they mean is in models/ (monitors) and graph/ (axioms).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace robur {

enum class ModelName : std::uint8_t { Sc, Tso, Sra, Ra, Rc20, Rc11 };

inline constexpr ModelName kAllModels[] = {ModelName::Sc, ModelName::Tso,  ModelName::Sra,
                                           ModelName::Ra, ModelName::Rc20, ModelName::Rc11};

// What is asked if nobody says which: RC11 decides what RC20 does, and sc accesses as well.
inline constexpr ModelName kDefaultModels[] = {ModelName::Sc, ModelName::Tso, ModelName::Sra,
                                               ModelName::Ra, ModelName::Rc11};

const char* spelling(ModelName model);  // "rc20", as on the command line
const char* titleOf(ModelName model);   // "RC20", as in a sentence
std::optional<ModelName> modelNamed(std::string_view name);

}  // namespace robur
