# The .rob frontend: lowering, diagnostics, formatter, hostile input, and every .rob text
# in the repository.
test_suite(unit_frontend_rob USES test_generators robur_frontend_rob)
