// The monitor as a worker of the search sees it: numbers of states in, numbers out.
//
// Rows are unpacked for the state at hand, and for questions that were not asked before.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "explore/codec.h"
#include "explore/config.h"
#include "explore/row_memo.h"
#include "explore/row_states.h"

namespace robur {

template <int W>
class Watch {
 public:
  static constexpr bool kWhole = true;   // it looks at all rows of a state together
  static constexpr bool kNotes = false;  // it does not want steps noted down

  Watch(const RowCodec<W>& codec, RowStates& states)
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

  RowsId number(const RowBlock<W>& block) {
    if (width == 0) return 0;
    codec.pack(block, packed.data());
    return states.number(packed.data());
  }
  RowBlock<W> block(RowsId id) const { return codec.block(states, id); }

  // The state that is asked about from now on.
  void look(RowsId id) {
    if (width == 0) return;
    Unpacked& place = unpacked[id & mask];
    if (place.id != id) {
      codec.unpack(states.packed(id), place.block);
      place.id = id;
    }
    here = &place;
  }
  RowsId id() const { return here ? here->id : 0; }
  // Its rows.
  Bits<W>* rows() const { return here ? here->block.rows() : nullptr; }
  // What it becomes by change(rows), which depends on `event` and `about` alone.
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t about, const Change& change) {
    if (width == 0) return 0;
    const RowMemo::Question question{here->id, event, about};
    if (const RowsId* known = find(question)) [[likely]]
      return *known;
    return ask(question, here->block, change);
  }
  // What another state becomes.
  template <class Change>
  RowsId changed(RowsId id, std::uint32_t event, std::uint64_t about, const Change& change) {
    if (width == 0) return 0;
    const RowMemo::Question question{id, event, about};
    if (const RowsId* known = find(question)) return *known;
    return ask(question, block(id), change);
  }

  // For who cannot say what an answer depends on.
  void neverRemember() { remembers = false; }

  std::uint64_t bytes() const { return memo.bytes(); }

 private:
  static constexpr std::size_t kUnpacked = std::size_t{1} << 16;  // bytes, about
  static constexpr RowsId kNone = ~RowsId{0};

  struct Unpacked {
    RowsId id;
    RowBlock<W> block;
  };

  const RowsId* find(const RowMemo::Question& question) const {
    return remembers ? memo.find(question) : nullptr;
  }
  template <class Change>
  RowsId ask(const RowMemo::Question& question, const RowBlock<W>& block, const Change& change) {
    scratch.copy(block);
    change(scratch.rows());
    const RowsId answer = number(scratch);
    if (remembers) memo.keep(question, answer);
    return answer;
  }

  const RowCodec<W>& codec;
  RowStates& states;
  const std::size_t width;  // words that rows take, packed
  RowMemo memo;
  bool remembers = true;
  std::vector<Unpacked> unpacked;
  std::size_t mask = 0;
  Unpacked* here = nullptr;
  std::vector<std::uint64_t> packed;
  RowBlock<W> scratch;
};

}  // namespace robur
