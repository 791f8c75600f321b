//! tso, sra, ra, rc20, rc11: robust
//! source: Lahav and Margalit 2019, Figure 7 (barrier)
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
