#include <cstdio>
#include <fstream>
#include <sstream>
#include <fmt/format.h>
#include "prove/fuse.h"
#include "prove/lower.h"
#include "prove/prove.h"
int main(int argc, char** argv) {
  using namespace robur; using namespace robur::prove;
  for (int k = 1; k < argc; ++k) {
    std::ifstream f(argv[k]); std::stringstream s; s << f.rdbuf();
    Lowered l = lower({argv[k], s.str()});
    for (auto& d : l.diagnostics) fmt::print("{}", render({argv[k], s.str()}, d));
    if (!l.system) continue;
    System sys = *l.system; 
    Proof p = robur::prove::prove(*l.system, {});
    for (Thread& t : sys.threads) fuseLocalSteps(t);
    static const char* R[] = {"robust", "equal values", "NOT PROVED", "unknown"};
    static const char* W[] = {"nothing overtakes", "reads move right", "moves left", "NOT ATOMIC", "unknown"};
    for (auto& w : p.writes) {
      auto& a = sys.threads[w.thread].actions[w.action];
      fmt::print("  {}:{} {} {}\n", a.span.line, a.text, W[(int)w.rule], w.equalValues ? "(equal)" : "");
      for (auto* c : {&w.readConflict, &w.writeConflict}) if (*c) {
        auto& x = sys.threads[(*c)->thread].actions[(*c)->action]; auto& y = sys.threads[(*c)->otherThread].actions[(*c)->otherAction];
        fmt::print("     {}:{} / {}:{}:", x.span.line, x.text, y.span.line, y.text);
        for (auto& [n, v] : (*c)->state) fmt::print(" {}={}", n, v);
        fmt::print("\n");
      }
    }
    for (auto* list : {&p.lost, &p.failed}) for (auto& c : *list) {
      fmt::print("  lost line {} {} start={} own={}", c.claim.span.line, c.claim.what, c.atStart, c.ownThread);
      if (c.breaker) fmt::print(" by line {} {}", sys.threads[c.breaker->first].actions[c.breaker->second].span.line, sys.threads[c.breaker->first].actions[c.breaker->second].text);
      for (auto& [n, v] : c.before) fmt::print(" {}={}", n, v);
      fmt::print("\n");
    }
    for (auto& b : p.badAbstractions) fmt::print("  bad abstraction line {}\n", l.system->threads[b.thread].actions[b.action].span.line);
    if (getenv("FOUND")) for (auto& q : p.found) fmt::print("    {} line {}: {}\n", q.everywhere ? "everywhere" : sys.threads[q.thread].name, q.line, q.claim);
    fmt::print("{}: {} RA {} RM {} LM {} PO {} {:.3f} s\n", argv[k], R[(int)p.robustness], p.abstractions, p.rightMovers, p.leftMovers, p.obligations, p.seconds);
  }
}
