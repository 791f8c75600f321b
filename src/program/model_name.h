// The names of the memory models. What is known about each is in model_info.h; their rules are in
// models/ (monitors) and graph/ (axioms).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace robur {

// New models go last, since seeds of random tests contain these numbers. The order in which
// models are listed is that of the table in model_info.h.
enum class ModelName : std::uint8_t { Sc, Tso, Sra, Ra, Rc20, Rc11, Pso };
inline constexpr std::size_t kModelCount = 7;

const char* spelling(ModelName model);  // "rc20", as on the command line
const char* titleOf(ModelName model);   // "RC20", as in a sentence
std::optional<ModelName> modelNamed(std::string_view name);

}  // namespace robur
