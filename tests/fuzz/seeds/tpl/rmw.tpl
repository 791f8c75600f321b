max_value 10;
global x, y;
fn t {
  local a, b;
  a = FADD(x, 1, acq, rel);
  b = exchange(y, a + 1, rlx, rlx);
  a = CAS(x, a, 2 * b + 1, acq, rlx);
  BCAS(y, 0, 1);
  a = wait(x, 1, a - 1, acq);
  fence; fence(upd); fence(acq_rel); fence(seq_cst);
}
