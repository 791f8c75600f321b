//! tso, sra, ra, rc20, rc11: robust
//! source: Lahav and Margalit 2019, Figure 7 (ticketlock): the Linux ticket lock in Owens, ECOOP 2010
// A ticket lock for two threads; tickets wrap around after 10.
max_value 10;
global serving, next_ticket, owner;

fn worker0 {
    local ticket, seen;
    while (true) {
        ticket = FADD(next_ticket, 1, acq, rel);
        wait(serving, ticket, acq);
        owner.store(0, rel);
        seen = owner.load(acq);
        assert(seen == 0);
        serving.store(ticket + 1, rel);
    }
}

fn worker1 {
    local ticket, seen;
    while (true) {
        ticket = FADD(next_ticket, 1, acq, rel);
        wait(serving, ticket, acq);
        owner.store(1, rel);
        seen = owner.load(acq);
        assert(seen == 1);
        serving.store(ticket + 1, rel);
    }
}
