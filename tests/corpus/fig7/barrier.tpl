//! tso, sra, ra, rc20: robust
//! source: Figure 7 (barrier), Robustness against release/acquire semantics
// Two threads raise a flag each and block until they see the other's.
max_value 1;
global here_a, here_b;

fn a {
    here_a.store(1, rel);
    wait(here_b, 1, acq);
}

fn b {
    here_b.store(1, rel);
    wait(here_a, 1, acq);
}
