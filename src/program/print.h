// Prints a program in the .rob language: the form in which generated programs are kept, and to
// which programs in other languages are translated. Control flow is printed as labels and goto, of
// simplified code; names that are not .rob identifiers are replaced. Parsing the result gives the
// same program again: sameUpToNames(simplified(parse(printRob(p))), simplified(p)) holds for every
// valid p whose threads of one code are either copies with the indices 0..n-1 or single threads
// with index 0, and in which no constant index is outside its array, which .rob rejects. Other
// thread indices are printed as constants instead of tid.
#pragma once

#include <string>

#include "program/program.h"

namespace robur {

std::string printRob(const Program& program);
// With the names of the source. The value that a wait reads is "value" in a lone expression.
std::string printExpr(const Program& program, const Code& code, const ExprPtr& e);
// Without the semicolon, and without the targets of control flow: "r = x.load(acq)", "if (r == 0)".
std::string printInstr(const Program& program, const Code& code, const Instr& instr);
const char* spelling(Order order);
const char* spelling(RmwOp op);
std::string spelling(const IntType& type);

}  // namespace robur
