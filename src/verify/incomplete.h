// Why an enumeration of execution graphs did not visit all of them.
#pragma once

#include <string>

#include "executions/enumerate.h"

namespace robur::verify {

// Empty if it is complete, or was ended by the visitor. `unroll`: the limit of rounds, 0 for none.
std::string whyIncomplete(const Program& program, const executions::Enumeration& enumeration,
                          std::uint32_t unroll = 0);

// The place of the loop at which a thread was cut off; unknown if none was.
Span loopOf(const Program& program, const executions::Enumeration& enumeration);

}  // namespace robur::verify
