# The parts of the command line that need no process.
test_suite(unit_cli USES robur_cli robur_support)
