// Dekker's core in Rocker's language.
max_value 1;
global x, y;

fn a {
  local r;
  x.store(1, rel);
  r = y.load(acq);
}

fn b {
  local r;
  y.store(1, rel);
  r = x.load(acq);
}
