// Each scene is a run under SC whose last access deviates from it.
#include "golden/litmus_scenes.h"

namespace robur::test {

namespace {

using Op = Instr::Op;

}  // namespace

Scene storeBuffering() {
  Scene s("dekker.rob",
          "atomic bool wants_a, wants_b;\n"
          "\n"
          "thread a {\n"
          "  local bool r;\n"
          "  wants_a.store(1, rel);\n"
          "  r = wants_b.load(acq);\n"
          "}\n"
          "thread b {\n"
          "  local bool r;\n"
          "  wants_b.store(1, rel);\n"
          "  r = wants_a.load(acq);\n"
          "}\n");
  const CellId x = s.atomic("wants_a");
  const CellId y = s.atomic("wants_b");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 5, "wants_a.store(1, rel)", x, Order::Rel);
  const Pc loadY = s.at(a, Op::Load, 6, "wants_b.load(acq)", y, Order::Acq);
  const Pc storeY = s.at(b, Op::Store, 10, "wants_b.store(1, rel)", y, Order::Rel);
  const Pc loadX = s.at(b, Op::Load, 11, "wants_a.load(acq)", x, Order::Acq);
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.read(b, loadX, s.initial(x));
  return s;
}

// Thread a calls wrappers of a library, thread b a function of its own for both accesses.
Scene storeBufferingInWrappers() {
  Scene s("client.c",
          "static int swap(atomic_int *to, atomic_int v) {\n"
          "  return lib_read(to, v);\n"
          "}\n"
          "void a(void) {\n"
          "  lib_write(&x, 1);\n"
          "  lib_read(&y);\n"
          "}\n"
          "void b(void) {\n"
          "  swap(&y, 1);\n"
          "  swap(&x, 2);\n"
          "}\n");
  s.program.sources.push_back({"include/lib.h", "", Source::Owner::Library});
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const auto through = [&](ThreadId thread, Pc pc, Frame wrapper, std::vector<Frame> callers) {
    FrameId caller = kNoFrame;
    callers.push_back(std::move(wrapper));
    for (Frame& frame : callers) {
      frame.caller = caller;
      caller = FrameId{static_cast<std::uint32_t>(s.program.frames.size())};
      s.program.frames.push_back(std::move(frame));
    }
    s.program.codes[raw(s.program[thread].code)].instrs[pc].frame = caller;
    return pc;
  };
  const Frame write{"lib_write", {1, 20, 3, 20, 9}, kNoFrame, true};
  const Frame read{"lib_read", {1, 30, 3, 30, 9}, kNoFrame, true};
  const auto line = [&](const char* function, std::uint32_t number, std::string_view text) {
    return Frame{function, s.spanOf(number, text), kNoFrame, false};
  };
  const Frame swap = line("swap", 2, "lib_read(to, v)");
  const Pc storeX = through(a, s.at(a, Op::Store, 5, "lib_write(&x, 1)", x), write,
                            {line("a", 5, "lib_write(&x, 1)")});
  const Pc loadY =
      through(a, s.at(a, Op::Load, 6, "lib_read(&y)", y), read, {line("a", 6, "lib_read(&y)")});
  const Pc storeY = through(b, s.at(b, Op::Store, 2, "lib_read(to, v)", y), read,
                            {line("b", 9, "swap(&y, 1)"), swap});
  const Pc loadX = through(b, s.at(b, Op::Load, 2, "lib_read(to, v)", x), read,
                           {line("b", 10, "swap(&x, 2)"), swap});
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.read(b, loadX, s.initial(x));
  return s;
}

Scene storeBufferingInCopies() {
  Scene s("worker.rob",
          "atomic bool flag_0, flag_1;\n"
          "thread worker[2] {\n"
          "\tlocal bool r;\n"
          "\t(*(&flag_0 + tid)).store(1); r = (*(&flag_0 + 1 - tid)).load();\n"
          "}\n");
  const CellId x = s.atomic("flag_0");
  const CellId y = s.atomic("flag_1");
  const ThreadId a = s.thread("worker[0]");
  const ThreadId b = s.copyOf(a, "worker[1]");
  const Pc store = s.at(a, Op::Store, 4, "(*(&flag_0 + tid)).store(1)", x);
  const Pc load = s.at(a, Op::Load, 4, "(*(&flag_0 + 1 - tid)).load()", y);
  const auto access = [&](Event::Kind kind, ThreadId thread, CellId cell, EventId source) {
    Event event;
    event.kind = kind;
    event.thread = thread;
    event.pc = kind == Event::Kind::Write ? store : load;
    event.cell = cell;
    event.written = kind == Event::Kind::Write ? 1 : 0;
    s.run.push_back(s.graph.add(event, source));
  };
  access(Event::Kind::Write, a, x, s.initial(x));
  access(Event::Kind::Read, a, y, s.initial(y));
  access(Event::Kind::Write, b, y, s.initial(y));
  access(Event::Kind::Read, b, x, s.initial(x));
  return s;
}

Scene storeBufferingWithFence(ModelName model) {
  Scene s("fenced.rob",
          "atomic x, y;\n"
          "thread a { x.store(1); r = y.load(); }\n"
          "thread b { y.store(1); fence(sc); r = x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 2, "x.store(1)", x);
  const Pc loadY = s.at(a, Op::Load, 2, "y.load()", y);
  const Pc storeY = s.at(b, Op::Store, 3, "y.store(1)", y);
  const Pc fence = s.at(b, Op::Fence, 3, "fence(sc)", x, Order::Sc);
  const Pc loadX = s.at(b, Op::Load, 3, "x.load()", x);
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.fence(b, fence, model);
  s.read(b, loadX, s.initial(x));
  return s;
}

Scene storeBufferingWithRmw() {
  Scene s("rmw-between.rob",
          "atomic x, y, z;\n"
          "thread a { x.store(1); r = y.load(); }\n"
          "thread b { y.store(1); z.fetch_add(1); r = x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const CellId z = s.atomic("z");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 2, "x.store(1)", x);
  const Pc loadY = s.at(a, Op::Load, 2, "y.load()", y);
  const Pc storeY = s.at(b, Op::Store, 3, "y.store(1)", y);
  const Pc add = s.at(b, Op::Rmw, 3, "z.fetch_add(1)", z);
  const Pc loadX = s.at(b, Op::Load, 3, "x.load()", x);
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.update(b, add, 1);
  s.read(b, loadX, s.initial(x));
  return s;
}

Scene messagePassing() {
  Scene s("mp.rob",
          "atomic data, ready;\n"
          "thread writer {\n"
          "  data.store(42, rlx);\n"
          "  ready.store(1, rel);\n"
          "}\n"
          "thread reader {\n"
          "  local r;\n"
          "  wait(ready == 1, rlx);\n"
          "  r = data.load(rlx);\n"
          "}\n");
  const CellId x = s.atomic("data");
  const CellId y = s.atomic("ready");
  const ThreadId w = s.thread("writer");
  const ThreadId r = s.thread("reader");
  const Pc storeX = s.at(w, Op::Store, 3, "data.store(42, rlx)", x);
  const Pc storeY = s.at(w, Op::Store, 4, "ready.store(1, rel)", y, Order::Rel);
  const Pc waitY = s.at(r, Op::Wait, 8, "wait(ready == 1, rlx)", y);
  const Pc loadX = s.at(r, Op::Load, 9, "data.load(rlx)", x);
  s.write(w, storeX, 42);
  s.write(w, storeY, 1);
  s.read(r, waitY);
  s.read(r, loadX, s.initial(x));
  return s;
}

Scene lateStore() {
  Scene s("s.rob",
          "atomic x, y;\n"
          "thread a {\n"
          "  x.store(2, rlx);\n"
          "  y.store(1, rlx);\n"
          "}\n"
          "thread b {\n"
          "  r = y.load(rlx);\n"
          "  x.store(1, rlx);\n"
          "}\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 3, "x.store(2, rlx)", x);
  const Pc storeY = s.at(a, Op::Store, 4, "y.store(1, rlx)", y);
  const Pc loadY = s.at(b, Op::Load, 7, "y.load(rlx)", y);
  const Pc late = s.at(b, Op::Store, 8, "x.store(1, rlx)", x);
  s.write(a, storeX, 2);
  s.write(a, storeY, 1);
  s.read(b, loadY);
  s.write(b, late, 1, s.initial(x));
  return s;
}

Scene writeWrite() {
  Scene s("2+2w.rob",
          "atomic x, y;\n"
          "thread a { x.store(1, rel); y.store(2, rel); }\n"
          "thread b { y.store(1, rel); x.store(2, rel); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc ax = s.at(a, Op::Store, 2, "x.store(1, rel)", x, Order::Rel);
  const Pc ay = s.at(a, Op::Store, 2, "y.store(2, rel)", y, Order::Rel);
  const Pc by = s.at(b, Op::Store, 3, "y.store(1, rel)", y, Order::Rel);
  const Pc bx = s.at(b, Op::Store, 3, "x.store(2, rel)", x, Order::Rel);
  s.write(a, ax, 1);
  s.write(a, ay, 2);
  s.write(b, by, 1);
  s.write(b, bx, 2, s.initial(x));
  return s;
}

Scene iriw() {
  Scene s("iriw.rob",
          "atomic x, y;\n"
          "thread w1 { x.store(1, rel); }\n"
          "thread w2 { y.store(1, rel); }\n"
          "thread r1 { local a, b;\n"
          "  a = x.load(acq);\n"
          "  b = y.load(acq);\n"
          "}\n"
          "thread r2 { local c, d;\n"
          "  c = y.load(acq);\n"
          "  d = x.load(acq);\n"
          "}\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId w1 = s.thread("w1");
  const ThreadId w2 = s.thread("w2");
  const ThreadId r1 = s.thread("r1");
  const ThreadId r2 = s.thread("r2");
  const Pc wx = s.at(w1, Op::Store, 2, "x.store(1, rel)", x, Order::Rel);
  const Pc wy = s.at(w2, Op::Store, 3, "y.store(1, rel)", y, Order::Rel);
  const Pc a = s.at(r1, Op::Load, 5, "x.load(acq)", x, Order::Acq);
  const Pc b = s.at(r1, Op::Load, 6, "y.load(acq)", y, Order::Acq);
  const Pc c = s.at(r2, Op::Load, 9, "y.load(acq)", y, Order::Acq);
  const Pc d = s.at(r2, Op::Load, 10, "x.load(acq)", x, Order::Acq);
  s.write(w1, wx, 1);
  s.read(r1, a);
  s.read(r1, b);
  s.write(w2, wy, 1);
  s.read(r2, c);
  s.read(r2, d, s.initial(x));
  return s;
}

Scene staleRmw() {
  Scene s("rmw.rob",
          "atomic x, y;\n"
          "thread a {\n"
          "  x.store(1, rel);\n"
          "  r = y.load(acq);\n"
          "}\n"
          "thread b {\n"
          "  y.store(1, rel);\n"
          "  r = x.fetch_add(5, acq_rel);\n"
          "}\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 3, "x.store(1, rel)", x, Order::Rel);
  const Pc loadY = s.at(a, Op::Load, 4, "y.load(acq)", y, Order::Acq);
  const Pc storeY = s.at(b, Op::Store, 7, "y.store(1, rel)", y, Order::Rel);
  const Pc add = s.at(b, Op::Rmw, 8, "x.fetch_add(5, acq_rel)", x, Order::AcqRel);
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.update(b, add, 5, s.initial(x));
  return s;
}

Scene storeAndBuffer() {
  Scene s("r.rob",
          "atomic x, y;\n"
          "thread a {\n"
          "  x.store(1);\n"
          "  y.store(1);\n"
          "}\n"
          "thread b {\n"
          "  y.store(2);\n"
          "  r = x.load();\n"
          "}\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 3, "x.store(1)", x);
  const Pc storeY = s.at(a, Op::Store, 4, "y.store(1)", y);
  const Pc again = s.at(b, Op::Store, 7, "y.store(2)", y);
  const Pc loadX = s.at(b, Op::Load, 8, "x.load()", x);
  s.write(a, storeX, 1);
  s.write(a, storeY, 1);
  s.write(b, again, 2);
  s.read(b, loadX, s.initial(x));
  return s;
}

Scene storeAndBufferWithFence(ModelName model) {
  Scene s("r-fenced.rob",
          "atomic x, y;\n"
          "thread a { x.store(1); y.store(1); }\n"
          "thread b { y.store(2); fence(sc); r = x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Op::Store, 2, "x.store(1)", x);
  const Pc storeY = s.at(a, Op::Store, 2, "y.store(1)", y);
  const Pc again = s.at(b, Op::Store, 3, "y.store(2)", y);
  const Pc fence = s.at(b, Op::Fence, 3, "fence(sc)", x, Order::Sc);
  const Pc loadX = s.at(b, Op::Load, 3, "x.load()", x);
  s.write(a, storeX, 1);
  s.write(a, storeY, 1);
  s.write(b, again, 2);
  s.fence(b, fence, model);
  s.read(b, loadX, s.initial(x));
  return s;
}

}  // namespace robur::test
