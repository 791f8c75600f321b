//! tso, sra, ra, rc20, rc11: not-robust
//! source: Lahav and Margalit 2019, Figure 7 (peterson-sc)
// Peterson's mutual exclusion as designed for sequential consistency, entered once.
max_value 1;
global wants0, wants1, turn;

fn worker0 {
    local other, whose;
    wants0.store(1, rel);
    turn.store(1, rel);
look:
    other = wants1.load(acq);
    if (other == 0) goto inside;
    whose = turn.load(acq);
    if (whose != 0) goto look;
inside:
    wants0.store(0, rel);
}

fn worker1 {
    local other, whose;
    wants1.store(1, rel);
    turn.store(0, rel);
look:
    other = wants0.load(acq);
    if (other == 0) goto inside;
    whose = turn.load(acq);
    if (whose != 1) goto look;
inside:
    wants1.store(0, rel);
}
