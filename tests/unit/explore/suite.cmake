# Parts of the search against their plain definitions.
test_suite(unit_explore USES test_generators robur_frontend robur_explore)
