// The same in JSON.
#include <nlohmann/json.hpp>

#include "prove/report.h"

namespace robur::prove {

namespace {

using Json = nlohmann::ordered_json;

const char* spelling(Rule rule) {
  switch (rule) {
    case Rule::NothingOvertakes:
      return "nothing-overtakes";
    case Rule::ReadsMoveRight:
      return "reads-move-right";
    case Rule::MovesLeft:
      return "moves-left";
    case Rule::None:
      return "not-atomic";
    case Rule::Unknown:
      return "unknown";
  }
  return "";
}

Json placeOf(const Span& span) {
  return {{"line", span.line}, {"column", span.column}};
}

Json stateOf(const State& state) {
  Json out = Json::object();
  for (const auto& [name, value] : state) out[name] = value;
  return out;
}

Json actionOf(const Proof& proof, std::size_t t, std::size_t a) {
  const Thread& thread = proof.system.threads[t];
  Json out = placeOf(thread.actions[a].span);
  out["thread"] = thread.name;
  out["text"] = thread.actions[a].text;
  return out;
}

Json conflictOf(const Proof& proof, const Conflict& c) {
  return {{"mover", actionOf(proof, c.thread, c.action)},
          {"other", actionOf(proof, c.otherThread, c.otherAction)},
          {"state", stateOf(c.state)}};
}

Json claimOf(const Proof& proof, const LostClaim& l) {
  Json out = placeOf(l.claim.span);
  out["kind"] = kindName(l.claim.kind);
  out["what"] = claimText(l.claim);
  out["answer"] = l.answer == Answer::Unknown ? "unknown" : "refuted";
  if (l.breaker) out["after"] = actionOf(proof, l.breaker->first, l.breaker->second);
  out["from"] = stateOf(l.before);
  return out;
}

}  // namespace

Json proofJson(const Proof& proof, const std::optional<Suggestions>& suggestions) {
  Json out;
  out["file"] = proof.system.source.path;
  out["model"] = "tso";
  out["verdict"] = proof.proved()
                       ? (proof.abstractions > 0                            ? "abstracted"
                          : proof.robustness == Robustness::UpToEqualValues ? "equal-values"
                                                                            : "robust")
                   : proof.robustness == Robustness::Unknown ? "unknown"
                                                             : "not-proved";
  out["meaning"] = meaningOf(proof);
  out["abstractions"] = proof.abstractions;
  out["right_movers"] = proof.rightMovers;
  out["left_movers"] = proof.leftMovers;
  out["obligations"] = proof.obligations;
  out["seconds"] = proof.seconds;
  out["writes"] = Json::array();
  for (const WriteVerdict& v : proof.writes) {
    Json w = actionOf(proof, v.thread, v.action);
    w["rule"] = spelling(v.rule);
    w["equal_values"] = v.equalValues;
    w["overtaken_by"] = Json::array();
    for (const std::size_t r : v.reads) w["overtaken_by"].push_back(actionOf(proof, v.thread, r));
    if (v.readConflict) w["read_conflict"] = conflictOf(proof, *v.readConflict);
    if (v.writeConflict) w["write_conflict"] = conflictOf(proof, *v.writeConflict);
    out["writes"].push_back(std::move(w));
  }
  out["lost_invariants"] = Json::array();
  for (const LostClaim& l : proof.lost) out["lost_invariants"].push_back(claimOf(proof, l));
  out["failed_claims"] = Json::array();
  for (const LostClaim& l : proof.failed) out["failed_claims"].push_back(claimOf(proof, l));
  out["bad_abstractions"] = Json::array();
  for (const BadAbstraction& b : proof.badAbstractions) {
    Json bad = actionOf(proof, b.thread, b.action);
    bad["read"] = b.read;
    out["bad_abstractions"].push_back(std::move(bad));
  }
  if (!proof.found.empty()) {
    out["found"] = Json::array();
    for (const Proof::Found& f : proof.found) {
      Json one = f.everywhere ? Json::object() : placeOf(f.before);
      one["invariant"] = f.claim;
      out["found"].push_back(std::move(one));
    }
  }
  if (suggestions) {
    out["suggestions"] = Json::array();
    for (const Suggestion& s : suggestions->list) {
      Json one = placeOf(s.span);
      one["load"] = s.load;
      one["havoc"] = s.statement;
      out["suggestions"].push_back(std::move(one));
    }
    out["suggestions_suffice"] = suggestions->suffices;
  }
  return out;
}

}  // namespace robur::prove
