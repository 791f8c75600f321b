global x = 255;
fn a { local r; r = x.load(rlx); x.store(r | 1 ^ 2 & 3); }
fn b { local r; r = x.load(); if (r <= 4) { x.store(0, rlx); } else { fence(rel); fence(acq); } }
