// Lowers the tree to the program that is checked.
#pragma once

#include "frontend/rob/file_lowering.h"
#include "program/program.h"

namespace robur::frontend_rob {

// The program is meaningful only if no error was reported.
Program lower(const FileNode& file, const Lowering& context);

}  // namespace robur::frontend_rob
