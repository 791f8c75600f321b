# Repairs of .rob, .tpl and Trencher programs: the solver, optimality against brute force, the edits.
test_suite(unit_repair USES test_support test_oracle robur_repair robur_verify)
