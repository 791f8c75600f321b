global l;
track l: all;
fn p {
  local r;
  start: lock(l);
  oneof ( { r = r + 1; } { r = !r; goto end; } { } );
  unlock(l);
  if (r < 3 && r >= 0 || r == 255) goto start;
  assume(r % 2 / 1 - -1);
  end: verify(r);
}
fn q { local s; while (true) { s = l.load(); } }
