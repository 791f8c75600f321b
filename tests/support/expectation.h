// What a corpus program says about itself in its first lines, see tests/corpus/README.md.
//
// The reader is strict: a key it does not know, a value that makes no sense or a header line
// in the middle of the program is an error, because an expectation that is not read would
// look like one that is met.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/model_name.h"
#include "result/check_result.h"
#include "result/consequence.h"
#include "verify/verify.h"

namespace robur {

// "harmful hang", "different": what `robur check` says of a violation. `bad` is part of it only if
// it is harmful.
struct ExpectedConsequence {
  Consequence::Answer answer;
  Consequence::Bad bad = Consequence::Bad::Nothing;
  bool operator==(const ExpectedConsequence&) const = default;
};

struct Expectation {
  std::map<ModelName, Verdict> verdicts;
  std::set<ModelName> races;
  std::map<ModelName, Safety> safety = {};  // what `robur verify` says
  std::string reach = {};                   // the state that it is asked about; empty: assertions
  std::map<ModelName, Verdict> observational = {};  // of robustness, with --observational
  std::map<ModelName, ExpectedConsequence> consequences = {};
  std::set<Property> faults = {};  // other than failing assertions
  bool assertionFails = false;
  bool blocks = false;  // some thread can wait forever
  bool hangs = false;   // `safety` is about threads that wait forever, too
  bool exactLoops = false;
  bool slow = false;
  bool open = false;  // too large for an answer, so far
  std::string source;
};

struct Header {
  Expectation expectation;
  std::vector<std::string> errors;  // "line 3: there is no model called rax"
};

Header readHeader(std::string_view text);

const char* headerWord(Verdict verdict);

}  // namespace robur
