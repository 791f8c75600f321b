// From reads to read options: which threads can have written the value that is read.
#pragma once

#include <optional>
#include <vector>

#include "verify/requirement.h"

namespace robur::verify {

// Every choice of writers for a read, and for a word of reads. The latter is empty if there are
// more than kMostWriterChoices.
std::vector<ReadOption> writerChoices(const ThreadSystem& system, std::uint32_t cell,
                                      ValueSet values, bool update);
std::optional<std::vector<OptionList>> writerChoices(const ThreadSystem& system, const Word& word);
// Choices multiply along a word; beyond this many the verdict is "unknown" instead of running out
// of memory.
inline constexpr std::size_t kMostWriterChoices = 20000;

}  // namespace robur::verify
