// ROBUSTNESS egr: robust: ra. not: rlx.
max_value 1;
global f0, f1, turn = 1;
na cs;
track turn: 0, 1;
fn t0 {
  local other, v;
  f0.store(1, rel);
  other = f1.load(acq);
  while (other == 1) {
    v = turn.load(acq);
    if (v != 0) { f0.store(0, rel); wait(turn, 0, acq); f0.store(1, rel); }
    other = f1.load(acq);
  }
  cs.nastore(0);
  v = cs.naload();
  assert(v == 0);
  turn.store(1, rel);
  f0.store(0, rel);
}
fn t1 { skip; }
