//! tso, sra, ra, rc20, rc11: not-robust
//! observational ra, rc20, rc11: not-robust
//! source: Rocker, verify(r) in observational mode
// Store buffering. verify(u) is a use of u, so the stale load of b is observed; without it no value
// that is loaded is ever used (unobserved-store-buffering.tpl).
max_value 1;
global a, b;

fn left {
    local u;
    a.store(1);
    u = b.load();
    verify(u);
}

fn right {
    local v;
    b.store(1);
    v = a.load();
}
