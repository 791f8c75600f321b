//! tso, sra, ra, rc20, rc11: robust
//! source: Lahav and Margalit 2019, Figure 7 (peterson-ra-dmitriy): Dmitriy V'jukov's repair without fences
// Peterson's mutual exclusion where the store to turn is an exchange.
max_value 2;
global wants0, wants1, turn, owner;

fn worker0 {
    local other, whose, seen, old;
    while (true) {
        wants0.store(1, rel);
        old = exchange(turn, 1, acq, rel);
    look:
        other = wants1.load(acq);
        if (other == 0) goto inside;
        whose = turn.load(acq);
        if (whose != 0) goto look;
    inside:
        owner.store(1, rel);
        seen = owner.load(acq);
        assert(seen == 1);
        wants0.store(0, rel);
    }
}

fn worker1 {
    local other, whose, seen, old;
    while (true) {
        wants1.store(1, rel);
        old = exchange(turn, 0, acq, rel);
    look:
        other = wants0.load(acq);
        if (other == 0) goto inside;
        whose = turn.load(acq);
        if (whose != 1) goto look;
    inside:
        owner.store(2, rel);
        seen = owner.load(acq);
        assert(seen == 2);
        wants1.store(0, rel);
    }
}
