// The monitor as one worker sees it when it stores whole monitor states: numbers of row states in,
// numbers out. Rows are unpacked for the state at hand, and for effects that are not known yet.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "explore/rows/monitor.h"
#include "explore/rows/row_codec.h"
#include "explore/step/row_memo.h"
#include "explore/store/row_states.h"

namespace robur {

class WholeRowsView {
 public:
  static constexpr bool kWhole = true;     // all rows of a state are at hand
  static constexpr bool kRecords = false;  // steps are not recorded

  WholeRowsView(const Monitor&, const RowCodec& codec, RowStates& states)
      : codec(codec),
        states(states),
        width(codec.words()),
        packed(codec.words()),
        scratch(codec.blank()) {
    const std::size_t each = std::max<std::size_t>(1, 8 * codec.words());
    const std::size_t count = std::bit_floor(std::clamp<std::size_t>(kUnpacked / each, 1, 256));
    if (width > 0) unpacked.assign(count, {kNone, codec.blank()});
    mask = count - 1;
  }

  RowsId number(const RowBlock& block) {
    if (width == 0) return 0;
    codec.pack(block, packed.data());
    return states.number(packed.data());
  }
  RowBlock block(RowsId id) const { return codec.block(states, id); }

  // Effects are asked of this state from now on.
  void look(RowsId id) {
    if (width == 0) return;
    Unpacked& entry = unpacked[id & mask];
    if (entry.id != id) {
      codec.unpack(states.at(id), entry.block);
      entry.id = id;
    }
    here = &entry;
  }
  RowsId id() const { return here ? here->id : 0; }
  // Its rows; null if there are none.
  const std::uint64_t* rows() const { return here ? here->block.data() : nullptr; }
  // The state that results from change(rows), which depends on `event` and `liveness` alone.
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t liveness, const Change& change) {
    if (width == 0) return 0;
    const RowMemo::Key key{here->id, event, liveness};
    if (const RowsId* known = find(key)) [[likely]]
      return *known;
    return compute(key, here->block, change);
  }
  // The same for another state than that at hand.
  template <class Change>
  RowsId changed(RowsId id, std::uint32_t event, std::uint64_t about, const Change& change) {
    if (width == 0) return 0;
    const RowMemo::Key key{id, event, about};
    if (const RowsId* known = find(key)) return *known;
    return compute(key, block(id), change);
  }

  // The memo is this worker's own, too.
  void numbersAreOwn() {}

  std::uint64_t bytes() const { return memo.bytes(); }
  std::uint64_t misses() const { return missCount; }

 private:
  static constexpr std::size_t kUnpacked = std::size_t{1} << 16;  // bytes, about
  static constexpr RowsId kNone = ~RowsId{0};

  struct Unpacked {
    RowsId id;
    RowBlock block;
  };

  const RowsId* find(const RowMemo::Key& key) const { return memo.find(key); }
  template <class Change>
  RowsId compute(const RowMemo::Key& key, const RowBlock& block, const Change& change) {
    ++missCount;
    scratch.copy(block);
    change(scratch.data());
    const RowsId result = number(scratch);
    memo.keep(key, result);
    return result;
  }

  const RowCodec& codec;
  RowStates& states;
  const std::size_t width;  // words that rows take, packed
  RowMemo memo;
  std::uint64_t missCount = 0;
  std::vector<Unpacked> unpacked;
  std::size_t mask = 0;
  Unpacked* here = nullptr;
  std::vector<std::uint64_t> packed;
  RowBlock scratch;
};

}  // namespace robur
