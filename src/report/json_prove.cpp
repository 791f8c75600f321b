// The JSON of prove's results: one entry per file.
#include "report/json_events.h"
#include "report/json_parts.h"
#include "report/proof_words.h"
#include "result/check_result.h"

namespace robur {

namespace {

const char* spelling(AtomicityRule rule) {
  switch (rule) {
    case AtomicityRule::NothingOvertakes:
      return "nothing-overtakes";
    case AtomicityRule::ReadsMoveRight:
      return "reads-move-right";
    case AtomicityRule::MovesLeft:
      return "moves-left";
    case AtomicityRule::None:
      return "not-atomic";
    case AtomicityRule::Unknown:
      break;
  }
  return "unknown";
}

const char* spelling(ProofResult::Verdict verdict) {
  switch (verdict) {
    case ProofResult::Verdict::Robust:
      return "robust";
    case ProofResult::Verdict::EqualValues:
      return "equal-values";
    case ProofResult::Verdict::Abstracted:
      return "abstracted";
    case ProofResult::Verdict::NotProved:
      return "not-proved";
    case ProofResult::Verdict::Unknown:
      break;
  }
  return "unknown";
}

class ProofJson {
 public:
  explicit ProofJson(const ProofResult& result) : result_(result), sources_{result.source} {}

  Json entry() const {
    Json out;
    out["file"] = result_.source.path;
    out["model"] = "tso";
    out["verdict"] = spelling(result_.verdict);
    out["meaning"] = meaningOf(result_);
    out["abstractions"] = result_.abstractions;
    out["right_movers"] = result_.rightMovers;
    out["left_movers"] = result_.leftMovers;
    out["obligations"] = result_.obligations;
    out["seconds"] = result_.seconds;
    out["writes"] = Json::array();
    for (const ProofWrite& w : result_.writes) out["writes"].push_back(write(w));
    out["lost_invariants"] = Json::array();
    for (const ProofClaim& c : result_.lostInvariants) out["lost_invariants"].push_back(claim(c));
    out["failed_claims"] = Json::array();
    for (const ProofClaim& c : result_.failedClaims) out["failed_claims"].push_back(claim(c));
    out["bad_abstractions"] = Json::array();
    for (const BadHavoc& b : result_.badHavocs) {
      Json bad = action(b.action);
      bad["severity"] = spelling(Severity::Error);
      bad["read"] = b.read;
      out["bad_abstractions"].push_back(std::move(bad));
    }
    for (const FoundInvariant& f : result_.found) {
      Json one = f.everywhere ? Json::object() : location(f.before);
      one["invariant"] = f.text;
      out["found"].push_back(std::move(one));
    }
    if (result_.suggestions) addSuggestions(out);
    return out;
  }

 private:
  Json location(const Span& span) const {
    Json out;
    addLocation(out, sources_, span);
    return out;
  }

  Json action(const ProofAction& a) const {
    Json out = location(a.span);
    out["thread"] = a.thread;
    out["text"] = a.text;
    return out;
  }

  static Json state(const ProofState& state) {
    Json out = Json::object();
    for (const auto& [name, value] : state) out[name] = value;
    return out;
  }

  Json conflict(const ProofConflict& c) const {
    return {{"mover", action(c.mover)}, {"other", action(c.other)}, {"state", state(c.state)}};
  }

  Json write(const ProofWrite& w) const {
    Json out = action(w.action);
    if (!isAtomic(w)) out["severity"] = spelling(Severity::Error);
    out["rule"] = spelling(w.rule);
    out["equal_values"] = w.equalValues;
    out["overtaken_by"] = Json::array();
    for (const ProofAction& read : w.reads) out["overtaken_by"].push_back(action(read));
    if (w.readConflict) out["read_conflict"] = conflict(*w.readConflict);
    if (w.writeConflict) out["write_conflict"] = conflict(*w.writeConflict);
    return out;
  }

  Json claim(const ProofClaim& c) const {
    Json out = location(c.span);
    out["severity"] = spelling(Severity::Error);
    out["kind"] = c.kind;
    out["what"] = c.what;
    out["answer"] = c.unknown ? "unknown" : "refuted";
    if (c.breaker) out["after"] = action(*c.breaker);
    out["from"] = state(c.before);
    return out;
  }

  void addSuggestions(Json& out) const {
    out["suggestions"] = Json::array();
    for (const SuggestedHavoc& s : result_.suggestions->list) {
      Json one = location(s.span);
      one["load"] = s.load;
      one["havoc"] = s.havoc;
      out["suggestions"].push_back(std::move(one));
    }
    out["suggestions_suffice"] = result_.suggestions->suffices;
  }

  const ProofResult& result_;
  const std::vector<Source> sources_;
};

}  // namespace

Json proofJson(const ProofResult& result) {
  return ProofJson(result).entry();
}

}  // namespace robur
