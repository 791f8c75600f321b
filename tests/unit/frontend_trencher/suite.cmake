# Trencher's format: automata, conditions, memory, lock ... unlock regions, messages.
test_suite(unit_frontend_trencher USES test_support robur_frontend_trencher)
