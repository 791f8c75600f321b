// One function per type for both directions: an archive either appends a value or overwrites it
// with what it reads, so the two directions cannot disagree.
#include "program/pack.h"

#include <concepts>
#include <cstring>

namespace robur {

namespace {

constexpr unsigned kDeepest = 10000;

class Writer {
 public:
  static constexpr bool kReads = false;
  void number(std::uint64_t& v) {
    for (std::uint64_t rest = v; true; rest >>= 7) {
      bytes.push_back(static_cast<char>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0)));
      if (rest <= 0x7f) return;
    }
  }
  void text(std::string& s) {
    std::uint64_t size = s.size();
    number(size);
    bytes += s;
  }
  bool failed = false;
  std::string bytes;
};

class Reader {
 public:
  static constexpr bool kReads = true;
  explicit Reader(std::string_view bytes) : bytes(bytes) {}
  void number(std::uint64_t& v) {
    v = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      if (at == bytes.size()) break;
      const auto byte = static_cast<unsigned char>(bytes[at++]);
      v |= static_cast<std::uint64_t>(byte & 0x7f) << (shift < 64 ? shift : 0);
      if (byte < 0x80) return;
    }
    failed = true;
  }
  void text(std::string& s) {
    std::uint64_t size = 0;
    number(size);
    if (failed || size > bytes.size() - at) {
      failed = true;
      return;
    }
    s.assign(bytes.substr(at, size));
    at += size;
  }
  bool done() const { return !failed && at == bytes.size(); }
  // No list has more entries than there are bytes left.
  bool plausible(std::uint64_t count) const { return count <= bytes.size() - at; }
  bool failed = false;

 private:
  std::string_view bytes;
  std::size_t at = 0;
};

template <class Archive, class T>
requires std::integral<T> || std::is_enum_v<T>
void put(Archive& a, T& value) {
  if constexpr (Archive::kReads) {
    std::uint64_t raw = 0;
    a.number(raw);
    // Small negative numbers stay small: the sign is the lowest bit.
    value =
        static_cast<T>(static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1));
  } else {
    const auto wide = static_cast<std::int64_t>(value);
    std::uint64_t raw =
        (static_cast<std::uint64_t>(wide) << 1) ^ static_cast<std::uint64_t>(wide >> 63);
    a.number(raw);
  }
}

template <class Archive>
void put(Archive& a, std::string& s) {
  a.text(s);
}

template <class Archive, class T>
void put(Archive& a, std::vector<T>& list);
template <class Archive>
void put(Archive& a, ExprPtr& e, unsigned depth = 0);

template <class Archive>
void put(Archive& a, Span& s) {
  put(a, s.file), put(a, s.line), put(a, s.column), put(a, s.endLine), put(a, s.endColumn);
}
template <class Archive>
void put(Archive& a, IntType& t) {
  put(a, t.lo), put(a, t.hi), put(a, t.overflow);
}
template <class Archive>
void put(Archive& a, ExprPtr& e, unsigned depth) {
  auto node = std::make_shared<Expr>(e ? *e : Expr{});
  bool there = e != nullptr;
  put(a, there);
  if (!there) {
    if (Archive::kReads) e = nullptr;
    return;
  }
  if (depth > kDeepest) a.failed = true;
  if (a.failed) return;
  put(a, node->kind), put(a, node->value), put(a, node->reg), put(a, node->location);
  put(a, node->unary), put(a, node->binary);
  put(a, node->lhs, depth + 1), put(a, node->rhs, depth + 1);
  if (Archive::kReads) e = node;
}
template <class Archive>
void put(Archive& a, Source& s) {
  put(a, s.path), put(a, s.text), put(a, s.owner);
}
template <class Archive>
void put(Archive& a, Frame& f) {
  put(a, f.function), put(a, f.span), put(a, f.caller), put(a, f.wrapper);
}
template <class Archive>
void put(Archive& a, Location& l) {
  put(a, l.name), put(a, l.type), put(a, l.atomic), put(a, l.isArray), put(a, l.init);
  put(a, l.pointable), put(a, l.isUnsigned);
  put(a, l.span);
}
template <class Archive>
void put(Archive& a, Register& r) {
  put(a, r.name), put(a, r.type), put(a, r.init), put(a, r.span);
}
template <class Archive>
void put(Archive& a, Instr& i) {
  put(a, i.op), put(a, i.span), put(a, i.frame), put(a, i.dst);
  put(a, i.address.pointer), put(a, i.address.base), put(a, i.address.index);
  put(a, i.address.firstCell), put(a, i.address.endCell);
  put(a, i.value), put(a, i.expected), put(a, i.rmw), put(a, i.order), put(a, i.failOrder);
  put(a, i.orderGiven), put(a, i.lo), put(a, i.hi), put(a, i.next);
  put(a, i.complaint), put(a, i.unsupported), put(a, i.plain);
}
template <class Archive>
void put(Archive& a, Label& l) {
  put(a, l.name), put(a, l.pc);
}
template <class Archive>
void put(Archive& a, Code& c) {
  put(a, c.name), put(a, c.registers), put(a, c.instrs), put(a, c.entry), put(a, c.labels);
  put(a, c.span);
}
template <class Archive>
void put(Archive& a, Thread& t) {
  put(a, t.name), put(a, t.code), put(a, t.index), put(a, t.anyNumber);
}
template <class Archive>
void put(Archive& a, Diagnostic& d) {
  put(a, d.severity), put(a, d.span), put(a, d.message), put(a, d.help);
  put(a, d.code);
}
template <class Archive>
void put(Archive& a, Packed& p) {
  put(a, p.program.sources), put(a, p.program.frames);
  put(a, p.program.locations), put(a, p.program.codes);
  put(a, p.program.threads), put(a, p.program.lockedScStores), put(a, p.diagnostics);
  put(a, p.unfinished), put(a, p.needsNumber), put(a, p.program.bounds);
}

template <class Archive, class T>
void put(Archive& a, std::vector<T>& list) {
  std::uint64_t count = list.size();
  a.number(count);
  if constexpr (Archive::kReads) {
    if (a.failed || !a.plausible(count)) {
      a.failed = true;
      return;
    }
    list.resize(count);
  }
  for (T& one : list) {
    if (!a.failed) put(a, one);
  }
}

// A caller comes before the frames that it called, so chains end.
bool framesStand(const Program& program) {
  for (std::uint32_t f = 0; f < program.frames.size(); ++f) {
    const FrameId caller = program.frames[f].caller;
    if (caller != kNoFrame && raw(caller) >= f) return false;
    if (program.frames[f].span.file >= program.sources.size()) return false;
  }
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.frame != kNoFrame && raw(in.frame) >= program.frames.size()) return false;
    }
  }
  return true;
}

}  // namespace

std::string pack(const Packed& packed) {
  Writer writer;
  Packed copy = packed;
  put(writer, copy);
  return std::move(writer.bytes);
}

std::optional<Packed> unpack(std::string_view bytes) {
  Reader reader(bytes);
  Packed packed;
  put(reader, packed);
  if (!reader.done() || !framesStand(packed.program)) return std::nullopt;
  return packed;
}

}  // namespace robur
