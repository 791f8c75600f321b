max_value 4;
global seq, d1, d2;
fn writer {
  seq.store(1, rlx);
  fence(rel);
  d1.store(1, rlx);
  d2.store(1, rlx);
  seq.store(2, rel);
}
fn reader {
  local s, t, a, b;
  again: s = seq.load(acq);
  if (s % 2 == 1) goto again;
  a = d1.load(rlx);
  b = d2.load(rlx);
  fence(acq);
  t = seq.load(rlx);
  if (s != t) goto again;
  assert(a == b);
}
