# The rows of the monitors against their definition, on random runs.
test_suite(unit_models USES test_generators robur_check)
