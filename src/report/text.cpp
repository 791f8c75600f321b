// Results are printed as they arrive. What each event looks like is in text_check.cpp,
// text_verify.cpp, text_repair.cpp, text_prove.cpp and text_run.cpp.
#include "report/text.h"

#include "report/text_events.h"

namespace robur {

namespace {

class Text : public Observer {
 public:
  Text(Sink sink, const ReportOptions& options) : sink_(std::move(sink)), options_(options) {}

  void begin(const Plan& plan) override { plan_ = plan; }

  void rejected(std::string_view file, const std::vector<Source>&,
                const std::vector<Diagnostic>&) override {
    check_.rejected(file);
  }

  void checked(const Program& program, const Result& result) override {
    sink_(check_.result(program, result));
  }

  void verified(const Program& program, const Verification& verification) override {
    sink_(verificationText(program, verification, options_));
  }

  void repaired(const Program& program, const RepairResult& result) override {
    sink_(repairText(program, result, options_));
  }

  void proved(const ProofResult& result) override { sink_(proofText(result, options_)); }

  void ran(const RunResult& result) override { sink_(runText(result)); }

  void end() override { sink_(check_.table(plan_)); }

 private:
  Sink sink_;
  ReportOptions options_;
  Plan plan_;
  CheckText check_{options_};
};

}  // namespace

std::unique_ptr<Observer> textObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Text>(std::move(sink), options);
}

}  // namespace robur
