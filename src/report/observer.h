// The interface through which results are reported.
//
// A subcommand calls one function of an Observer for every result, in the order in which results
// become known; an observer writes them in its format. Each format implements it once, and
// format.h lists them. The modules that answer questions (check, verify, prove, repair,
// run) print nothing.
//
// The calls are: begin, then any number of rejected and result events, then end. An observer that
// has nothing to say about an event inherits the empty function.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "program/source.h"
#include "result/alternatives.h"
#include "result/check_result.h"
#include "result/prove_result.h"
#include "result/repair_result.h"
#include "result/run_result.h"
#include "result/verify_result.h"

namespace robur {

// Receives an observer's output, piece by piece.
using Sink = std::function<void(std::string_view)>;

// What will be asked: every file under every model, file by file.
struct Plan {
  std::vector<std::string> files;
  std::vector<ModelName> models;
  std::vector<std::string> command = {};  // the arguments that repeat it, `robur` not included
};

struct Observer {
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  // The first event. `plan` says how many results to expect; limits, bad input and Ctrl-C can lead
  // to fewer.
  virtual void begin(const Plan& /*plan*/) {}

  // A file that is not a valid program. `file` is its name as on the command line, `diagnostics`
  // say why; their spans refer to `sources`, the files that were read. The diagnostics have been
  // printed on stderr already: this event is for formats that repeat them in the result.
  virtual void rejected(std::string_view /*file*/, const std::vector<Source>& /*sources*/,
                        const std::vector<Diagnostic>& /*diagnostics*/) {}

  // check: the verdict on one program under one model. Spans in `result` refer to the sources of
  // `program`, which has none if a limit was reached before it was read.
  virtual void checked(const Program& /*program*/, const Result& /*result*/) {}

  // check: what else the verdicts on the last program could be. It takes many further checks, so it
  // is asked for.
  virtual bool wantsAlternatives() const { return false; }
  virtual void alternatives(const Alternatives& /*alternatives*/) {}

  // verify: whether something bad can happen in one program under one model. Spans and threads in
  // `verification` are those of `program`.
  virtual void verified(const Program& /*program*/, const Verification& /*verification*/) {}

  // repair and relax: the cheapest changes to one program for all models of the plan. `program` is
  // the program before any change; if files were rewritten, that has happened already.
  virtual void repaired(const Program& /*program*/, const RepairResult& /*result*/) {}

  // prove: which writes of one program are atomic under TSO, and what follows. The result carries
  // its source text, since the program may be infinite and has no Program.
  virtual void proved(const ProofResult& /*result*/) {}

  // run: what all executions of one command found. Called once, at the end of the campaign.
  virtual void ran(const RunResult& /*result*/) {}

  // The last event, also after Ctrl-C. The output is complete afterwards.
  virtual void end() {}
};

}  // namespace robur
