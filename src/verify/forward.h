// Forward reachability with potentials of length one: an over-approximation that prunes.
//
// A base is a thread (or the initial writes), a cell and a value. An abstract state says
// which bases each thread may still read, which bases remain readable after reading one,
// and which base is last in modification order; all sets grow when states with the same
// places and last bases are joined. A node of the backward search is kept only if every list
// it demands can be walked in some abstract state with its places. This alone proves most
// safe programs safe.
#pragma once

#include <bitset>
#include <functional>
#include <optional>
#include <unordered_map>

#include "verify/requirement.h"

namespace robur::potentials {

class Forward {
 public:
  static constexpr std::size_t kMostBases = 256;
  using Bases = std::bitset<kMostBases>;

  Forward(const Setting& setting, const ListStore& lists) : setting(setting), lists(lists) {}

  // First with the last write of every cell known, then of those that updates read only. True
  // if one of them was finished: then `allows` may be asked. `stop` ends it early.
  bool explore(const std::function<bool()>& stop);

  bool allows(const Places& places, const Demands& demands);

  std::size_t states() const { return count; }

 private:
  struct Abstract {
    std::vector<std::uint16_t> last;  // per tracked cell, a base
    std::vector<Bases> readable;      // per thread
    std::vector<Bases> after;         // per base, then per tracked cell: after its last write
  };
  struct PlacesHash {
    std::size_t operator()(const Places& p) const;
  };
  using ByPlaces = std::unordered_map<Places, std::vector<Abstract>, PlacesHash>;

  bool number();
  bool run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop);
  void add(const Places& places, Abstract state);
  void step(const Places& places, const Abstract& state, std::uint32_t t, const Macro& macro);
  std::vector<Bases> afterWord(const Abstract& state, Bases start, const Word& word) const;
  bool walks(const Abstract& state, std::uint32_t thread, const OptionList& list) const;
  // Abstract states with these places; and, per list that was asked for, in which of them it can
  // be walked, a bit each.
  struct Matching {
    std::vector<const Abstract*> states;
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> walkable;
  };
  Matching& matching(const Places& places);
  const std::vector<std::uint64_t>& walkable(Matching& where, std::uint32_t thread, ListId list);

  const Setting& setting;
  const ListStore& lists;
  std::vector<std::vector<std::vector<std::uint16_t>>> baseOf;  // writer, cell, value
  std::vector<ReadOption> bases;                                // values: a single one
  std::vector<Bases> ofCell;
  std::vector<std::int32_t> tracked;  // per cell, its index in `last`, or -1
  std::size_t trackedCount = 0;
  ByPlaces known;
  std::vector<std::pair<Places, std::size_t>> work;
  std::size_t count = 0;
  std::unordered_map<Places, Matching, PlacesHash> found;
};

}  // namespace robur::potentials
