// Nothing but the headers that all tests use, compiled once for all of them.
