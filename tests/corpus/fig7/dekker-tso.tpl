//! tso, sra, ra, rc20: robust
//! source: Lahav and Margalit 2019, Figure 7 (dekker-tso)
// Dekker's mutual exclusion with a fence after every store to a flag.
max_value 1;
global wants0, wants1, turn;
na owner;

fn worker0 {
    local other, whose, seen;
    while (true) {
    again:
        wants0.store(1, rel);
        fence(seq_cst);
        other = wants1.load(acq);
        while (other == 1) {
            whose = turn.load(acq);
            if (whose != 0) {
                wants0.store(0, rel);
                fence(seq_cst);
                whose = turn.load(acq);
                while (whose != 0) {
                    whose = turn.load(acq);
                }
                goto again;
            }
            other = wants1.load(acq);
        }
        owner.nastore(0);
        seen = owner.naload();
        assert(seen == 0);
        turn.store(1, rel);
        wants0.store(0, rel);
    }
}

fn worker1 {
    local other, whose, seen;
    while (true) {
    again:
        wants1.store(1, rel);
        fence(seq_cst);
        other = wants0.load(acq);
        while (other == 1) {
            whose = turn.load(acq);
            if (whose != 1) {
                wants1.store(0, rel);
                fence(seq_cst);
                whose = turn.load(acq);
                while (whose != 1) {
                    whose = turn.load(acq);
                }
                goto again;
            }
            other = wants0.load(acq);
        }
        owner.nastore(1);
        seen = owner.naload();
        assert(seen == 1);
        turn.store(0, rel);
        wants1.store(0, rel);
    }
}
