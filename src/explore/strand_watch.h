// The monitor as a worker of the search for strands sees it: strands in, strands out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "explore/event_numbers.h"
#include "explore/row_memo.h"
#include "explore/row_states.h"
#include "explore/strand_codec.h"
#include "explore/symmetry.h"

namespace robur {

using StrandId = RowsId;

// A strand, and its number among those of the state that it comes from.
struct Strand {
  StrandId id;
  std::uint32_t entry;
};

template <template <int> class Model, int W>
class StrandWatch {
 public:
  static constexpr bool kWhole = false;

  StrandWatch(const Model<W>& model, const Frame<W>& frame, const StrandCodec<W>& codec,
              RowStates& strands)
      : model(model),
        frame(frame),
        codec(codec),
        strands(strands),
        packed(codec.words()),
        examined(codec.blank()),
        scratch(codec.blank()) {}

  // The strands that steps are about from now on.
  void take(std::span<const Strand> some) { hand.assign(some.begin(), some.end()); }
  std::span<const Strand> taken() const { return hand; }
  // What became of them by the last step, and by sorting threads after it.
  std::span<const Strand> out() const { return results; }

  // Who may have to fear something from a strand, if they are at the place that is told.
  struct Threat {
    ThreadMask threads = 0;
    unsigned where = kNoPlace;
  };
  Threat threat(StrandId id) const {
    const std::uint64_t* words = strands.packed(id);
    const ThreadMask threads = StrandCodec<W>::threatened(words);
    return {threads, threads == 0 ? kNoPlace : codec.where(StrandCodec<W>::column(words))};
  }
  // From now on `rows` are those of this strand.
  void examine(StrandId id) { codec.unpack(strands.packed(id), examined.rows()); }
  Bits<W>* rows() { return examined.rows(); }
  Bits<W>* rows() const { return const_cast<Bits<W>*>(examined.rows()); }

  // Of a block that has only the strand of no column.
  StrandId number(RowBlock<W>& block) { return numberOf(block.rows(), StrandCodec<W>::kNoColumn); }

  // A step is told by what its effect depends on; it changes rows by change(rows).
  void look(RowsId) {}
  RowsId id() const { return 0; }
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t about, const Change& change) {
    results.clear();
    for (const Strand& strand : hand) {
      const RowMemo::Question question{strand.id, event, about};
      const RowsId* known = remembers ? memo.find(question) : nullptr;
      const RowsId answer = known ? *known : ask(question, change);
      if (answer == kDead) continue;
      if ((answer & kList) == 0) [[likely]] {
        results.push_back({answer, strand.entry});
      } else {
        for (const StrandId id : lists[answer & ~kList]) results.push_back({id, strand.entry});
      }
    }
    return 0;
  }
  // Brings the threads of what came out into the order in which their own states sort them.
  void sortOut(const Symmetry<W>& symmetry, const std::uint64_t* locals, unsigned threads) {
    for (Strand& strand : results) strand.id = sorted(strand.id, symmetry, locals, threads);
  }
  StrandId sorted(StrandId id, const Symmetry<W>& symmetry, const std::uint64_t* locals,
                  unsigned threads) {
    const bool keeps = remembers && symmetry.canRank();
    const RowMemo::Question question{id, EventNumbers::kSorting,
                                     keeps ? symmetry.ranks(locals) : 0};
    if (keeps) {
      if (const RowsId* known = memo.find(question)) return *known;
    }
    std::vector<std::uint64_t> own(locals, locals + threads);
    codec.unpack(strands.packed(id), scratch.rows());
    symmetry.sort(own.data(), scratch.rows());
    const StrandId answer = numberOf(scratch.rows(), columnOf(id));
    if (keeps) memo.keep(question, answer);
    return answer;
  }

  void neverRemember() { remembers = false; }
  std::uint64_t bytes() const { return memo.bytes(); }

 private:
  static constexpr RowsId kList = 1u << 31;  // of several strands
  static constexpr RowsId kDead = kList - 1;

  unsigned columnOf(StrandId id) const { return StrandCodec<W>::column(strands.packed(id)); }

  template <class Change>
  [[gnu::noinline]] RowsId ask(const RowMemo::Question& question, const Change& change) {
    const auto id = static_cast<StrandId>(question.step >> 32);
    codec.unpack(strands.packed(id), scratch.rows());
    change(scratch.rows());
    const unsigned column = columnOf(id);
    const Bits<W> columns = codec.columns(scratch.rows());
    RowsId answer = kDead;
    if (column == StrandCodec<W>::kNoColumn) {
      std::vector<StrandId> all{numberOf(scratch.rows(), column)};
      for (unsigned c = 0; c < frame.slots + frame.shadows; ++c) {
        if (columns.has(c)) all.push_back(numberOf(scratch.rows(), c));
      }
      answer = all.front();
      if (all.size() > 1) {
        answer = kList | static_cast<RowsId>(lists.size());
        lists.push_back(std::move(all));
      }
    } else if (columns.has(column)) {
      answer = numberOf(scratch.rows(), column);
    }
    if (remembers) memo.keep(question, answer);
    return answer;
  }

  StrandId numberOf(Bits<W>* rows, unsigned column) {
    codec.pack(rows, column, threatenedBy(rows, column), packed.data());
    const StrandId id = strands.number(packed.data());
    if (id >= kDead) throw std::bad_alloc();
    return id;
  }
  // Everybody for whom some access might be astray, or a race; who it is exactly is found out
  // when somebody is about to make one.
  ThreadMask threatenedBy(Bits<W>* rows, unsigned column) const {
    ThreadMask out = 0;
    if (column == StrandCodec<W>::kNoColumn) return out;
    const Bits<W> it = Bits<W>::single(column);
    for (unsigned t = 0; t < frame.threads; ++t) {
      bool afraid = false;
      if (codec.isShadow(column)) {
        if constexpr (requires { model.races(rows, t, it); }) afraid = model.races(rows, t, it);
      } else if (model.reached(rows, t, codec.where(column))) {
        Outcomes<W> reading, any;
        reading.read = any.read = any.update = it;
        afraid = model.stale(rows, t, reading) || model.stale(rows, t, any);
      }
      out |= ThreadMask{afraid} << t;
    }
    return out;
  }

  const Model<W>& model;
  const Frame<W>& frame;
  const StrandCodec<W>& codec;
  RowStates& strands;
  RowMemo memo;
  bool remembers = true;
  std::vector<std::vector<StrandId>> lists;
  std::vector<Strand> hand;
  std::vector<Strand> results;
  std::vector<std::uint64_t> packed;
  RowBlock<W> examined;
  RowBlock<W> scratch;
};

}  // namespace robur
