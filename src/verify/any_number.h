// verify() for programs with threads of any number. Errors under SC are found for every number, and
// a robust program has no others; for a program that is not robust, instances can be verified one
// by one.
#pragma once

#include "verify/verify.h"

namespace robur::verify {

Verification verifyAnyNumber(const Program& program, ModelName model, const VerifyOptions& options);

}  // namespace robur::verify
