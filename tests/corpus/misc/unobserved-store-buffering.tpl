//! tso, sra, ra, rc20, rc11: not-robust
//! observational ra, rc20, rc11: robust
//! source: Rocker, observational mode
// Store buffering whose results nobody uses.
max_value 1;
global a, b;

fn left {
    local u;
    a.store(1);
    u = b.load();
}

fn right {
    local v;
    b.store(1);
    v = a.load();
}
