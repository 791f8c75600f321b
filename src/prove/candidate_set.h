// The candidate invariants of one control location, or of the whole program, and which of them
// have survived so far.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "prove/claim.h"

namespace robur::prove {

class CandidateSet {
 public:
  // The list must outlive the set. All candidates are alive at first.
  explicit CandidateSet(const std::vector<TermPtr>& candidates)
      : candidates_(&candidates), alive_(candidates.size(), true) {}

  std::size_t size() const { return alive_.size(); }
  const TermPtr& operator[](std::size_t k) const { return (*candidates_)[k]; }
  bool alive(std::size_t k) const { return alive_[k]; }
  std::size_t version() const { return version_; }  // changes whenever a candidate is dropped

  void drop(std::size_t k) {
    alive_[k] = false;
    ++version_;
  }

  // The claim's condition, or a conjunct of it, is candidate k.
  void claimedBy(std::size_t k, const Claim& claim) { claims_[k] = &claim; }
  const Claim* claimOf(std::size_t k) const {
    const auto found = claims_.find(k);
    return found == claims_.end() ? nullptr : found->second;
  }

  // visit(k) for the candidates that are alive.
  template <class Visit>
  void forEachAlive(const Visit& visit) const {
    for (std::size_t k = 0; k < alive_.size(); ++k) {
      if (alive_[k]) visit(k);
    }
  }

  // Alive and not claimed by the program.
  std::vector<TermPtr> found() const {
    std::vector<TermPtr> list;
    forEachAlive([&](std::size_t k) {
      if (claimOf(k) == nullptr) list.push_back((*this)[k]);
    });
    return list;
  }

 private:
  const std::vector<TermPtr>* candidates_;
  std::vector<bool> alive_;
  std::map<std::size_t, const Claim*> claims_;
  std::size_t version_ = 0;
};

}  // namespace robur::prove
