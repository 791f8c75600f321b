// Results as answers with lists of problems: what tools that collect findings of many programs want
// to know of each. SARIF, GitHub's annotations and JUnit are written from this form. It has words
// and places, but no layout; severities are those of the text and JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/format.h"
#include "report/narrate.h"
#include "report/observer.h"
#include "result/decision.h"

namespace robur {

// Part of a file. Lines and columns count from 1, columns in characters. The line is 0 if it is not
// known, and the file is empty if there is none.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t endLine = 0;  // the end is exclusive; 0: not known
  std::uint32_t endColumn = 0;

  bool operator==(const Place&) const = default;
};

Place placeOf(const std::vector<Source>& sources, const Span& span);

struct Problem {
  // An access that belongs to the problem, and its part in it.
  struct Access {
    Place place;
    std::string text;
  };

  // A step of a run. `number` is that of its access, 0 if it is none of them.
  struct Step {
    std::string thread;
    Place place;
    std::string text;
    unsigned number = 0;
  };

  // Lines of one file that have another text: `count` lines, from `first` on.
  struct Edit {
    std::string file;
    std::uint32_t first = 1;
    std::uint32_t count = 0;
    std::uint32_t endColumn = 1;  // not 1: the last line has no end, and this is where it ends
    std::string text;
  };

  // Edits that belong together.
  struct Fix {
    std::string description;
    std::vector<Edit> edits;
  };

  Severity severity = Severity::Error;
  std::string rule;                  // rules.h lists them
  std::string message;               // one sentence
  std::vector<std::string> details;  // further sentences
  Place place;
  std::string thread;
  std::string accepted;  // the reason why the user has accepted it
  bool acceptedInSource = false;
  std::vector<Access> accesses;
  std::vector<Step> run;  // in the order in which the steps are taken
  std::vector<Fix> fixes;
  // What is the same after lines have been inserted above: the statements involved and their
  // threads.
  std::string identity;
};

struct Answer {
  std::string file;      // the program
  std::string model;     // "ra"; empty if the question has none, or several
  std::string question;  // "robust against RA"
  Decision decision = Decision::Unknown;
  std::string reason;  // Decision::Unknown: why
  double seconds = 0;
  std::vector<Problem> problems;
};

// The problem that a finding is. Its message is the narration's headline.
Problem problemOf(const Program& program, const Finding& finding, const Narration& narration,
                  Severity severity);

Answer answerOf(const Program& program, const Result& result, bool acceptHarmless);
Answer answerOf(const Program& program, const Verification& verification);
Answer answerOf(const Program& program, const RepairResult& result);
Answer answerOf(const ProofResult& result);
Answer answerOf(const RunResult& result, bool allowBounded);

// Lines that a relaxed program has in another form. Relaxing has no violations: each is a problem
// of severity Note.
std::vector<Problem::Edit> editsOf(const RepairSolution& solution);

// Turns every event into an answer.
class AnswerObserver : public Observer {
 public:
  explicit AnswerObserver(const ReportOptions& options);

  void checked(const Program& program, const Result& result) override;
  void verified(const Program& program, const Verification& verification) override;
  void repaired(const Program& program, const RepairResult& result) override;
  void proved(const ProofResult& result) override;
  void ran(const RunResult& result) override;

 protected:
  virtual void answered(const Answer& answer) = 0;

 private:
  bool acceptHarmless_;
  bool allowBounded_;
};

}  // namespace robur
