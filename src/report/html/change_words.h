// What the page says of a change that was tried, and of the verdicts with it.
#pragma once

#include <string>

#include "result/alternatives.h"

namespace robur::report_html {

std::string siteText(const Alternative& one);      // "order", "fence before"
std::string strengthText(const Alternative& one);  // "seq_cst", "none"
std::string changeText(const Alternative& one);    // "order seq_cst"; "no fence"

// How the program does with the change.
struct ChangeLook {
  const char* tone;  // a class of the style sheet
  const char* sign;
};

// Good if it is robust against every model and nothing else is wrong, bad if it is robust against
// none, mixed otherwise, and unsure if a verdict is not known.
ChangeLook lookOf(const Alternative& one);

// "robust against TSO; still not robust against RA: this load can miss …, line 12"
std::string answerText(const Alternatives& all, const Alternative& one);

}  // namespace robur::report_html
