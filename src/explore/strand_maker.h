// The monitor as whoever carries strands along noted steps sees it: for one step, made once more,
// what becomes of some strands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "explore/numbering.h"
#include "explore/strand_codec.h"
#include "explore/symmetry.h"
#include "explore/threats.h"

namespace robur {

template <template <int> class Model, int W>
class StrandMaker {
 public:
  static constexpr bool kWhole = false;
  static constexpr std::uint32_t kDead = ~0u - 1;
  static constexpr std::uint32_t kMost = 1u << 31;

  StrandMaker(const Model<W>& model, const MonitorLayout<W>& layout, const StrandCodec<W>& codec,
              Numbering& strands)
      : model(model),
        layout(layout),
        codec(codec),
        strands(strands),
        packed(codec.words()),
        examined(codec.blank()),
        scratch(codec.blank()) {}

  // The strands that are to be brought along when the step goes this way.
  void bring(const std::vector<std::uint32_t>& some, unsigned way) {
    asked = &some;
    wanted = way;
    count = 0;
  }
  // Has it been the last way?
  bool brought() const { return count == wanted + 1; }
  // What became of them, in their order, or kDead; and those that the step has begun.
  std::vector<std::uint32_t> made, begun;
  // All strands that there are have lower numbers.
  std::uint32_t end() const { return highest; }

  // Both with their threads in the order in which their own states sort them.
  void sort(const Symmetry<W>& symmetry, const std::uint64_t* locals, unsigned threads) {
    for (std::vector<std::uint32_t>* some : {&made, &begun}) {
      for (std::uint32_t& strand : *some) {
        if (strand == kDead) continue;
        std::vector<std::uint64_t> own(locals, locals + threads);
        codec.unpack(strands.at(strand), scratch.rows());
        symmetry.sort(own.data(), scratch.rows());
        strand = numberOf(scratch.rows(), StrandCodec<W>::column(strands.at(strand)));
      }
    }
  }

  // The rows of one strand are looked at from now on.
  void examine(std::uint32_t strand) { codec.unpack(strands.at(strand), examined.rows()); }
  Bits<W>* rows() const { return const_cast<Bits<W>*>(examined.rows()); }

  std::uint32_t number(RowBlock<W>&) { return 0; }
  void look(std::uint32_t) {}
  std::uint32_t id() const { return 0; }
  template <class Change>
  std::uint32_t after(std::uint32_t, std::uint64_t, const Change& change) {
    if (count++ == wanted) bringAll(change);
    return 0;
  }
  void neverRemember() {}
  std::uint64_t bytes() const { return 0; }

 private:
  template <class Change>
  [[gnu::noinline]] void bringAll(const Change& change) {
    made.clear();
    for (const std::uint32_t strand : *asked) {
      const unsigned column = StrandCodec<W>::column(strands.at(strand));
      codec.unpack(strands.at(strand), scratch.rows());
      change(scratch.rows());
      const bool alive = codec.columns(scratch.rows()).has(column);
      made.push_back(alive ? numberOf(scratch.rows(), column) : kDead);
    }
    // The strand of no column, from which others branch off, has nothing in it.
    begun.clear();
    for (Bits<W>* row = scratch.rows(); row != scratch.rows() + model.rowMap().size(); ++row) {
      *row = Bits<W>::none();
    }
    change(scratch.rows());
    const Bits<W> columns = codec.columns(scratch.rows());
    for (unsigned c = 0; c < layout.classes + layout.shadows; ++c) {
      if (columns.has(c)) begun.push_back(numberOf(scratch.rows(), c));
    }
  }
  std::uint32_t numberOf(Bits<W>* rows, unsigned column) {
    codec.pack(rows, column, threatenedBy<Model, W>(model, layout, codec, rows, column),
               packed.data());
    const std::uint32_t strand = strands.number(packed.data());
    if (strand >= kMost) throw std::bad_alloc();
    highest = std::max(highest, strand + 1);
    return strand;
  }

  const Model<W>& model;
  const MonitorLayout<W>& layout;
  const StrandCodec<W>& codec;
  Numbering& strands;
  const std::vector<std::uint32_t>* asked = nullptr;
  unsigned wanted = 0, count = 0;
  std::uint32_t highest = 0;
  std::vector<std::uint64_t> packed;
  RowBlock<W> examined;
  RowBlock<W> scratch;
};

}  // namespace robur
