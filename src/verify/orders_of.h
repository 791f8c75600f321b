// Which memory model fits the orders that a program gives, and whether another one ignores them.
//
// A verdict under a stronger model than the program runs on says less than it seems to: message
// passing with relaxed accesses is safe under SRA, which ignores orders, and fails in C++.
#pragma once

#include <string>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::verify {

// The model for a program if none is named: RC11 if an access or a fence gives an order, else SRA,
// which was made for accesses without orders.
ModelName defaultModel(const Program& program);

// Says what the model makes of the orders in the program, and what to do, if it does not follow
// them; else empty.
std::string warningAbout(const Program& program, ModelName model);

}  // namespace robur::verify
