# The program representation: expressions, diagnostics, the checker, the canonical form and the printer.
test_suite(unit_program USES test_support test_oracle robur_frontend robur_program_transform)
